/** What a model summed up from several memories, as a candidate like any other: the same gates, never more than believed. */
import { createHash } from "node:crypto";
import type { Candidate } from "../domain/candidate.ts";
import { draft } from "../domain/draft.ts";
import { newestEvidence } from "../domain/evidence.ts";
import type { CandidateId, ProjectId } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Moment } from "../domain/moment.ts";
import { findCandidate } from "../store/candidates.ts";
import type { Database } from "../store/drivers/driver.ts";
import { type Promotion, type PromotionContext, promote } from "./promote.ts";
import { findContradiction, findDuplicate, nearestTo } from "./similar.ts";

const MAX_FILES = 12;

export interface Summary {
  readonly title: string;
  readonly content: string;
  /** At least two. */
  readonly sources: readonly Memory[];
  /** Different sessions that its sources must come from to be believed. */
  readonly minSessions: number;
}

/**
 * Inside the caller's transaction. "said_already": of these very sources there is one, or a memory says it.
 * "contradicts": it says the opposite of a memory; a model's word is no reason to doubt what was seen.
 */
export async function promoteSummary(
  db: Database,
  projectId: ProjectId,
  summary: Summary,
  context: PromotionContext,
  moment: Moment,
): Promise<Promotion | "said_already" | "contradicts"> {
  const { title, content, sources, minSessions } = summary;
  const subject = subjectOf(sources);
  const known = await findCandidate(db, projectId, subject);
  if (known !== null && known.state !== "proposed") return "said_already";
  const near = nearestTo(db, projectId, content);
  if ((await findDuplicate(db, projectId, content, near)) !== null) return "said_already";
  const files = [...new Set(sources.flatMap((one) => one.files))].slice(0, MAX_FILES);
  const source = "agent_explicit" as const;
  const times = { validFromMs: null, validToMs: null, createdAtMs: moment.nowMs };
  const claim = { content, files, source, ...times };
  if ((await findContradiction(near, claim)) !== null) return "contradicts";
  const candidate: Candidate = {
    ...draft({ type: "module_insight", title, content, files, tags: ["summary"] }),
    id: known?.id ?? (moment.newId() as CandidateId),
    projectId,
    signals: [],
    subject,
    sessions: [...new Set(sources.flatMap((one) => one.sessions))],
    score: Math.min(...sources.map(({ confidence }) => confidence)),
    standing: sources.some(({ standing }) => standing === "hypothesis") ? "hypothesis" : "believed",
    isTainted: sources.some(({ isTainted }) => isTainted),
    evidence: newestEvidence(sources.flatMap(({ evidence }) => evidence)),
    lineage: sources.map(({ id }) => id),
    createdAtMs: known?.createdAtMs ?? moment.nowMs,
    state: "proposed",
    reason: null,
  };
  const proposal = { candidate, minSessions, survivesFailure: false, revises: null };
  const [promotion] = await promote(db, [proposal], context, moment);
  return promotion ?? "said_already";
}

function subjectOf(sources: readonly Memory[]): string {
  const ids = sources.map(({ id }) => id).sort();
  return `summary:${createHash("sha256").update(ids.join(" ")).digest("hex").slice(0, 24)}`;
}
