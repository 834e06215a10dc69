/** Returns a square with an edge of 0.9 m and 10 × 10 cells, as OBJ. */
export function squareObj(scale = 1): string {
  const lines: string[] = [];
  for (let i = 0; i < 121; i++) {
    lines.push(`v ${0.09 * scale * (i % 11)} ${0.09 * scale * Math.floor(i / 11)} 3`);
  }
  for (let y = 0; y < 10; y++) {
    for (let x = 0; x < 10; x++) {
      const a = 1 + x + 11 * y;
      lines.push(`f ${a} ${a + 1} ${a + 12} ${a + 11}`);
    }
  }
  return lines.join("\n");
}
