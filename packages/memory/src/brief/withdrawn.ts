/** Reports once, at the next opportunity, memories that a running session was shown and that no longer apply. */
import { shortId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { ShownItem } from "../domain/session/shown-item.ts";
import { clip } from "../domain/text/text.ts";
import { isVisibleTo } from "../domain/visibility.ts";
import { agentReader } from "../recall/reader.ts";
import { getMemories } from "../store/memories/memories.ts";
import { withdrawnSince } from "../store/sessions/injections.ts";
import type { Workspace } from "../workspace.ts";
import type { Teller } from "./teller.ts";

/** Maximum characters of the replacement. */
const SAID_CHARS = 240;

export interface Withdrawn {
  readonly lines: readonly string[];
  /** What the ledger records. */
  readonly shown: readonly ShownItem[];
}

export async function withdrawnFrom(workspace: Workspace, teller: Teller): Promise<Withdrawn> {
  const { db, projectId } = workspace;
  const rows = await withdrawnSince(db, projectId, teller.session);
  if (rows.length === 0) return { lines: [], shown: [] };
  const successors = await getMemories(
    db,
    rows.flatMap(({ supersededBy }) => supersededBy ?? []),
  );
  const reader = agentReader(workspace, teller);
  const byId = new Map(
    successors
      .filter((successor) => isTold(successor) && isVisibleTo(reader, successor))
      .map((successor) => [successor.id, successor]),
  );
  return {
    lines: rows.map(({ id, supersededBy }) =>
      lineOf(id, supersededBy === null ? undefined : byId.get(supersededBy)),
    ),
    shown: rows.map(({ id }) => ({ id, tokens: 0, pointedAs: WITHDRAWN })),
  };
}

const WITHDRAWN = "withdrawn";

function isTold({ state, needsReview, isTainted }: Memory): boolean {
  return state === "active" && !needsReview && !isTainted;
}

function lineOf(id: Memory["id"], successor: Memory | undefined): string {
  const line = `- [mem:${shortId(id)}], shown earlier in this session, was withdrawn`;
  if (successor === undefined) return `${line}; do not rely on it.`;
  return `${line}. [mem:${shortId(successor.id)}]: ${clip(successor.content, SAID_CHARS)}`;
}
