/** Selects what would be forgotten: memories and sessions that match a filter. */
import { listMemoriesByPath } from "../anchors/project-paths.ts";
import { HISTORY_AGENT, type Memory } from "../domain/memory.ts";
import type { ListFilter } from "../store/memories/memory-lists.ts";
import { listSessionRows } from "../store/sessions/session-selection.ts";
import type { Workspace } from "../workspace.ts";

export interface ForgetFilter {
  readonly type?: string | undefined;
  readonly tag?: string | undefined;
  readonly file?: string | undefined;
  /** Memories not confirmed since then, and sessions without events since then. */
  readonly beforeMs?: number | undefined;
  /** All its words must be in the memory, or in one message, prompt or call of the session. */
  readonly query?: string | undefined;
  /** A person or agent, in every project: what is scoped to them, and what they stored or did. */
  readonly owner?: string | undefined;
}

/** Returns matching memories, including superseded and archived ones. */
export async function memoriesToForget(
  workspace: Workspace,
  { type, tag, file, beforeMs, query, owner }: ForgetFilter,
): Promise<Memory[]> {
  const filter: Omit<ListFilter, "projectId"> = {
    type,
    tag,
    file,
    state: null,
    withSuperseded: true,
  };
  const all = await listMemoriesByPath(workspace, { ...filter, anyProject: owner !== undefined });
  const words = wordsOf(query);
  return all.filter(
    (memory) =>
      (beforeMs === undefined || memory.confirmedAtMs <= beforeMs) &&
      (owner === undefined || memory.scopeOwner === owner || memory.agent === owner) &&
      holds(memory, words),
  );
}

export interface SessionToForget {
  readonly id: string;
  readonly agent: string | null;
  readonly task: string | null;
  readonly lastEventMs: number;
}

/** Returns matching sessions of this project, newest first; with an owner, of every project. */
export async function sessionsToForget(
  { db, projectId }: Workspace,
  { beforeMs, query, owner }: Pick<ForgetFilter, "beforeMs" | "query" | "owner">,
): Promise<SessionToForget[]> {
  const words = wordsOf(query);
  const rows = await listSessionRows(db, {
    projectId: owner === undefined ? projectId : undefined,
    agent: owner,
    exceptAgent: HISTORY_AGENT,
    beforeMs,
    words: words.length === 0 ? undefined : words,
  });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return [...byId.values()].map(({ id, agent, task, lastEventMs }) => ({
    id,
    agent,
    task,
    lastEventMs,
  }));
}

function wordsOf(query = ""): string[] {
  return query
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
}

function holds({ title, content, tags, files }: Memory, words: readonly string[]): boolean {
  const text = [title, content, ...tags, ...files].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}
