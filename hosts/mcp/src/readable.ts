/** Decides what a calling agent may read over MCP: scopes and secrecy, as for what hooks show. */
import { type AgentReader, isVisibleTo, type Memory, MemoryError } from "@tacit-memory/memory";
import type { ToolContext } from "./tool.ts";

function readerOf({ tacit, caller }: Pick<ToolContext, "tacit" | "caller">): AgentReader {
  return tacit.brief.agentReader(caller);
}

/** Throws "memory_not_found" if the caller may not read the memory, as if it did not exist. */
export function requireReadable(
  context: Pick<ToolContext, "tacit" | "caller">,
  id: string,
  memory: Memory,
): void {
  if (!isVisibleTo(readerOf(context), memory)) throw new MemoryError("memory_not_found", { id });
}

/** Returns those of the ids whose memory exists and is readable. */
export async function readableAmong(
  context: Pick<ToolContext, "tacit" | "caller">,
  ids: readonly Memory["id"][],
): Promise<ReadonlySet<Memory["id"]>> {
  const found = await Promise.all([...new Set(ids)].map((id) => findMemory(context, id)));
  return new Set(readable(context, found.flat()).map(({ id }) => id));
}

async function findMemory({ tacit }: Pick<ToolContext, "tacit">, id: string): Promise<Memory[]> {
  try {
    return [await tacit.memories.get(id)];
  } catch (error) {
    // The memory was forgotten meanwhile.
    if (MemoryError.is(error, "memory_not_found")) return [];
    throw error;
  }
}

/** Returns the readable memories, in their order. */
export function readable(
  context: Pick<ToolContext, "tacit" | "caller">,
  memories: readonly Memory[],
): Memory[] {
  const reader = readerOf(context);
  return memories.filter((memory) => isVisibleTo(reader, memory));
}
