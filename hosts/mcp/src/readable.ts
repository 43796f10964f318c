/** What of the memory an agent may read that calls over MCP: scopes and secrecy, as for what hooks show it. */
import { type AgentReader, isVisibleTo, type Memory, MemoryError } from "@tacit-memory/memory";
import type { ToolContext } from "./tool.ts";

function readerOf({ tacit, caller }: Pick<ToolContext, "tacit" | "caller">): AgentReader {
  return tacit.brief.agentReader(caller);
}

/** Throws "memory_not_found" where the caller may not read the memory, as where there is none. */
export function requireReadable(
  context: Pick<ToolContext, "tacit" | "caller">,
  id: string,
  memory: Memory,
): void {
  if (!isVisibleTo(readerOf(context), memory)) throw new MemoryError("memory_not_found", { id });
}

/** Of these, in their order. */
export function readable(
  context: Pick<ToolContext, "tacit" | "caller">,
  memories: readonly Memory[],
): Memory[] {
  const reader = readerOf(context);
  return memories.filter((memory) => isVisibleTo(reader, memory));
}
