/** What a command may access: its place, its output, and the user it may ask. */
import { ERRORS } from "@tacit-memory/memory";
import type { Machine } from "./machine.ts";
import type { Renderer } from "./output/renderer.ts";

export interface CommandEnvironment {
  /** Tacit's home folder. */
  readonly home: string;
  /** The value of --project; null if not passed. */
  readonly named: string | null;
}

export interface CommandContext {
  readonly machine: Machine;
  readonly place: CommandEnvironment;
  readonly out: Renderer;
  /** Ends the process with this status although nothing is thrown. */
  readonly endWith: (status: number) => void;
}

/** Ends with "bad data" if something was rejected and nothing was imported or already stored. */
export function endIfAllRejected(context: CommandContext, taken: number, rejected: number): void {
  if (taken === 0 && rejected > 0) context.endWith(ERRORS.input_malformed.exit);
}

/** Returns whether a person uses both input and output. */
export function isInteractive(context: CommandContext): boolean {
  const { stdin, stderr } = context.machine;
  return stdin.isTTY === true && stderr.isTTY === true && !context.out.isJson;
}
