import type { Command } from "./messages.js";

/** These come before there is a cloth too. */
export const EARLY = new Set<Command["type"]>([
  "load",
  "open",
  "pause",
  "advance",
  "speed",
  "rest",
  "show",
  "show-strength",
  "measure",
]);
/** Only these are heard while a recording is made ready. */
export const PATIENT = new Set<Command["type"]>([
  ...(["load", "open", "advance", "speed", "rest"] as const),
  ...(["pulse", "return", "return-strain", "show", "show-strength", "measure"] as const),
]);
/** With these a recording that is shown goes on otherwise. */
export const CHANGES = new Set<Command["type"]>([
  ...(["settings", "grab", "take", "draw", "throw"] as const),
  ...(["remove-balls", "pin", "unpin", "paint", "undo"] as const),
]);
