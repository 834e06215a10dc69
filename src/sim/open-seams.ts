import type { World } from "./world.js";

/** The `input` phase: seams whose time has come open, before anything is planned for the step. */
export function openSeams({ cloths, time, news }: World): void {
  for (let i = 0; i < cloths.length; i++) {
    const { seams } = cloths[i]!;
    for (let seam = 0; seam < seams.length; seam++) {
      const edges = seams[seam]!.open(time);
      if (edges === null) continue;
      news.push({ type: "open", cloth: i, seam, edges, part: seams[seam]!.part });
    }
  }
}
