import { readFile } from "node:fs/promises";
import { decodeRecording, RecordingError, type Recording } from "../scene/index.js";

/**
 * Reads a recording.
 *
 * @throws RecordingError with one line that names the file and what is wrong with it.
 */
export async function loadRecording(path: string): Promise<Recording> {
  let bytes: Uint8Array;
  try {
    bytes = await readFile(path);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reasons: Record<string, string> = {
      ENOENT: "no such file",
      EISDIR: "this is a folder, expected a recording",
    };
    throw new RecordingError(`${path}: ${reasons[code ?? ""] ?? `cannot be read (${code})`}`);
  }
  try {
    return decodeRecording(bytes);
  } catch (error) {
    if (error instanceof RecordingError) throw new RecordingError(`${path}: ${error.message}`);
    throw error;
  }
}
