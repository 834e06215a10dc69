import { open, rm, type FileHandle } from "node:fs/promises";
import { writeError } from "./write-error.js";

/**
 * Positions of many frames in a file, which would take too much memory and would be lost with the process. Each frame is the
 * counts of its arrays, and then the arrays.
 */
export class PositionSpool {
  readonly #path: string;
  readonly #file: FileHandle;
  readonly #arrays: number;
  /** Where each frame begins, and where the next one will. Bytes. */
  readonly #starts: number[] = [0];

  private constructor(path: string, file: FileHandle, arrays: number) {
    this.#path = path;
    this.#file = file;
    this.#arrays = arrays;
  }

  /**
   * @param arrays How many a frame has.
   * @param frames How many frames of the file stay; those behind them are given up.
   * @throws Error with one line where the file has fewer.
   */
  static async open(path: string, arrays: number, frames: number): Promise<PositionSpool> {
    const file = await open(path, frames === 0 ? "w+" : "r+").catch((error: unknown) => {
      throw writeError(path, error);
    });
    const spool = new PositionSpool(path, file, arrays);
    while (spool.length < frames) await spool.#pass();
    await file.truncate(spool.#end);
    return spool;
  }

  /** How many frames there are. */
  get length(): number {
    return this.#starts.length - 1;
  }

  get #end(): number {
    return this.#starts.at(-1)!;
  }

  async add(positions: readonly Float64Array[]): Promise<void> {
    const counts = Float64Array.from(positions, ({ length }) => length);
    let end = this.#end;
    for (const numbers of [counts, ...positions]) {
      await this.#write(numbers, end);
      end += numbers.byteLength;
    }
    this.#starts.push(end);
  }

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

  close(): Promise<void> {
    return this.#file.close();
  }

  async remove(): Promise<void> {
    await this.close();
    await rm(this.#path, { force: true });
  }

  /** Goes over a frame that is there already. */
  async #pass(): Promise<void> {
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
        const place = at + numbers.byteLength - left.length;
        const { bytesWritten } = await this.#file.write(left, 0, left.length, place);
        left = left.subarray(bytesWritten);
      }
    } catch (error) {
      throw writeError(this.#path, error);
    }
  }

  #cutShort(): Error {
    return new Error(`${this.#path}: it is cut short after frame ${this.length - 1}`);
  }
}
