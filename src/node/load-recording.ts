import { checkOptions, object, optional, text } from "../math/check-options.js";
import { LIMITS, resolveLimits, type Limits } from "../math/limits.js";
import { decodeRecording, RecordingError, type Recording } from "../scene/index.js";
import { readOrdinaryFile, UnreadableError } from "./read-file.js";

interface LoadRecordingOptions {
  /** Limits on the size of the file and its scene; default `LIMIT_DEFAULTS`. */
  limits?: Partial<Limits>;
}

const LOAD_RECORDING = object<LoadRecordingOptions>({ limits: optional(LIMITS) });

/**
 * Reads a recording from a file.
 *
 * @throws RecordingError with one line that names the file and what is wrong with it.
 */
export async function loadRecording(
  path: string,
  options: LoadRecordingOptions = {},
): Promise<Recording> {
  checkOptions("path", path, text);
  checkOptions("", options, LOAD_RECORDING);
  const { limits } = options;
  let bytes: Uint8Array;
  try {
    const file = await readOrdinaryFile(path, "a recording", resolveLimits(limits));
    bytes = new Uint8Array(file.buffer, file.byteOffset, file.length); // a slice of a Buffer is not a copy
  } catch (error) {
    if (!(error instanceof UnreadableError)) throw error;
    throw new RecordingError(`${path}: ${error.message}`);
  }
  try {
    return decodeRecording(bytes, limits);
  } catch (error) {
    if (error instanceof RecordingError) throw new RecordingError(`${path}: ${error.message}`);
    throw error;
  }
}
