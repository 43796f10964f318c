/** What a command may touch: the place it works in, where it prints, whom it may ask. */
import type { Machine } from "./machine.ts";
import type { Renderer } from "./output/renderer.ts";

export interface Place {
  /** Tacit's home folder. */
  readonly home: string;
  /** What --project said; null when it said nothing. */
  readonly named: string | null;
}

export interface CommandContext {
  readonly machine: Machine;
  readonly place: Place;
  readonly out: Renderer;
  /** The process ends with this status, though nothing is thrown. */
  readonly endWith: (status: number) => void;
}

/** A person sits at both ends. */
export function isInteractive(context: CommandContext): boolean {
  const { stdin, stderr } = context.machine;
  return stdin.isTTY === true && stderr.isTTY === true && !context.out.isJson;
}
