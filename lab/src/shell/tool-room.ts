/** How high the bar of tools is with words under its icons, and with words beside them, pixels. */
const FULL = 425;
const ROWS = 252;

/** Makes the bar of tools as compact as the room for it asks for; the style sheet knows how. On narrow pages it lies flat. */
export function fitTools(shell: HTMLElement, room: HTMLElement): void {
  const update = (): void => {
    const { clientHeight: height } = room;
    shell.dataset["tools"] = height >= FULL ? "full" : height >= ROWS ? "rows" : "icons";
  };
  new ResizeObserver(update).observe(room);
  update();
}
