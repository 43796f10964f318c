/**
 * What was asked and not known. Kept when somebody asked for it and nothing came that bears on it; closed by a memory
 * that was learned later and would be put before an agent unasked. Never where a project captures nothing.
 */
import { isEntirelySecret, redact } from "@tacit-memory/redact";
import type { Hit } from "../domain/hit.ts";
import { clip, normaliseText } from "../domain/text/text.ts";
import type { Lexical } from "../search/lexical.ts";
import { findProject } from "../store/projects.ts";
import {
  closeGap,
  closeGapOf,
  countGaps,
  deleteGaps,
  type Gap,
  listGaps,
  listGapsDue,
  noteGap,
  noteLooked,
} from "../store/sessions/gaps.ts";
import { leaveToTheNext, type Workspace } from "../workspace.ts";
import { answersTo, type QuestionRequest, type Recalled, recallAsked } from "./answer-question.ts";
import { isAnyBearing } from "./asked/bearing.ts";
import { ASKED } from "./asked/tuning.ts";
import { gate } from "./gate.ts";

const MAX_QUERY_CHARS = 300;
/**
 * For a count only a few are asked again, `tacit gaps` asks all; no further when time is up, since an encoder on another
 * machine may take seconds for each. The others are asked the next time.
 */
const COUNTED = { most: 20, withinMs: 500 };
const LISTED = { most: ASKED.gapsKept, withinMs: 10_000 };

/** Recall, and where somebody asked a whole question: what it found, or did not, is kept. */
export async function recallAndNote(
  workspace: Workspace,
  request: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Recalled> {
  const recalled = await recallAsked(workspace, request, lexical);
  if (request.isAsked === true && isWholeQuestion(request) && recalled.period === null) {
    const { hits, imagined, meaningProblem } = recalled;
    // What was only found by an imagined answer was not known; what nobody could look for may be.
    const isSought = meaningProblem === null;
    await noteAnswer(workspace, request.query, imagined?.text == null ? hits : [], isSought);
  }
  return recalled;
}

/** Not one that only some kinds or times may answer: that those have nothing is no gap. */
function isWholeQuestion(request: QuestionRequest): boolean {
  const { types, scopes, learned, atMs, before, after } = request;
  const filters = [types, scopes, learned, atMs, before, after];
  return request.in !== "sessions" && filters.every((filter) => filter === undefined);
}

/** What a question found, kept for `tacit gaps`. A store that cannot be written costs the gap, not the answer. */
async function noteAnswer(
  workspace: Workspace,
  query: string,
  hits: readonly Hit[],
  isSought: boolean,
): Promise<void> {
  const redaction = redact(query.trim(), workspace.redaction);
  const question = clip(redaction.text.replace(/\s+/g, " ").trim(), MAX_QUERY_CHARS);
  // Asked with a question mark and without, it is one question.
  const key = normaliseText(question).replace(/[?？¿؟…\s]+$/u, "");
  // Signs alone ask nothing.
  if (!/[\p{L}\p{N}]/u.test(key) || isEntirelySecret(redaction)) return;
  try {
    const { db, projectId } = workspace;
    const { nowMs } = workspace.moment();
    const [best] = gate(hits);
    if (best !== undefined) {
      await closeGapOf(db, { projectId, key, memoryId: best.memory.id, nowMs });
      return;
    }
    // What may be an answer closes nothing, and is no reason to say that there is none.
    if (!isSought || isAnyBearing(hits)) return;
    const mode = (await findProject(db, projectId))?.mode;
    if (mode === "off" || mode === "incognito") return;
    await noteGap(db, { projectId, key, query: question, nowMs }, ASKED.gapsKept);
  } catch (error) {
    leaveToTheNext(error);
  }
}

/** Asks again what may be answered by now, at most so many, and as long as there is time. */
async function resolveGaps(
  workspace: Workspace,
  { most, withinMs }: typeof COUNTED,
): Promise<void> {
  const startedAt = performance.now();
  const { db, projectId } = workspace;
  const { nowMs } = workspace.moment();
  for (const gap of await listGapsDue(db, projectId, most)) {
    if (performance.now() - startedAt > withinMs) return;
    const answer = gate(await answersTo(workspace, gap.query)).find((hit) => isLater(hit, gap));
    if (answer === undefined) await noteLooked(db, gap.gid, nowMs);
    else await closeGap(db, gap.gid, answer.memory.id, nowMs);
  }
}

/** What was there when it was asked did not answer it then. */
function isLater({ memory }: Hit, gap: Gap): boolean {
  return memory.updatedAtMs > gap.lastAtMs;
}

export async function gapsOf(
  workspace: Workspace,
  filter: { readonly withClosed?: boolean | undefined } = {},
): Promise<Gap[]> {
  await resolveGaps(workspace, LISTED).catch(leaveToTheNext);
  return listGaps(workspace.db, workspace.projectId, filter);
}

/** Open ones; a few are asked again first, so that what was answered since is not counted. */
export async function countOpenGaps(workspace: Workspace): Promise<number> {
  await resolveGaps(workspace, COUNTED).catch(leaveToTheNext);
  return countGaps(workspace.db, workspace.projectId);
}

/** For good; null: all of this project. How many there were. */
export function forgetGaps(workspace: Workspace, gids: readonly number[] | null): Promise<number> {
  return deleteGaps(workspace.db, workspace.projectId, gids);
}
