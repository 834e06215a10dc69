const STEPS: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowRight: 1,
  ArrowUp: -1,
  ArrowLeft: -1,
};

/** Makes a tool bar one tab stop: the button that had the focus last. Arrow keys move the focus. */
export function moveFocusByArrows(bar: HTMLElement): void {
  const buttons = [...bar.querySelectorAll("button")];
  const takeFocus = (to: HTMLButtonElement): void => {
    for (const button of buttons) button.tabIndex = button === to ? 0 : -1;
  };
  takeFocus(buttons[0]!);
  bar.addEventListener("focusin", ({ target }) => takeFocus(target as HTMLButtonElement));
  bar.addEventListener("keydown", (event) => {
    const usable = buttons.filter((button) => !button.disabled);
    const here = usable.indexOf(event.target as HTMLButtonElement);
    const step = STEPS[event.key];
    let next: number;
    if (event.key === "Home") next = 0;
    else if (event.key === "End") next = usable.length - 1;
    else if (step === undefined || here === -1) return;
    else next = (here + step + usable.length) % usable.length;
    event.preventDefault();
    event.stopPropagation();
    usable[next]!.focus();
  });
}
