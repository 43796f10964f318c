/**
 * Makes a memory from several, as an accepted proposal asks for. The sources remain, and the new memory is derived from them. It has
 * the audience, scope and branch of its sources, because it contains their text.
 */

import { MemoryError } from "../../domain/errors.ts";
import type { Memory } from "../../domain/memory.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { clip } from "../../domain/text/text.ts";
import { buildMemory, type NewMemory } from "../../learn/promote/new-memory.ts";
import { addEdge } from "../../store/memories/edges.ts";
import { insertMemory } from "../../store/memories/memories.ts";
import { findSession } from "../../store/sessions/sessions.ts";
import type { Workspace } from "../../workspace.ts";
import { NEW_PROCEDURE_CONFIDENCE, procedureText } from "../revise/procedure.ts";
import { haveSameReaders, procedureFrom } from "./find-procedure.ts";

const MAX_CHARS = 1000;
const PART_CHARS = 220;
const TITLE_CHARS = 80;
/** Maximum files, sessions and triggers. */
const MAX_LISTED = 12;

/** Creates a memory of a recurring error from the texts of the memories about it. */
export async function makePattern(
  workspace: Workspace,
  memories: readonly Memory[],
): Promise<Memory> {
  const [first] = memories;
  return derive(workspace, memories, {
    type: "error_pattern",
    title: clip(`Recurring error: ${first?.title}`, TITLE_CHARS),
    content: clip(`This error recurs. Known about it:\n${listOf(memories, PART_CHARS)}`, MAX_CHARS),
    payload: { recurring: memories.length },
    errorFingerprint: first?.errorFingerprint ?? null,
    tags: ["error", "recurring"],
  });
}

/** Creates the digest of a session from its notes, with the session's task as the title. */
export async function makeDigest(
  workspace: Workspace,
  memories: readonly Memory[],
): Promise<Memory> {
  const oldest = [...memories].sort((a, b) => a.createdAtMs - b.createdAtMs);
  const [id = ""] = oldest[0]?.sessions ?? [];
  const session = await findSession(workspace.db, workspace.projectId, id);
  const task = session?.task?.replace(/\s+/g, " ").trim() || oldest[0]?.title || "notes";
  const day = new Date(session?.startedAtMs ?? oldest[0]?.createdAtMs ?? 0);
  const title = clip(`Session of ${day.toISOString().slice(0, 10)}: ${task}`, TITLE_CHARS);
  // Each note has room, because a digest that ends after the first half loses the result of the session.
  const room = Math.floor((MAX_CHARS - title.length - 2) / oldest.length) - 4;
  return derive(workspace, oldest, {
    type: "digest",
    title,
    content: `${title}\n${listOf(oldest, Math.min(PART_CHARS, room))}`,
    payload: { notes: memories.length },
    tags: [...new Set(["digest", ...memories.flatMap(({ tags }) => tags)])].slice(0, MAX_LISTED),
  });
}

/** Creates a procedure from digests and recipes of several sessions. */
export async function makeProcedure(
  workspace: Workspace,
  memories: readonly Memory[],
): Promise<Memory> {
  const { db, projectId } = workspace;
  const ids = [...new Set(memories.flatMap(({ sessions }) => sessions))];
  const rows = await Promise.all(ids.map((id) => findSession(db, projectId, id)));
  const procedure = procedureFrom(
    memories,
    rows.flatMap((row) => row?.outcome ?? []),
  );
  return derive(workspace, memories, {
    type: "workflow_recipe",
    title: clip(procedure.trigger, TITLE_CHARS),
    content: procedureText(procedure),
    payload: { ...procedure, sessions: ids.length },
    confidence: NEW_PROCEDURE_CONFIDENCE,
    tags: ["procedure"],
  });
}

type Derived = Pick<NewMemory, "content" | "title" | "payload" | "tags"> &
  Pick<Memory, "type"> &
  Partial<Pick<NewMemory, "errorFingerprint" | "confidence">>;

async function derive(
  workspace: Workspace,
  memories: readonly Memory[],
  derived: Derived,
): Promise<Memory> {
  const moment = workspace.moment();
  const [first] = memories;
  if (first === undefined) throw new MemoryError("internal", { reason: "a proposal of no memory" });
  if (memories.some((memory) => !haveSameReaders(first, memory))) throw differing();
  const { scope, scopeOwner, visibility, branch, commit, isStaged } = first;
  const lists = (name: "files" | "sessions" | "triggers") =>
    [...new Set(memories.flatMap((memory) => memory[name]))].slice(0, MAX_LISTED);
  const memory = buildMemory(
    workspace.projectId,
    {
      ...derived,
      source: "consolidated",
      standing: "believed",
      scope,
      scopeOwner,
      visibility,
      branch,
      commit,
      isStaged,
      isTainted: memories.some(({ isTainted }) => isTainted),
      needsReview: memories.some(({ needsReview }) => needsReview),
      files: lists("files"),
      sessions: lists("sessions"),
      triggers: lists("triggers"),
    },
    moment,
  );
  await insertMemory(workspace.db, memory, moment);
  for (const { id } of memories)
    await addEdge(
      workspace.db,
      { fromId: memory.id, toId: id, type: "derived_from", createdAtMs: moment.nowMs },
      moment,
    );
  return memory;
}

function listOf(memories: readonly Memory[], chars: number): string {
  return memories.map(({ content }) => `- ${clip(content.replace(/\s+/g, " "), chars)}`).join("\n");
}

export function differing(): MemoryError {
  return new MemoryError("usage", { reason: sentenceOf("proposal_memories_differ", {}) });
}
