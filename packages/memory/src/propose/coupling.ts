/**
 * Files that change together time and again, counted over sessions and commits, become one candidate: a
 * causal dependency "when this changes, so does that". Direction goes to where it is stronger.
 */
import { draft } from "../domain/draft.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { Signal } from "../domain/signal.ts";
import { clip } from "../domain/text.ts";
import { sessionsEditing, sessionsOfPair } from "../store/co-access.ts";
import type { Database } from "../store/drivers/driver.ts";
import { PROPOSE } from "./tuning.ts";

/**
 * The co_access signals of a session that have become telling by what the store has counted. `isThere`
 * leaves out files that have been deleted or renamed since.
 */
export async function coupledFiles(
  db: Database,
  projectId: ProjectId,
  signals: readonly Signal[],
  isThere: (path: string) => boolean,
): Promise<Signal[]> {
  const found: Signal[] = [];
  let pairs = 0;
  for (const signal of signals) {
    if (signal.pair === undefined || !signal.pair.isEdit || isObvious(signal.pair.a, signal.pair.b))
      continue;
    if (pairs >= PROPOSE.couplingPerSession.value) break;
    if (!isThere(signal.pair.a) || !isThere(signal.pair.b)) continue;
    const coupled = await couple(db, projectId, signal, signal.pair);
    if (coupled.length > 0) pairs++;
    found.push(...coupled);
  }
  return found;
}

async function couple(
  db: Database,
  projectId: ProjectId,
  signal: Signal,
  pair: { readonly a: string; readonly b: string },
): Promise<Signal[]> {
  const together = await sessionsOfPair(db, projectId, pair.a, pair.b);
  if (together.length < PROPOSE.couplingMinSessions.value) return [];
  const [editingA, editingB] = [
    await sessionsEditing(db, projectId, pair.a),
    await sessionsEditing(db, projectId, pair.b),
  ];
  const [when, then, of] =
    together.length / editingA >= together.length / editingB
      ? [pair.a, pair.b, editingA]
      : [pair.b, pair.a, editingB];
  if (together.length / of < PROPOSE.couplingMinShare.value) return [];
  const told: Signal = {
    ...signal,
    subject: `coupled:${pair.a}:${pair.b}`,
    minSessions: 1,
    evidence: [
      {
        kind: "reobserved",
        detail: `${together.length} of ${of} changes`,
        session: signal.session,
        atMs: 0,
      },
    ],
    draft: draft({
      type: "causal_dependency",
      title: clip(`${when} changes with ${then}`, 80),
      content: `When \`${when}\` changes, \`${then}\` changes with it (${together.length} of ${of} times).`,
      payload: { when, then, together: together.length, of },
      files: [when, then],
      tags: ["changes-together"],
    }),
  };
  // It was shown by all of them, not only by the one that made it enough.
  return together.map((session) => ({ ...told, session }));
}

/** A file and its own test, style or index: anybody expects them to change together. */
function isObvious(a: string, b: string): boolean {
  const stem = (path: string) =>
    path
      .replace(/^.*\//, "")
      .replace(/\.[^.]+$/, "")
      .replace(/[._-]?(?:test|spec|stories|module|types?|d|styles?)$/i, "")
      .replace(/^(?:test_|Test)/, "");
  return (
    stem(a) === stem(b) ||
    /(^|\/)(?:index|mod|__init__|package)\.\w+$/.test(a) ||
    /(^|\/)(?:index|mod|__init__|package)\.\w+$/.test(b)
  );
}
