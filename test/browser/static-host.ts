import { readFile } from "node:fs/promises";
import { createServer, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join, normalize } from "node:path";

const TYPES: Readonly<Record<string, string>> = {
  ".css": "text/css",
  ".html": "text/html",
  ".js": "text/javascript",
  ".json": "application/json",
  ".webp": "image/webp",
};

/** A plain file server: a folder under a sub-path, with no header except the content type. */
export async function hostFolder(
  folder: string,
  subPath: string,
): Promise<{ address: string; missing: string[]; close: () => Promise<void> }> {
  /** Requested paths that do not exist. */
  const missing: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url!, "http://host");
    const isWithin = pathname.startsWith(subPath);
    const path = normalize(join(folder, isWithin ? pathname.slice(subPath.length) : "absent"));
    const file = pathname.endsWith("/") ? join(path, "index.html") : path;
    void answer(file, response).then((isThere) => {
      if (!isThere) missing.push(pathname);
      return isThere;
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}${subPath}`,
    missing,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function answer(file: string, response: ServerResponse): Promise<boolean> {
  const content = await readFile(file).catch(() => null);
  if (content === null) response.writeHead(404).end();
  else {
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "text/plain" });
    response.end(content);
  }
  return content !== null;
}
