import { open, rm, type FileHandle } from "node:fs/promises";
import { writeError } from "./write-error.js";

/**
 * Positions of many frames in a file, because they need too much memory and would be lost with the process. Each frame
 * consists of the lengths of its arrays, then the arrays.
 */
export class PositionSpool {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #arrays: number;
  /** Start of each frame, and of the next one, bytes. */
  readonly #starts: number[] = [0];

  private constructor(path: string, file: FileHandle, arrays: number) {
    this.#path = path;
    this.#file = file;
    this.#arrays = arrays;
  }

  /**
   * Opens or creates a file.
   *
   * @param arrays Number of arrays per frame.
   * @param frames Number of frames of the file to keep; later ones are dropped.
   * @throws Error with one line if the file has fewer frames.
   */
  static async open(path: string, arrays: number, frames: number): Promise<PositionSpool> {
    const file = await open(path, frames === 0 ? "w+" : "r+").catch((error: unknown) => {
      throw writeError(path, error);
    });
    const spool = new PositionSpool(path, file, arrays);
    while (spool.length < frames) await spool.#skip();
    await file.truncate(spool.#end);
    return spool;
  }

  /** Number of frames. */
  get length(): number {
    return this.#starts.length - 1;
  }

  get #end(): number {
    return this.#starts.at(-1)!;
  }

  /** Appends a frame. */
  async add(positions: readonly Float64Array[]): Promise<void> {
    const counts = Float64Array.from(positions, ({ length }) => length);
    let end = this.#end;
    for (const numbers of [counts, ...positions]) {
      await this.#write(numbers, end);
      end += numbers.byteLength;
    }
    this.#starts.push(end);
  }

  /** Reads a frame. */
  async read(frame: number): Promise<Float64Array[]> {
    let at = this.#starts[frame]!;
    const counts = await this.#read(this.#arrays, at);
    at += counts.byteLength;
    const positions: Float64Array[] = [];
    for (const count of counts) {
      positions.push(await this.#read(count, at));
      at += 8 * count;
    }
    return positions;
  }

  /** Closes the file. */
  close(): Promise<void> {
    return this.#file.close();
  }

  /** Closes and deletes the file. */
  async remove(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
  }

  /** Skips a frame of the file. */
  async #skip(): Promise<void> {
    const counts = await this.#read(this.#arrays, this.#end);
    const { size } = await this.#file.stat();
    const end = this.#end + 8 * counts.reduce((sum, count) => sum + count, this.#arrays);
    if (!(end <= size)) throw this.#cutShort();
    this.#starts.push(end);
  }

  async #read(count: number, at: number): Promise<Float64Array> {
    const numbers = new Float64Array(count);
    const { bytesRead } = await this.#file.read(new Uint8Array(numbers.buffer), { position: at });
    if (bytesRead < numbers.byteLength) throw this.#cutShort();
    return numbers;
  }

  async #write(numbers: Float64Array, at: number): Promise<void> {
    let left = new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength);
    try {
      while (left.length > 0) {
        const position = at + numbers.byteLength - left.length;
        const { bytesWritten } = await this.#file.write(left, 0, left.length, position);
        left = left.subarray(bytesWritten);
      }
    } catch (error) {
      throw writeError(this.#path, error);
    }
  }

  #cutShort(): Error {
    return new Error(`${this.#path}: the file is cut short after frame ${this.length - 1}`);
  }
}
