/** Returns the command that a memory advises: the fix of an error, or the command of a recipe that works. */
import type { Memory } from "../memory.ts";
import type { Payload } from "../payload.ts";

/** Returns null if it advises none. */
export function advisedCommand({ type, payload }: Pick<Memory, "type" | "payload">): string | null {
  const fix = curingCommand(payload);
  if (fix !== undefined) return fix;
  const { command } = payload;
  return type === "error_pattern" ? null : (command ?? null);
}

/** Returns the command that fixes an error; undefined if the fix is not a command. */
export function curingCommand({ fix }: Payload): string | undefined {
  return typeof fix === "object" && fix.kind === "command" ? fix.command : undefined;
}
