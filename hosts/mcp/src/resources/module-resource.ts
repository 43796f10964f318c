/** `tacit://module/{name}`: which files belong together, and what is known about them. */
import { frame, type Hit, quoteLine, shortId } from "@tacit-memory/memory";
import type { ToolContext } from "../tool.ts";
import type { ResourceKind } from "./resource-kind.ts";

const MAX_FILES = 100;
/** Maximum files of a question; the limit of the tool `recall`. */
const ASKED_FILES = 50;
const MAX_MEMORIES = 20;
const LINE_CHARS = 200;

export const MODULE_RESOURCE: ResourceKind = {
  name: "module",
  title: "A module of the code",
  description:
    "The files of one module in the code graph of this checkout, and the memories about them.",
  variable: "name",
  // Not listed: reading the code of a project for the first time takes long.
  list: async () => [],
  read: async (context, key) => {
    const modules = await context.tacit.code.modules();
    const found = modules.find(({ name }) => name === key);
    if (found !== undefined) return moduleText(context, found.name, found.files);
    const names = modules.map(({ name }) => `- ${quoteLine(name, LINE_CHARS)}`);
    if (names.length > 0) {
      const about = `${context.tacit.identity.name} has no module ${quoteLine(key, 80)}. Its modules are:`;
      return frame(about, names.slice(0, MAX_FILES));
    }
    return `No code found in ${context.tacit.identity.name}: this checkout contains no supported files. \`tacit index\` reports skipped files.`;
  },
  complete: async ({ tacit }, start) => {
    const modules = await tacit.code.modules();
    return modules.map(({ name }) => name).filter((name) => name.startsWith(start));
  },
};

async function moduleText(
  { tacit, caller }: ToolContext,
  name: string,
  files: readonly string[],
): Promise<string> {
  const about = { query: "", files: files.slice(0, ASKED_FILES), limit: MAX_MEMORIES };
  const audience = tacit.brief.agentReader(caller);
  const { hits } = await tacit.memories.recall({ ...about, audience });
  const left = files.length - MAX_FILES;
  return frame(
    `Module ${quoteLine(name, LINE_CHARS)} of ${tacit.identity.name}: ${files.length} files.`,
    [
      "files:",
      ...files.slice(0, MAX_FILES).map((file) => `- ${quoteLine(file, LINE_CHARS)}`),
      ...(left > 0 ? [`- … and ${left} more`] : []),
      ...(hits.length === 0 ? ["memories: none"] : ["memories:", ...hits.map(hitLine)]),
    ],
  );
}

function hitLine({ memory, freshness }: Hit): string {
  return `- [mem:${shortId(memory.id)}] ${memory.type}, ${memory.standing}, ${freshness}: ${quoteLine(memory.content, LINE_CHARS)}`;
}
