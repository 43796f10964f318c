/** What can be asked where nothing that is said before a tool reaches the model? About the file just changed. */
import type { Ask, HookCall } from "../host.ts";

export function filesInHand({ events: [use] }: HookCall): Ask | null {
  if (use?.kind !== "tool_call" || (use.tool !== "edit" && use.tool !== "write")) return null;
  return { kind: "tool", files: use.files ?? [], error: null };
}
