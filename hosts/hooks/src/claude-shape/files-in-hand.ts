/** Asks about the file that was just changed, for hosts in which no answer before a tool reaches the model. */
import type { Ask, HookCall } from "../host.ts";

export function filesInHand({ events: [use] }: HookCall): Ask | null {
  if (use?.kind !== "tool_call" || (use.tool !== "edit" && use.tool !== "write")) return null;
  return { kind: "tool", files: use.files ?? [], error: null };
}
