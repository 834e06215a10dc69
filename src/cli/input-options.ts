import type { Command } from "commander";
import { LIMIT_DEFAULTS, LIMIT_NAMES, resolveLimits, type Limits } from "../scene/index.js";
import { UsageError } from "./usage-error.js";

/** Options that limit what a command reads. */
export interface InputFlags {
  limit?: Partial<Limits>;
  allowOutside?: boolean;
}

/** Adds `--limit`. */
export function addLimitOption(command: Command): Command {
  const defaults = LIMIT_NAMES.map((name) => `${name} ${LIMIT_DEFAULTS[name]}`).join(", ");
  return command.option(
    "--limit <name=number>",
    `raise or lower a limit on the size of inputs (repeatable). Defaults: ${defaults}`,
    addLimit,
  );
}

/** Adds `--allow-outside`. */
export function addOutsideOption(command: Command): Command {
  return command.option(
    "--allow-outside",
    "allow the scene to read files outside of its own folder",
  );
}

function addLimit(text: string, before: Partial<Limits> = {}): Partial<Limits> {
  const [, name, number] = /^(\w+)=(\d+)$/.exec(text) ?? [];
  if (name === undefined) {
    throw new UsageError(`--limit ${text}: expected name=number, as in vertices=2000000`);
  }
  const limits = { ...before, [name]: Number(number) };
  try {
    resolveLimits(limits);
  } catch (error) {
    throw new UsageError(
      `--limit ${text}: ${(error as Error).message.replace(/^limits\.\w+: /, "")}`,
    );
  }
  return limits;
}
