/**
 * Stores unanswered questions as gaps. A gap is stored when a question was asked and no relevant hit was found. It is closed
 * by a memory that was learned later and would be shown unprompted. Projects that capture nothing store no gaps.
 */
import { isEntirelySecret, redact } from "@tacit-memory/redact";
import { DEFAULT_TRUST } from "../config/trust.ts";
import type { Hit } from "../domain/hit.ts";
import { clip, normaliseText, oneLine } from "../domain/text/text.ts";
import type { Lexical } from "../search/lexical.ts";
import { findProject } from "../store/projects.ts";
import {
  closeGap,
  closeGapOf,
  countGaps,
  type Gap,
  listGaps,
  listGapsDue,
  noteGap,
  noteLooked,
} from "../store/sessions/gaps.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import { answersTo, type QuestionRequest, type Recalled } from "./answer-question.ts";
import { isAnyBearing } from "./asked/bearing.ts";
import { ASKED } from "./asked/tuning.ts";
import { gate } from "./gate.ts";
import { recallMistyped } from "./recall-mistyped.ts";

const MAX_QUERY_CHARS = 300;
/**
 * Limits for asking gaps again when they are counted; `tacit gaps` asks all. Stops when time is up, because an encoder on
 * another machine may take seconds for each; the rest is asked next time.
 */
const COUNTED = { limit: 20, withinMs: 500 };
const LISTED = { limit: ASKED.gapsKept, withinMs: 10_000 };

/** Recalls, and records the result of a whole question as a gap or an answer. */
export async function recallAndNote(
  workspace: Workspace,
  request: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Recalled> {
  const recalled = await recallMistyped(workspace, request, lexical);
  if (request.isAsked === true && isWholeQuestion(request) && recalled.period === null) {
    const { hits, imagined, meaningProblem } = recalled;
    // An answer found only by an imagined answer was not known. If meaning could not be searched, it may be.
    const isSought = meaningProblem === null && request.isRepeated !== true;
    await noteAnswer(workspace, request.query, imagined?.text == null ? hits : [], isSought);
  }
  return recalled;
}

/** Whether the question is not restricted to some types or times, for which a missing answer is no gap. */
function isWholeQuestion(request: QuestionRequest): boolean {
  const { types, scopes, learned, atMs, before, after } = request;
  const filters = [types, scopes, learned, atMs, before, after];
  return request.in !== "sessions" && filters.every((filter) => filter === undefined);
}

/** Records the result of a question for `tacit gaps`. If the store cannot be written, the gap is lost but not the answer. */
async function noteAnswer(
  workspace: Workspace,
  query: string,
  hits: readonly Hit[],
  isSought: boolean,
): Promise<void> {
  const redaction = redact(query.trim(), workspace.redaction);
  const question = clip(oneLine(redaction.text), MAX_QUERY_CHARS);
  // A question with and without its question mark is the same.
  const key = normaliseText(question).replace(/[?？¿؟…\s]+$/u, "");
  // A text of only signs is no question.
  if (!/[\p{L}\p{N}]/u.test(key) || isEntirelySecret(redaction)) return;
  try {
    const { db, projectId } = workspace;
    const { nowMs } = workspace.moment();
    // A gap is the lack of a memory; how far the user trusts inferred memories does not change that.
    const [best] = gate(hits, DEFAULT_TRUST);
    if (best !== undefined) {
      await closeGapOf(db, { projectId, key, memoryId: best.memory.id, nowMs });
      return;
    }
    // A possible answer closes no gap, but no gap is recorded either.
    if (!isSought || isAnyBearing(hits)) return;
    const mode = (await findProject(db, projectId))?.mode;
    if (mode === "off" || mode === "incognito") return;
    await noteGap(db, { projectId, key, query: question, nowMs }, ASKED.gapsKept);
  } catch (error) {
    ignoreUnavailableStore(error);
  }
}

/** Asks open gaps again, at most `limit`, as long as time allows. */
async function resolveGaps(
  workspace: Workspace,
  { limit, withinMs }: typeof COUNTED,
): Promise<void> {
  const startedAt = performance.now();
  const { db, projectId } = workspace;
  const { nowMs } = workspace.moment();
  for (const gap of await listGapsDue(db, projectId, limit)) {
    if (performance.now() - startedAt > withinMs) return;
    const answers = gate(await answersTo(workspace, gap.query), DEFAULT_TRUST);
    const answer = answers.find((hit) => isLater(hit, gap));
    if (answer === undefined) await noteLooked(db, gap.gid, nowMs);
    else await closeGap(db, gap.gid, answer.memory.id, nowMs);
  }
}

/** Whether the memory changed after the question was asked; an older memory did not answer it then. */
function isLater({ memory }: Hit, gap: Gap): boolean {
  return memory.updatedAtMs > gap.lastAtMs;
}

export async function gapsOf(
  workspace: Workspace,
  filter: { readonly withClosed?: boolean | undefined } = {},
): Promise<Gap[]> {
  await resolveGaps(workspace, LISTED).catch(ignoreUnavailableStore);
  return listGaps(workspace.db, workspace.projectId, filter);
}

/** Counts open gaps after asking a few again, so that gaps answered since are not counted. */
export async function countOpenGaps(workspace: Workspace): Promise<number> {
  await resolveGaps(workspace, COUNTED).catch(ignoreUnavailableStore);
  return countGaps(workspace.db, workspace.projectId);
}
