/** The known name that somebody has probably meant, null where none is near: a letter too few, too many, other or swapped. */
export function nearestName(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let least = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= least) continue; // nobody has to measure a name of a thousand letters
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= least) continue;
    least = distance;
    nearest = candidate;
  }
  return nearest;
}

/** How many letters have to be put in, taken out, changed or swapped with the next one. */
function editDistance(a: string, b: string): number {
  const width = b.length + 1;
  const table = new Int32Array((a.length + 1) * width);
  for (let i = 0; i <= a.length; i++) {
    for (let j = 0; j <= b.length; j++) {
      const at = i * width + j;
      if (i === 0 || j === 0) {
        table[at] = i + j;
        continue;
      }
      const isSame = a[i - 1] === b[j - 1];
      const changed = table[at - width - 1]! + (isSame ? 0 : 1);
      table[at] = Math.min(table[at - width]! + 1, table[at - 1]! + 1, changed);
      const isSwapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      if (isSwapped) table[at] = Math.min(table[at], table[at - 2 * width - 2]! + 1);
    }
  }
  return table[a.length * width + b.length]!;
}
