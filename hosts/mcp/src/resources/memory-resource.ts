/** `tacit://memory/{id}`: one memory in full, as the tool `get` shows it. */
import { type Memory, MemoryError, quoteLine, shortId } from "@tacit-memory/memory";
import { MCP_LISTS } from "../limits.ts";
import { readable } from "../readable.ts";
import type { ToolContext } from "../tool.ts";
import { GET } from "../tools/get.ts";
import { memoryId } from "../tools/memory-id.ts";
import type { ResourceKind } from "./resource-kind.ts";

export const MEMORY_RESOURCE: ResourceKind = {
  name: "memory",
  title: "A memory in full",
  description: "Text, source, evidence, files and relations of one memory, by its citation id.",
  variable: "id",
  list: async (context) => {
    const recent = await recentMemories(context);
    return recent.map((memory) => ({
      key: shortId(memory.id),
      name: `mem:${shortId(memory.id)}`,
      title: `${memory.type}: ${quoteLine(memory.content, MCP_LISTS.titleChars)}`,
      atMs: memory.createdAtMs,
      changedAtMs: memory.updatedAtMs,
    }));
  },
  read: async (context, key) => {
    try {
      return await GET.run(context, { ids: [key] });
    } catch (error) {
      if (MemoryError.is(error, "memory_not_found")) return null;
      throw error;
    }
  },
  complete: async (context, start) => {
    const recent = await recentMemories(context);
    const wanted = memoryId(start);
    return recent.map(({ id }) => shortId(id)).filter((id) => id.startsWith(wanted));
  },
};

async function recentMemories(context: ToolContext): Promise<Memory[]> {
  return readable(context, await context.tacit.memories.list({ limit: MCP_LISTS.memories }));
}
