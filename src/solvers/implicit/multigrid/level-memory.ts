import { ROW_LENGTH } from "./aggregation.js";
import type { CoarseLevel } from "./coarse-levels.js";
import type { Reserve, Views } from "./layout.js";

/** Addresses of the parts of a coarse level in the memory. */
export interface LevelPlan {
  readonly rows: number;
  readonly entries: number;
  readonly blocks: number;
  /** Axial vectors of the blocks, right after them; 0 if all blocks are symmetric. */
  readonly axials: number;
  readonly blocksEnd: number;
  readonly inverses: number;
  readonly x: number;
  readonly b: number;
  readonly r: number;
  readonly transfers: number;
  readonly parts: number;
  readonly dense: number;
}

/**
 * Reserves memory for a coarse level.
 *
 * @param isSymmetric True: all blocks are symmetric.
 * @param transfers Rows of weights of the finer level if they exist already.
 */
export function planLevel(
  { transfer, couplings, parts }: CoarseLevel,
  isLast: boolean,
  isSymmetric: boolean,
  reserve: Reserve,
  transfers?: number,
): LevelPlan {
  const { count } = transfer;
  const { blockCount } = couplings;
  const vector = 16 * count;
  const rows = reserve(4 * (count + 1));
  const entries = reserve(16 * (blockCount - count));
  const blocks = reserve((isSymmetric ? 32 : 48) * blockCount);
  const axials = blocks + 32 * blockCount;
  return {
    rows,
    entries,
    blocks,
    axials: isSymmetric ? 0 : axials,
    blocksEnd: isSymmetric ? axials : axials + 16 * blockCount,
    inverses: reserve(3 * vector),
    x: reserve(vector),
    b: reserve(vector),
    r: reserve(vector),
    transfers: transfers ?? reserve((32 * transfer.nodes.length) / ROW_LENGTH),
    parts: parts === null ? 0 : reserve(8 * parts.weights.length),
    dense: isLast ? reserve(8 * (9 * count * count + 3 * count)) : 0,
  };
}

/**
 * Writes a coarse level.
 *
 * @param address Address of its description.
 * @param finer The plan of the next finer level; null: these are the particles, whose rows `Equations` writes.
 */
export function writeLevel(
  views: Views,
  address: number,
  level: CoarseLevel,
  plan: LevelPlan,
  finer: LevelPlan | null,
): void {
  const { transfer, parts } = level;
  const partCount = parts === null ? 0 : parts.weights.length / 2;
  views.words.set(
    [
      16 * transfer.count,
      plan.rows,
      plan.blocks,
      plan.blocksEnd,
      plan.inverses,
      plan.x,
      plan.b,
      plan.r,
      plan.transfers,
      (16 * transfer.nodes.length) / ROW_LENGTH,
      plan.parts,
      plan.parts + 16 * partCount,
      plan.dense,
      plan.axials,
    ],
    address / 4,
  );
  writeEntries(views, level, plan);
  if (finer !== null) writeTransfer(views, level, plan, finer);
}

/** Writes the neighbors of each node, with the addresses of their blocks. */
function writeEntries({ words }: Views, { transfer, couplings }: CoarseLevel, plan: LevelPlan) {
  const lists: [number, number][][] = Array.from({ length: transfer.count }, () => []);
  for (let block = transfer.count; block < couplings.blockCount; block++) {
    const i = couplings.end(block, 0);
    const j = couplings.end(block, 1);
    lists[i]!.push([j, block]);
    lists[j]!.push([i, block]);
  }
  let at = plan.entries / 4;
  for (const [node, list] of lists.entries()) {
    words[plan.rows / 4 + node] = 4 * at;
    for (const [neighbor, block] of list.toSorted((a, b) => a[0] - b[0])) {
      words[at++] = 16 * neighbor;
      words[at++] = plan.blocks + 32 * block;
    }
  }
  words[plan.rows / 4 + transfer.count] = 4 * at;
}

/** Writes the rows of weights of the finer level, and what its blocks add to the blocks of this one. */
function writeTransfer(
  { words, floats }: Views,
  { transfer, parts }: CoarseLevel,
  plan: LevelPlan,
  finer: LevelPlan,
): void {
  for (let i = 0; i < transfer.nodes.length; i++) {
    words[plan.transfers / 4 + 2 * i] = 16 * transfer.nodes[i]!;
    floats[plan.transfers / 4 + 2 * i + 1] = transfer.weights[i]!;
  }
  if (parts === null) return;
  for (let part = 0; 2 * part < parts.weights.length; part++) {
    const at = plan.parts / 4 + 4 * part;
    words[at] = finer.blocks + 32 * parts.blocks[2 * part]!;
    words[at + 1] = plan.blocks + 32 * parts.blocks[2 * part + 1]!;
    floats[at + 2] = parts.weights[2 * part]!;
    floats[at + 3] = parts.weights[2 * part + 1]!;
  }
}
