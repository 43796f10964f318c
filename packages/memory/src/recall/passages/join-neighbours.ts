/**
 * Joins consecutive passages of a session that both answer a question into one hit: the cause and its fix are often in
 * adjacent passages, and five hits should not be five parts of one answer.
 */
import type { Database } from "@tacit-memory/sqlite";
import { passageOrder, type StoredPassage } from "../../store/sessions/passages.ts";
import type { ScoredPassage } from "./passage-hit.ts";
import { PASSAGES } from "./tuning.ts";

/** A hit under construction. `from` and `to`: positions in the session's order. */
interface Joined {
  readonly best: ScoredPassage;
  readonly pieces: { readonly place: number; readonly passage: StoredPassage }[];
  readonly matched: Set<string>;
}

/** Additional hits beyond the limit that may be joined to a better hit. */
const SPARE = 7;

/**
 * Returns the joined hits, best first, at most `limit`. `hits`: best first. A joined hit keeps the id and relevance of its
 * best passage.
 */
export async function joinNeighbours(
  db: Database,
  hits: readonly ScoredPassage[],
  limit: number,
): Promise<ScoredPassage[]> {
  const placeOf = placesIn(db);
  const joined: Joined[] = [];
  // A forked or resumed session repeats the same text.
  const seen = new Set<string>();
  for (const hit of hits.slice(0, limit + SPARE)) {
    if (seen.has(hit.passage.content)) continue;
    seen.add(hit.passage.content);
    const place = await placeOf(hit.passage);
    const neighbour = joined.find((item) => isNextTo(item, hit.passage, place));
    if (neighbour !== undefined) {
      neighbour.pieces.push({ place, passage: hit.passage });
      for (const word of hit.matched) neighbour.matched.add(word);
    } else if (joined.length < limit) {
      const pieces = [{ place, passage: hit.passage }];
      joined.push({ best: hit, pieces, matched: new Set(hit.matched) });
    }
  }
  return joined.map(toHit);
}

/** Returns a function for the position of a passage in its session; reads each session once. */
function placesIn(db: Database): (passage: StoredPassage) => Promise<number> {
  const orders = new Map<number, readonly number[]>();
  return async ({ sessionRid, rid, speaker }) => {
    // Subagents work side by side, so what one said may be next to what another said.
    if (speaker === "summary" || speaker === "subagent") return Number.NaN;
    const order = orders.get(sessionRid) ?? (await passageOrder(db, sessionRid));
    orders.set(sessionRid, order);
    return order.indexOf(rid);
  };
}

function isNextTo({ best, pieces }: Joined, passage: StoredPassage, place: number): boolean {
  if (best.passage.sessionRid !== passage.sessionRid) return false;
  const length = pieces.reduce((sum, piece) => sum + piece.passage.content.length, 0);
  if (length + passage.content.length > PASSAGES.joinedChars.value) return false;
  return pieces.some((piece) => Math.abs(piece.place - place) === 1);
}

function toHit({ best, pieces, matched }: Joined): ScoredPassage {
  const ordered = pieces.toSorted((a, b) => a.place - b.place).map(({ passage }) => passage);
  const speakers = new Set(ordered.map(({ speaker }) => speaker));
  const texts = ordered.map(({ speaker, content }) =>
    speakers.size === 1 ? content : `${speaker === "user" ? "The user" : "The agent"}: ${content}`,
  );
  const passage = {
    ...best.passage,
    content: texts.join("\n\n"),
    isRetracted: ordered.some((storedPassage) => storedPassage.isRetracted),
    isTainted: ordered.some((storedPassage) => storedPassage.isTainted),
  };
  return { ...best, passage, matched: [...matched] };
}
