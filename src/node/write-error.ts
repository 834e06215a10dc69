const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is exceeded",
  EFBIG: "the file is too large",
  EROFS: "the disk is read-only",
  EACCES: "permission denied",
  EPERM: "permission denied",
  ENOENT: "its folder does not exist",
  EISDIR: "it is a folder",
  EIO: "input/output error",
};

/** An error with one line that names what could not be written, and why. Messages of Node often leave out the name. */
export function writeError(what: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = REASONS[code ?? ""] ?? code ?? message;
  return new Error(`${what}: cannot be written (${why})`, { cause: error });
}
