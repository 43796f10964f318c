/**
 * Selects the passage of a past session that is worth a pointer for an agent that did not ask: a statement of an agent that was
 * not retracted, and that shares more with the prompt than words which the project uses everywhere. Pure.
 */
import { statementsIn } from "../text/statements.ts";
import type { PassageHit } from "./passage-hit.ts";
import { PASSAGES } from "./tuning.ts";

/** Minimum characters of a passage; shorter ones announce the agent's next action. */
const MIN_CHARS = 250;
/** Minimum sentences that state something, besides code and announcements. */
const MIN_STATEMENTS = 3;
/** Share of lines with a leading `+` from which on a passage is a difference of files. */
const DIFFERENCE = 0.3;

/**
 * Returns the best passage, or undefined: a second one was seldom useful. `hits`: best first. `session`: the asking session,
 * which knows its own passages.
 */
export function worthPointingTo(
  hits: readonly PassageHit[],
  session: string,
): PassageHit | undefined {
  return hits.find(
    ({ passage, relevance, cosine, evidence }) =>
      relevance >= PASSAGES.pointerRelevance.value &&
      (cosine ?? 0) >= PASSAGES.pointerCosine.value &&
      evidence >= PASSAGES.pointerEvidence.value &&
      passage.session !== session &&
      passage.speaker !== "user" &&
      passage.speaker !== "summary" &&
      !passage.isRetracted &&
      !passage.isTainted &&
      isStatement(passage.content),
  );
}

function isStatement(content: string): boolean {
  const lines = content.split("\n").filter((line) => line.trim() !== "");
  const added = lines.filter((line) => /^\s*\+/.test(line));
  return (
    content.length >= MIN_CHARS &&
    added.length < lines.length * DIFFERENCE &&
    statementsIn(content).length >= MIN_STATEMENTS
  );
}
