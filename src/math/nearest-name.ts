/** Returns the known name with the smallest edit distance, or null if none is close: for typing errors. */
export function nearestName(name: string, known: readonly string[]): string | null {
  let nearest: string | null = null;
  let smallest = Math.max(1, Math.floor(name.length / 3)) + 1;
  for (const candidate of known) {
    if (Math.abs(candidate.length - name.length) >= smallest) continue; // also skips very long names
    const distance = editDistance(name.toLowerCase(), candidate.toLowerCase());
    if (distance >= smallest) continue;
    smallest = distance;
    nearest = candidate;
  }
  return nearest;
}

/** Edit distance: the number of characters to insert, delete, replace or swap with the next one. */
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
