const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the quota is used up",
  EFBIG: "the file would be too large",
  EROFS: "the disk is read-only",
  EACCES: "not allowed",
  EPERM: "not allowed",
  ENOENT: "its folder is gone",
  EIO: "the disk does not answer",
};

/** Why something could not be written, in one line that names it; Node's own messages often leave that out. */
export function writeError(what: string, error: unknown): Error {
  const { code, message } = error as NodeJS.ErrnoException;
  const why = REASONS[code ?? ""] ?? code ?? message;
  return new Error(`${what}: cannot be written (${why})`, { cause: error });
}
