/** Builds a memory of type "correction" that marks another one as wrong, so that agents do not learn it again. */
import type { Database } from "@tacit-memory/sqlite";
import type { Memory } from "../../domain/memory.ts";
import type { Moment } from "../../domain/moment.ts";
import { clip } from "../../domain/text/text.ts";
import { removeEdge } from "../../store/memories/edges.ts";
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
      scope,
      scopeOwner,
      visibility,
      files,
      symbols,
      triggers,
      errorFingerprint,
      agent,
      branch,
      commit,
      isStaged,
    },
    moment,
  );
}

export function isRefutation({ type, payload }: Pick<Memory, "type" | "payload">): boolean {
  return type === "correction" && payload.refutes !== undefined;
}

/**
 * Ends the supersession of a memory that has no successor any more, or a different one: removes the relation, and archives
 * the correction that marked the memory as wrong. `memory`: as it was before the change.
 */
export async function endSupersession(db: Database, memory: Memory, moment: Moment): Promise<void> {
  if (memory.supersededBy === null) return;
  const edge = { fromId: memory.supersededBy, type: "supersedes" as const, toId: memory.id };
  await removeEdge(db, edge, moment);
  const refutation = await refutationNow(db, memory);
  if (refutation !== null)
    await changeMemory(db, refutation, { ...refutation, state: "archived" }, "withdrawn", moment);
}

/** Returns the active correction that marks the memory as wrong. */
export async function refutationNow(
  db: Database,
  { id, supersededBy }: Memory,
): Promise<Memory | null> {
  if (supersededBy === null) return null;
  const [successor] = await getMemories(db, [supersededBy]);
  const isOne = successor?.payload.refutes === id && successor.state === "active";
  return isOne ? successor : null;
}
