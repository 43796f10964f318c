/** Builds a memory of type "correction" that marks another one as wrong, so that agents do not learn it again. */
import type { Database } from "@tacit-memory/sqlite";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { clip } from "../../domain/text/text.ts";
import { changeMemory, getMemories } from "../../store/memories/memories.ts";
import { buildMemory } from "./new-memory.ts";

const QUOTED_CHARS = 600;
const REASON_CHARS = 360;
const TITLE_CHARS = 80;

/** Returns the correction, ready to insert, in the project of the wrong memory. `because` must have been redacted. */
export function refutationOf(memory: Memory, because: string | undefined, moment: Moment): Memory {
  const quoted = clip(memory.content.trim(), QUOTED_CHARS);
  const end = /[.!?…]$/.test(quoted) ? "" : ".";
  const reason = because === undefined ? "" : ` ${clip(because.trim(), REASON_CHARS)}`;
  const content = `It is not true that: ${quoted}${end}${reason}`;
  const { scope, scopeOwner, visibility, files, symbols, triggers, errorFingerprint } = memory;
  const { agent, branch, commit, isStaged } = memory;
  return buildMemory(
    memory.projectId,
    {
      content,
      title: clip(`Wrong: ${memory.title}`, TITLE_CHARS),
      type: "correction",
      source: "user_corrected",
      payload: { refutes: memory.id },
      ...{ scope, scopeOwner, visibility, files, symbols, triggers, errorFingerprint },
      ...{ agent, branch, commit, isStaged },
    },
    moment,
  );
}

export function isRefutation({ type, payload }: Pick<Memory, "type" | "payload">): boolean {
  return type === "correction" && typeof payload["refutes"] === "string";
}

/** Archives the correction of a memory that is believed again. `memory`: its state before. */
export async function withdrawRefutation(
  db: Database,
  memory: Memory,
  moment: Moment,
): Promise<void> {
  if (memory.supersededBy === null) return;
  const [refutation] = await getMemories(db, [memory.supersededBy]);
  if (refutation?.payload["refutes"] !== memory.id || refutation.state !== "active") return;
  await changeMemory(db, refutation, { ...refutation, state: "archived" }, "withdrawn", moment);
}
