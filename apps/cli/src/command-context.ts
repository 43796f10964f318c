/** What a command may access: its place, its output, and the user it may ask. */
import type { Machine } from "./machine.ts";
import type { Renderer } from "./output/renderer.ts";

export interface Place {
  /** Tacit's home folder. */
  readonly home: string;
  /** The value of --project; null if not passed. */
  readonly named: string | null;
}

export interface CommandContext {
  readonly machine: Machine;
  readonly place: Place;
  readonly out: Renderer;
  /** Ends the process with this status although nothing is thrown. */
  readonly endWith: (status: number) => void;
}

/** Returns whether a person uses both input and output. */
export function isInteractive(context: CommandContext): boolean {
  const { stdin, stderr } = context.machine;
  return stdin.isTTY === true && stderr.isTTY === true && !context.out.isJson;
}
