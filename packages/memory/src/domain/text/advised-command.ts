/** Returns the command that a memory advises: the fix of an error, or the command of a recipe that works. */
import type { Memory } from "../memory.ts";

/** Returns null if it advises none. */
export function advisedCommand({ type, payload }: Pick<Memory, "type" | "payload">): string | null {
  const fix = curingCommand(payload);
  if (fix !== undefined) return fix;
  const { command } = payload;
  return type === "error_pattern" || typeof command !== "string" ? null : command;
}

/** Returns the command that fixes an error: null if it is not text, undefined if the fix is not a command. */
export function curingCommand({ fix }: Memory["payload"]): string | null | undefined {
  if (typeof fix !== "object" || fix === null || !("command" in fix)) return undefined;
  return typeof fix.command === "string" ? fix.command : null;
}
