/** File name of a frame, as `frame_0007.obj`. */
export function frameName(frame: number): string {
  return `frame_${String(frame).padStart(4, "0")}.obj`;
}
