import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { MODELS, type Cloth } from "../../../src/cloth/index.js";
import { Random } from "../../../src/math/random.js";
import {
  SparsityPattern,
  type PatternListener,
} from "../../../src/solvers/implicit/sparsity-pattern.js";
import { anyMesh } from "../../meshes.js";
import { runs } from "../../runs.js";
import {
  anyEdits,
  edit,
  must,
  pairName,
  randomMatrix,
  randomVector,
  richCloth,
  usedPairs,
} from "./cloths.js";
import { denseOf, distance, multiply } from "./dense.js";

/** Logs notifications, and throws on impossible ones. */
class Witness implements PatternListener {
  readonly coupled = new Set<string>();
  readonly origins: number[];
  events: string[] = [];

  constructor(particleCount: number) {
    this.origins = Array<number>(particleCount).fill(-1);
  }

  addParticle(particle: number, origin: number): void {
    must(particle === this.origins.length, "particles come by number");
    must(origin < particle, "origins are older");
    this.origins.push(origin);
  }

  couple(a: number, b: number): void {
    must(a !== b, "a pair has two particles");
    must(Math.max(a, b) < this.origins.length, "particles come before their pairs");
    must(!this.coupled.has(pairName(a, b)), "a new pair is new");
    this.coupled.add(pairName(a, b));
    this.events.push(`+ ${pairName(a, b)}`);
  }

  uncouple(a: number, b: number): void {
    must(this.coupled.delete(pairName(a, b)), "a pair that goes was there");
    this.events.push(`- ${pairName(a, b)}`);
  }
}

/** The pairs in use, each once. */
function listedPairs({ pairs, pairCount }: SparsityPattern): Set<string> {
  const found = new Set<string>();
  for (let pair = 0; pair < pairCount; pair++) {
    const [a, b] = [pairs[2 * pair]!, pairs[2 * pair + 1]!];
    if (b === -1) continue;
    must(!found.has(pairName(a, b)), "a pair is listed once");
    found.add(pairName(a, b));
  }
  return found;
}

/** The same pairs, from the lists of the particles. */
function linkedPairs(couplings: SparsityPattern, particleCount: number): Set<string> {
  const { firstEnds, nextEnds, pairs } = couplings;
  const ends = new Set<number>();
  const found = new Set<string>();
  for (let p = 0; p < particleCount; p++) {
    for (let end = firstEnds[p]!; end !== -1; end = nextEnds[end]!) {
      must(!ends.has(end), "an end is linked once");
      ends.add(end);
      must(pairs[end] === p, "an end is linked at its particle");
      found.add(pairName(p, couplings.otherOf(end)));
    }
  }
  expect(ends.size).toBe(2 * found.size);
  return found;
}

/** Each two particles of each element have the pair that the element refers to. */
function expectPairsOfElements(cloth: Cloth, couplings: SparsityPattern): void {
  for (const [kind, elements] of cloth.elements.entries()) {
    const { size, particles, count } = elements;
    const codes = couplings.pairsOf(kind);
    let place = 0;
    for (let element = 0; element < count; element++) {
      for (let j = 1; j < size; j++) {
        for (let i = 0; i < j; i++) {
          const code = codes[place++]!;
          const [a, b] = [particles[size * element + i]!, particles[size * element + j]!];
          const isRight =
            a === -1 || a === b
              ? code === -1
              : couplings.pairs[code] === a && couplings.pairs[code ^ 1] === b;
          must(isRight, `${code} is the pair of ${a} and ${b}`);
        }
      }
    }
  }
}

function difference(a: Set<string>, b: Set<string>): string[] {
  return [...a].filter((pair) => !b.has(pair));
}

describe.each(MODELS)("the sparsity pattern of %s", (model) => {
  test("contains the pairs of all elements, after any edits", () => {
    fc.assert(
      fc.property(anyMesh, anyEdits, (data, choices) => {
        const cloth = richCloth(data, model);
        const couplings = new SparsityPattern(cloth, new Witness(cloth.particles.count));
        const expectRight = (): void => {
          const expected = usedPairs(cloth);
          expect(listedPairs(couplings)).toEqual(expected);
          expect(linkedPairs(couplings, cloth.particles.count)).toEqual(expected);
          expectPairsOfElements(cloth, couplings);
        };
        expectRight();
        for (const choice of choices) {
          edit(cloth, data.positions, choice);
          couplings.update();
          expectRight();
        }
      }),
      runs(401, 15, 4000),
    );
  });

  test("is the same when many edits are followed at once", () => {
    fc.assert(
      fc.property(anyMesh, anyEdits, (data, choices) => {
        const cloth = richCloth(data, model);
        const couplings = new SparsityPattern(cloth, new Witness(cloth.particles.count));
        for (const choice of choices) edit(cloth, data.positions, choice);
        couplings.update();
        expect(listedPairs(couplings)).toEqual(usedPairs(cloth));
        expectPairsOfElements(cloth, couplings);
        const before = couplings.pairs.slice();
        couplings.update(); // nothing is new
        expect(couplings.pairs).toEqual(before);
      }),
      runs(402, 10, 2000),
    );
  });

  test("notifies a listener of each added or removed pair, once", () => {
    fc.assert(
      fc.property(anyMesh, anyEdits, (data, choices) => {
        const cloth = richCloth(data, model);
        const witness = new Witness(cloth.particles.count);
        const couplings = new SparsityPattern(cloth, witness);
        expect(witness.coupled).toEqual(usedPairs(cloth));
        for (const choice of choices) {
          const before = usedPairs(cloth);
          witness.events = [];
          edit(cloth, data.positions, choice);
          couplings.update();
          const after = usedPairs(cloth);
          expect(witness.events.toSorted()).toEqual(
            [
              ...difference(after, before).map((pair) => `+ ${pair}`),
              ...difference(before, after).map((pair) => `- ${pair}`),
            ].toSorted(),
          );
          expect(witness.origins).toHaveLength(cloth.particles.count);
        }
      }),
      runs(403, 10, 2000),
    );
  });
});

test("slots of removed pairs are reused", () => {
  fc.assert(
    fc.property(anyMesh, anyEdits, (data, choices) => {
      const cloth = richCloth(data, "membrane");
      const witness = new Witness(cloth.particles.count);
      const couplings = new SparsityPattern(cloth, witness);
      for (const choice of choices) {
        const { pairCount } = couplings;
        const free = pairCount - listedPairs(couplings).size;
        witness.events = [];
        edit(cloth, data.positions, choice);
        couplings.update();
        const added = witness.events.filter((event) => event.startsWith("+")).length;
        // All of them are added before the first one is removed.
        expect(couplings.pairCount).toBe(pairCount + Math.max(0, added - free));
      }
    }),
    runs(404, 15, 4000),
  );
});

test("a product with a vector is that of the whole matrix, and free pairs have no effect", () => {
  let freePairs = 0;
  fc.assert(
    fc.property(anyMesh, anyEdits, fc.nat(), (data, choices, seed) => {
      const cloth = richCloth(data, "springs");
      const couplings = new SparsityPattern(cloth, new Witness(cloth.particles.count));
      for (const choice of choices) edit(cloth, data.positions, choice);
      couplings.update();
      freePairs += couplings.pairCount - listedPairs(couplings).size;
      const random = new Random(seed);
      const { count } = cloth.particles;
      const matrix = randomMatrix(couplings, count, random);
      const vector = randomVector(3 * count, random);
      const product = new Float64Array(3 * count);
      matrix.multiply(vector, product);
      expect(distance(product, multiply(denseOf(matrix), vector))).toBeLessThan(1e-13);
      matrix.clear(count);
      matrix.multiply(vector, product);
      expect(product.every((x) => x === 0)).toBe(true);
    }),
    runs(405, 15, 4000),
  );
  expect(freePairs).toBeGreaterThan(0);
});
