/**
 * Records which steps of the recipe are done: a stamp lists a step's inputs and outputs, and is valid while both are
 * unchanged.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";

export interface StampedWork {
  readonly stamp: string;
  /** The step's command, and everything else that determines its result. */
  readonly command: readonly string[];
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Reports whether every output exists and nothing it depends on has changed. */
export function isDone(work: StampedWork): boolean {
  if (!existsSync(work.stamp) || work.outputs.some((path) => !existsSync(path))) return false;
  return readFileSync(work.stamp, "utf8") === describe(work);
}

export function markDone(work: StampedWork): void {
  mkdirSync(dirname(work.stamp), { recursive: true });
  writeFileSync(work.stamp, describe(work));
}

export function forget(work: StampedWork): void {
  rmSync(work.stamp, { force: true });
}

function describe({ command, inputs }: StampedWork): string {
  const seen = inputs.map((path) => {
    if (!existsSync(path)) return `${path} is not there`;
    const { size, mtimeMs } = statSync(path);
    return `${path} ${size} ${Math.round(mtimeMs)}`;
  });
  return `${[...command, ...seen].join("\n")}\n`;
}
