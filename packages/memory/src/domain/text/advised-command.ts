/** The command that a memory says to run: of an error, the one that mends it; of a recipe, the one that works. */
import type { Memory } from "../memory.ts";

/** Null where it advises none. */
export function advisedCommand({ type, payload }: Pick<Memory, "type" | "payload">): string | null {
  const fix = curingCommand(payload);
  if (fix !== undefined) return fix;
  const { command } = payload;
  return type === "error_pattern" || typeof command !== "string" ? null : command;
}

/** What mends an error, where that is a command: null for one that is no text, undefined for an error mended otherwise. */
export function curingCommand({ fix }: Memory["payload"]): string | null | undefined {
  if (typeof fix !== "object" || fix === null || !("command" in fix)) return undefined;
  return typeof fix.command === "string" ? fix.command : null;
}
