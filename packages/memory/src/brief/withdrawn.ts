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
import type { Recipient } from "./recipient.ts";

/** Maximum characters of the replacement. */
const SAID_CHARS = 240;

export interface Withdrawn {
  readonly lines: readonly string[];
  /** What the ledger records for each line. */
  readonly shown: readonly (readonly ShownItem[])[];
  /** Replacements that the lines state; the same block does not show them again. */
  readonly stated: ReadonlySet<string>;
}

export async function withdrawnFrom(
  workspace: Workspace,
  recipient: Recipient,
): Promise<Withdrawn> {
  const { db, projectId } = workspace;
  const rows = await withdrawnSince(db, projectId, recipient.session);
  if (rows.length === 0) return { lines: [], shown: [], stated: new Set() };
  const successors = await getMemories(
    db,
    rows.flatMap(({ supersededBy }) => supersededBy ?? []),
  );
  const reader = agentReader(workspace, recipient);
  const byId = new Map(
    successors
      .filter((successor) => isShown(successor) && isVisibleTo(reader, successor))
      .map((successor) => [successor.id, successor]),
  );
  const stated = new Set<string>();
  const lines: string[] = [];
  const shown: ShownItem[][] = [];
  for (const { id, supersededBy } of rows) {
    const successor = supersededBy === null ? undefined : byId.get(supersededBy);
    const isNew = successor !== undefined && !stated.has(successor.id);
    lines.push(lineOf(id, successor, isNew));
    const isWhole = isNew && successor.content.length <= SAID_CHARS;
    shown.push([
      { id, tokens: 0, pointedAs: WITHDRAWN },
      ...(isWhole ? [{ id: successor.id, tokens: 0, pointedAs: null }] : []),
    ]);
    if (isNew) stated.add(successor.id);
  }
  return { lines, shown, stated };
}

const WITHDRAWN = "withdrawn";

function isShown({ state, needsReview, isTainted }: Memory): boolean {
  return state === "active" && !needsReview && !isTainted;
}

/** `isNew`: no earlier line states the successor. */
function lineOf(id: Memory["id"], successor: Memory | undefined, isNew: boolean): string {
  const line = `- [mem:${shortId(id)}], shown earlier in this session, was withdrawn`;
  if (successor === undefined) return `${line}; do not rely on it.`;
  const name = `[mem:${shortId(successor.id)}]`;
  if (!isNew) return `${line}; ${name} replaces it.`;
  return `${line}. ${name}: ${clip(successor.content, SAID_CHARS)}`;
}
