import { list, nullOr, numbers, record, whole, type Check } from "../../math/check-data.js";
import type { Cloth, Elements } from "../../cloth/index.js";
import type { StateContext } from "../../stores/index.js";
import { checkHistory } from "./history.js";
import type { SparsityPatternState } from "./sparsity-pattern.js";
import type { DissectionState } from "./nested-dissection.js";
import type { ImplicitSolver, ImplicitState } from "./implicit.js";

/**
 * Check of the fields of a state and their types, without the cloth.
 *
 * @param hasHistory True with BDF2.
 */
export function implicitFields(
  hasHistory: boolean,
): (value: unknown, field: string, context: StateContext) => void {
  const ids = numbers(Int32Array, Infinity, whole(-1));
  const count = whole();
  const lists = list(list(whole()));
  const fields: Record<string, Check> = {
    multipliers: list(numbers(Float64Array, Infinity)),
    pattern: record({
      couplings: record({
        editCount: count,
        particleCount: count,
        pairCount: count,
        freePair: whole(-1),
        pairs: ids,
        uses: ids,
        nextEnds: ids,
        firstEnds: ids,
        kinds: list(record({ pairs: ids, renewed: list(count) })),
      }),
      dissection: nullOr(
        record({
          parents: list(whole(-1)),
          children: lists,
          firsts: list(count),
          own: lists,
          rims: lists,
          nodeOf: list(count),
        }),
      ),
    }),
  };
  if (!hasHistory) return record(fields);
  return (value, field, context) => {
    const history: Check = (state, where) => checkHistory(state, where, context);
    record({ ...fields, history })(value, field);
  };
}

// Linked lists with wrong numbers could be endless or out of range. So a state from a file is compared with the cloth,
// which has replayed its edits by then.

/**
 * Returns the first error of a solver state, as the field and what was expected; null if there is none.
 * `implicitFields` has checked the types before: integers are −1 or more, other numbers are finite.
 */
export function checkImplicit(
  { multipliers, pattern }: ImplicitState,
  cloth: Cloth,
  solver: ImplicitSolver,
): string | null {
  const { elements } = cloth;
  if (multipliers.length !== elements.length) {
    return `multipliers: expected ${elements.length} kinds, got ${multipliers.length}`;
  }
  for (const [kind, { conditionCount, count }] of elements.entries()) {
    const { length } = multipliers[kind]!;
    if (length % conditionCount === 0 && length <= conditionCount * count) continue;
    return `multipliers.${kind}: expected ${conditionCount} per element, at most ${conditionCount * count}, got ${length}`;
  }
  const { couplings, dissection } = pattern;
  const error = patternError(couplings, cloth);
  if (error !== null) return `pattern.couplings.${error}`;
  if ((dissection === null) !== (solver.state.pattern.dissection === null)) {
    return "pattern.dissection: expected an object for the direct solver, null for others";
  }
  const treeError = dissection === null ? null : dissectionError(dissection, couplings);
  return treeError === null ? null : `pattern.dissection.${treeError}`;
}

function patternError(
  state: SparsityPatternState,
  { elements, edits, particles }: Cloth,
): string | null {
  const { editCount, particleCount, pairCount, pairs, uses, nextEnds, firstEnds, kinds } = state;
  if (editCount > edits.length) return `editCount: expected at most ${edits.length}`;
  const added = edits.slice(editCount).filter(({ type }) => type !== "separate-edge").length;
  if (particleCount !== particles.count - added) {
    return `particleCount: expected ${particles.count - added}, got ${particleCount}`;
  }
  for (const [name, list, length] of [
    ["pairs", pairs, 2 * pairCount],
    ["uses", uses, pairCount],
    ["nextEnds", nextEnds, 2 * pairCount],
    ["firstEnds", firstEnds, particleCount],
    ["kinds", kinds, elements.length],
  ] as const) {
    if (list.length !== length) return `${name}: expected ${length} of them, got ${list.length}`;
  }
  const isFree = new Uint8Array(pairCount);
  let used = pairCount;
  for (let pair = state.freePair; pair !== -1; pair = pairs[2 * pair]!) {
    if (!(pair < pairCount) || isFree[pair] === 1 || pairs[2 * pair + 1] !== -1) {
      return `freePair: the list of free pairs is broken at pair ${pair}`;
    }
    isFree[pair] = 1;
    used--;
  }
  let visited = 0;
  const isVisited = new Uint8Array(2 * pairCount);
  for (let particle = 0; particle < particleCount; particle++) {
    for (let end = firstEnds[particle]!; end !== -1; end = nextEnds[end]!) {
      const isValid = end < 2 * pairCount && isVisited[end] === 0 && pairs[end] === particle;
      if (!isValid || isFree[end >> 1] === 1) {
        return `nextEnds: the list of pairs of particle ${particle} is broken at ${end}`;
      }
      isVisited[end] = 1;
      visited++;
    }
  }
  if (visited !== 2 * used) return `firstEnds: expected lists of ${2 * used} ends, got ${visited}`;
  for (let pair = 0; pair < pairCount; pair++) {
    if (isFree[pair] === 0 && pairs[2 * pair] === pairs[2 * pair + 1])
      return `pairs: expected two particles in pair ${pair}, got one`;
  }
  const counted = new Int32Array(pairCount);
  for (const [kind, { pairs: codes, renewed }] of kinds.entries()) {
    for (const code of codes) {
      if (code === -1) continue;
      const pair = code >> 1;
      if (!(pair < pairCount) || isFree[pair] === 1) {
        return `kinds.${kind}.pairs: there is no pair ${pair}`;
      }
      counted[pair]!++;
    }
    const error = elementsError(elements[kind]!, codes, renewed, pairs);
    if (error !== null) return `kinds.${kind}.${error}`;
  }
  const wrong = counted.findIndex((count, pair) => count !== uses[pair]);
  return wrong === -1
    ? null
    : `uses: expected ${counted[wrong]} for pair ${wrong}, got ${uses[wrong]}`;
}

/** Elements that the pattern includes must have the pairs of their particles. */
function elementsError(
  { size, count, particles }: Elements,
  codes: Int32Array,
  renewed: readonly number[],
  pairs: Int32Array,
): string | null {
  const pairsEach = (size * (size - 1)) / 2;
  if (codes.length % pairsEach !== 0 || codes.length > pairsEach * count) {
    return `pairs: expected ${pairsEach} per element, at most ${pairsEach * count}, got ${codes.length}`;
  }
  const isRenewed = new Uint8Array(count);
  for (const element of renewed) {
    if (!(element < count)) return `renewed: there is no element ${element}`;
    isRenewed[element] = 1;
  }
  for (let element = 0; element < count; element++) {
    if (isRenewed[element] === 1) continue;
    let slot = pairsEach * element;
    if (slot >= codes.length) return `pairs: element ${element} has none`;
    for (let j = 1; j < size; j++) {
      for (let i = 0; i < j; i++) {
        const a = particles[size * element + i]!;
        const b = particles[size * element + j]!;
        const code = codes[slot++]!;
        const isNone = a === -1 || a === b;
        if (isNone ? code === -1 : code !== -1 && pairs[code] === a && pairs[code ^ 1] === b)
          continue;
        return `pairs: element ${element} has other particles`;
      }
    }
  }
  return null;
}

function dissectionError(state: DissectionState, couplings: SparsityPatternState): string | null {
  const { parents, children, firsts, own, rims, nodeOf } = state;
  const { particleCount, pairCount, pairs } = couplings;
  const nodeCount = parents.length;
  for (const [name, list, length] of [
    ["children", children, nodeCount],
    ["firsts", firsts, nodeCount],
    ["own", own, nodeCount],
    ["rims", rims, nodeCount],
    ["nodeOf", nodeOf, particleCount],
  ] as const) {
    if (list.length !== length) return `${name}: expected ${length} of them, got ${list.length}`;
  }
  const sizes = new Int32Array(nodeCount).fill(1);
  for (let node = 0; node < nodeCount; node++) {
    const parent = parents[node]!;
    const isRoot = node === nodeCount - 1;
    if (isRoot ? parent !== -1 : !(parent > node && parent < nodeCount)) {
      return `parents.${node}: expected a later node`;
    }
    if (!isRoot) sizes[parent]! += sizes[node]!;
    let first = node;
    for (const child of children[node]!) {
      if (!(child < node && parents[child] === node)) return `children.${node}: got ${child}`;
      first = Math.min(first, firsts[child]!);
    }
    // The subtree of a node consists of the nodes from its first one up to itself.
    if (firsts[node] !== first || sizes[node] !== node - first + 1) {
      return `firsts.${node}: expected ${first}, got ${firsts[node]}`;
    }
  }
  if (children.reduce((sum, list) => sum + new Set(list).size, 0) !== Math.max(0, nodeCount - 1)) {
    return "children: expected each node except the last once";
  }
  return particlesError(state, particleCount) ?? rimsError(state, pairs, pairCount, rims);
}

/** Each particle must belong to exactly one node. */
function particlesError({ own, nodeOf }: DissectionState, particleCount: number): string | null {
  let owned = 0;
  const isOwned = new Uint8Array(particleCount);
  for (const [node, list] of own.entries()) {
    for (const particle of list) {
      if (nodeOf[particle] !== node || isOwned[particle] === 1)
        return `own.${node}: got ${particle}`;
      isOwned[particle] = 1;
      owned++;
    }
  }
  return owned === particleCount ? null : `own: expected ${particleCount} particles, got ${owned}`;
}

/** A rim must contain exactly the particles of ancestors that are coupled to the node or to a node below it. */
function rimsError(
  { parents, firsts, nodeOf }: DissectionState,
  pairs: Int32Array,
  pairCount: number,
  rims: number[][],
): string | null {
  const covers = (above: number, node: number): boolean => firsts[above]! <= node && node <= above;
  const sets = rims.map((rim) => new Set(rim));
  for (const [node, rim] of rims.entries()) {
    if (sets[node]!.size !== rim.length) return `rims.${node}: expected each particle once`;
    const parent = parents[node]!;
    for (const particle of rim) {
      const owner = nodeOf[particle];
      const isValid = parent !== -1 && (owner === parent || sets[parent]!.has(particle));
      if (!isValid || owner === undefined || !(owner > node && covers(owner, node))) {
        return `rims.${node}: got ${particle}`;
      }
    }
  }
  for (let pair = 0; pair < pairCount; pair++) {
    const b = pairs[2 * pair + 1]!;
    if (b === -1) continue; // free
    const a = pairs[2 * pair]!;
    const [low, high] = nodeOf[a]! <= nodeOf[b]! ? [a, b] : [b, a];
    const [node, owner] = [nodeOf[low]!, nodeOf[high]!];
    if (node === owner || (covers(owner, node) && sets[node]!.has(high))) continue;
    return `rims.${node}: expected ${high}, which ${low} is coupled to`;
  }
  return null;
}
