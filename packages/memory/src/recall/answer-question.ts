/** Recall as part of the engine: returns what is visible at the current checkout, ranked by both stages. */
import { readNeighbours } from "@tacit-memory/codegraph";
import {
  currentBranchStates,
  GIT_LIMIT_MS,
  withBranches,
} from "../anchors/branches/current-branches.ts";
import { neighbourPath } from "../anchors/code-index-path.ts";
import { keepReviewQueue } from "../anchors/freshness/check-memories.ts";
import { formerNamesOf, pathsInProject } from "../anchors/project-paths.ts";
import { keptOutput } from "../capture/digest.ts";
import { DEFAULT_TRUST, type Trust } from "../config/trust.ts";
import { MemoryError } from "../domain/errors.ts";
import type { CodeState, Hit } from "../domain/hit.ts";
import { idEnding, isIdLike } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Imagined } from "../domain/ports/rerank.ts";
import type { LearnedPeriod } from "../domain/selection.ts";
import { errorFingerprints } from "../domain/text/error-fingerprint.ts";
import { stripInjected } from "../domain/text/injected-text.ts";
import type { Lexical } from "../search/lexical.ts";
import { getMemory } from "../store/memories/memories.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import { isAnyBearing } from "./asked/bearing.ts";
import { type EventPhrase, eventPhraseIn } from "./asked/event-phrase.ts";
import { type TimePhrase, timePhraseIn } from "./asked/time-phrase.ts";
import { ASKED } from "./asked/tuning.ts";
import { gate, gateVerdicts } from "./gate.ts";
import { mergeAnswers, NO_HITS_SHOWN, type QuestionAnswer } from "./merge-answers.ts";
import { passagesOf, statedPeriod } from "./passages/passages-of-period.ts";
import { agentReader } from "./reader.ts";
import { DEFAULT_LIMIT, type RecallRequest, recall } from "./recall.ts";
import { shownUnasked } from "./shown/shown-unasked.ts";

export interface QuestionRequest
  extends Omit<
    RecallRequest,
    "projectId" | "root" | "freshness" | "hiddenStages" | "replacedIds" | "formerPlaces"
  > {
  /** Includes what was learned on branches that are not merged into the current checkout. */
  readonly allBranches?: boolean | undefined;
  /**
   * A person or agent asked this question and reads the answer. A question without an answer is stored as a gap, and is
   * searched for with an imagined answer if a model was chosen for that.
   */
  readonly isAsked?: boolean | undefined;
  /** The question was asked before, as when a page is loaded again: a missing answer does not count once more. */
  readonly isRepeated?: boolean | undefined;
  /** The question is being typed: its last word may be incomplete. */
  readonly isTyped?: boolean | undefined;
  /** Where to search. By default memories and what was said in past sessions. */
  readonly in?: (typeof SEARCHED)[number] | undefined;
  /** Restricts the answer to what was learned before the time of a memory, given by its id or by words that find it. */
  readonly before?: string | undefined;
  /** Restricts the answer to what was learned after that time. */
  readonly after?: string | undefined;
}

/** Where answers are searched. */
export const SEARCHED = ["all", "memories", "sessions"] as const;

export interface Recalled {
  readonly query: string;
  readonly tookMs: number;
  /**
   * Whether a prompt with this text would inject none of the answers for an agent that did not ask, neither in full nor as a
   * pointer.
   */
  readonly abstained: boolean;
  /** Whether any of the memories is relevant to the question, whether or not it would be shown unasked. */
  readonly isAnyBearing: boolean;
  /** The question that was answered instead, with typing errors corrected; absent if it was answered as asked. */
  readonly corrected?: string;
  /** Memories, best first. */
  readonly hits: readonly Hit[];
  /** Memories and passages of past sessions in one ranking. */
  readonly answers: readonly QuestionAnswer[];
  /** The memories whose times limited the answer, in the order of the request. */
  readonly events: readonly Memory[];
  /**
   * The period that limited the answer, in the words of the question, such as "last week"; null when the question states
   * none.
   */
  readonly period: TimePhrase | null;
  /** A period of the question in which nothing relevant was found, so that results of any time are returned. */
  readonly emptyPeriod: TimePhrase | null;
  /** The imagined answer used for the search because no hit was relevant; null when one was, or no model imagines. */
  readonly imagined: Imagined | null;
  /** Why only words and not meaning were searched; null when meaning was searched or is turned off. */
  readonly meaningProblem: string | null;
}

/**
 * Answers a question. Throws "memory_not_found" for an unknown event, and "usage" for filters that do not apply to past
 * sessions.
 */
export async function recallAsked(
  workspace: Workspace,
  request: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Recalled> {
  const startedAt = performance.now();
  const { in: searched = "all", ...rest } = request;
  if (searched === "sessions" && isOfMemories(request))
    throw new MemoryError("usage", { reason: SESSIONS_BY_QUESTION });
  const found =
    searched === "sessions"
      ? await nothingOf(workspace, request)
      : await memoriesFor(workspace, rest, lexical);
  const { learned, isImagined, ...answer } = found;
  const { query, limit = DEFAULT_LIMIT } = request;
  const stated = found.period === null ? statedPeriod(request, workspace.moment().nowMs) : null;
  const passages =
    searched === "memories" || isOfMemories(request)
      ? { hits: [], isOfPeriod: false }
      : await passagesOf(workspace, { ...request, limit, learned }, stated);
  const hits = passages.isOfPeriod ? [] : found.hits;
  const shown = isImagined
    ? NO_HITS_SHOWN
    : shownUnasked(query, hits, passages.hits, {
        trust: workspace.trust,
        agent: agentReader(workspace, { session: null }),
      });
  const periods = passages.isOfPeriod
    ? { period: stated, emptyPeriod: null }
    : { period: found.period, emptyPeriod: stated };
  const answers = mergeAnswers(hits, passages.hits, shown, limit);
  return {
    ...{ query, ...answer, hits, ...periods, answers },
    abstained: answers.every((item) => item.shown === null),
    isAnyBearing: isAnyBearing(hits),
    tookMs: performance.now() - startedAt,
    meaningProblem: query.trim() === "" ? null : workspace.meaning.problem(),
  };
}

const SESSIONS_BY_QUESTION =
  "past sessions are searched by a question alone: no type, scope or point in time";

/** What was found in memories, and the period that limits the answer. */
type FoundMemories = Pick<Recalled, "hits" | "events" | "period" | "imagined"> & {
  readonly learned: LearnedPeriod;
  /** Found with an imagined answer, which does not show that the question itself is answered. */
  readonly isImagined: boolean;
};

async function nothingOf(workspace: Workspace, request: QuestionRequest): Promise<FoundMemories> {
  const { events, learned } = await boundsOf(workspace, request);
  const period =
    request.learned === undefined ? timePhraseIn(request.query, workspace.moment().nowMs) : null;
  const bounds = narrowed(period?.learned ?? request.learned, learned);
  return { isImagined: false, hits: [], events, period, imagined: null, learned: bounds };
}

async function memoriesFor(
  workspace: Workspace,
  options: Omit<QuestionRequest, "in">,
  lexical: Lexical | undefined,
): Promise<FoundMemories> {
  const { before, after, isAsked, isRepeated: _, isTyped: __, ...request } = options;
  const bounds = await boundsOf(workspace, { before, after });
  const learned = narrowed(request.learned, bounds.learned);
  const dated = bounds.events.length === 0 ? request : { ...request, learned };
  const self =
    isAsked === true && bounds.events.length === 0
      ? await recallDated(workspace, request, lexical)
      : null;
  let hits = self?.hits ?? (await once(workspace, dated, lexical));
  const mayImagine = isAsked === true && self?.period === undefined && !isAnyBearing(hits);
  const imagined =
    mayImagine && request.query.trim() !== ""
      ? await workspace.rerank.imagine(request.query)
      : null;
  if (imagined !== null && imagined.text !== null) {
    hits = await once(
      workspace,
      { ...dated, query: `${request.query}\n${imagined.text}` },
      lexical,
    );
  }
  await keepReviewQueue(workspace, standingIn(hits)).catch(ignoreUnavailableStore);
  return {
    isImagined: imagined?.text != null,
    hits:
      request.isExplained === true && imagined === null
        ? withVerdicts(hits, workspace.trust)
        : hits,
    events: self?.event === undefined ? bounds.events : [self.event],
    period: self?.period ?? null,
    imagined,
    learned: self?.period?.learned ?? learned,
  };
}

/**
 * Only memories have types, scopes and validity periods, so passages are left out when the request filters by one of them.
 */
function isOfMemories({ query, types, scopes, atMs }: Partial<RecallRequest>): boolean {
  const filters = [types, scopes, atMs];
  return query?.trim() === "" || filters.some((filter) => filter !== undefined);
}

function withVerdicts(hits: readonly Hit[], trust: Trust): Hit[] {
  const verdicts = gateVerdicts(hits, "prompt", trust).map((verdict) =>
    trust.showsDuringSession || verdict.level === null
      ? verdict
      : { ...verdict, level: null, silence: "start_only" as const },
  );
  return hits.map((hit, at) => ({
    ...hit,
    explanation: { ...hit.explanation, gate: verdicts[at] },
  }));
}

/** The answer to a question that states its period, by the calendar or by an event. */
interface Dated {
  readonly hits: Hit[];
  readonly period?: TimePhrase;
  readonly event?: Memory;
}

/**
 * Recalls for a question that states its period. Null when it states none, or when nothing learned in that period is
 * relevant.
 */
async function recallDated(
  workspace: Workspace,
  request: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Dated | null> {
  const isTimed = request.learned !== undefined || request.atMs !== undefined;
  const byTime = isTimed ? null : await recallByTime(workspace, request, lexical);
  const phrase = eventPhraseIn(request.query);
  return (
    byTime ?? (phrase === null ? null : await recallByPhrase(workspace, request, phrase, lexical))
  );
}

/**
 * Recalls for a question such as "How were sessions stored before the migration", like `before` and `after`, if the words
 * identify one memory. Null when they do not, or when nothing relevant is left; then they are ordinary words.
 */
async function recallByPhrase(
  workspace: Workspace,
  request: QuestionRequest,
  { query, side, event: eventText }: EventPhrase,
  lexical: Lexical | undefined,
): Promise<Dated | null> {
  const [named, other] = gate(await answersTo(workspace, eventText), DEFAULT_TRUST).filter(
    ({ explanation }) => explanation.coverage >= ASKED.eventCoverage,
  );
  if (named === undefined || other !== undefined) return null;
  const bound = boundAt(named.memory, side);
  const hits = await once(
    workspace,
    { ...request, query, learned: narrowed(request.learned, bound) },
    lexical,
  );
  return isAnyBearing(hits) ? { hits, event: named.memory } : null;
}

/**
 * Recalls for a question such as "What did we decide last week about headers", like `since` and `until`. Null when nothing
 * learned then is relevant. A question without further words asks for everything, so an empty result is an answer.
 */
async function recallByTime(
  workspace: Workspace,
  request: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Dated | null> {
  const period = timePhraseIn(request.query, workspace.moment().nowMs);
  if (period === null) return null;
  const { query, learned } = period;
  const hits = await once(workspace, { ...request, query, learned }, lexical);
  return query === "" || isAnyBearing(hits) ? { hits, period } : null;
}

/** Recalls for internal use: no second stage, no imagined answer, nothing stored. */
export async function answersTo(workspace: Workspace, query: string): Promise<Hit[]> {
  return once(workspace, { query, secondStage: undefined }, undefined);
}

async function once(
  workspace: Workspace,
  options: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Hit[]> {
  const { allBranches, ...request } = options;
  const here = await currentBranchStates(workspace, GIT_LIMIT_MS);
  const files = pathsInProject(workspace, request.files ?? []);
  const former = await formerNamesOf(workspace, files);
  const found = await recall(
    workspace.db,
    {
      usePriors: workspace.usePriors,
      dense: workspace.meaning,
      lexical,
      secondStage: await workspace.rerank.secondStage(),
      freshness: workspace.freshness,
      mayAskGit: true,
      followsTies: true,
      neighboursOf: (paths) => readNeighbours(neighbourPath(workspace), paths),
      ...request,
      fingerprints: request.fingerprints ?? errorsAsked(workspace, request.query),
      files,
      formerPlaces: [...former.files, ...former.folders],
      projectId: workspace.projectId,
      root: workspace.identity.root,
      ...(allBranches !== true && here.hidden),
    },
    workspace.moment().nowMs,
  );
  return withBranches(found, here);
}

/**
 * Returns the fingerprints of errors in a query, any line of which may be an error. The text is treated like stored output.
 */
function errorsAsked({ redaction }: Workspace, query: string): readonly string[] {
  return errorFingerprints(keptOutput(stripInjected(query), redaction));
}

async function boundsOf(
  workspace: Workspace,
  { before, after }: Pick<QuestionRequest, "before" | "after">,
) {
  const [until, since] = [await eventOf(workspace, before), await eventOf(workspace, after)];
  return {
    events: [until, since].filter((event) => event !== null),
    learned: {
      ...(since === null ? {} : boundAt(since, "after")),
      ...(until === null ? {} : boundAt(until, "before")),
    },
  };
}

function boundAt(event: Memory, side: "before" | "after"): LearnedPeriod {
  return side === "after" ? { fromMs: timeOf(event) + 1 } : { toMs: timeOf(event) };
}

/**
 * Finds an event by id, or by the first memory that the words find if it is relevant, because a wrong event hides answers.
 * Throws "memory_not_found".
 */
async function eventOf(workspace: Workspace, phrase: string | undefined): Promise<Memory | null> {
  if (phrase === undefined) return null;
  const plain = idEnding(phrase);
  // A word may look like the end of an id; if no such memory exists, it is searched as words.
  if (isIdLike(plain)) {
    const found = await getMemory(workspace.db, plain).catch((error: unknown) => {
      if (MemoryError.is(error, "memory_not_found")) return null;
      throw error;
    });
    if (found !== null) return found;
  }
  const [first] = await answersTo(workspace, phrase);
  const isNamed = first !== undefined && (first.explanation.ranks.anchor || isAnyBearing([first]));
  if (!isNamed) throw new MemoryError("memory_not_found", { event: phrase });
  return first.memory;
}

/** Intersects two periods, so that both an event and `until` restrict the answer. */
function narrowed(
  requested: LearnedPeriod | undefined,
  { fromMs, toMs }: LearnedPeriod,
): LearnedPeriod {
  const from = Math.max(
    requested?.fromMs ?? Number.NEGATIVE_INFINITY,
    fromMs ?? Number.NEGATIVE_INFINITY,
  );
  const to = Math.min(
    requested?.toMs ?? Number.POSITIVE_INFINITY,
    toMs ?? Number.POSITIVE_INFINITY,
  );
  return {
    ...(Number.isFinite(from) ? { fromMs: from } : {}),
    ...(Number.isFinite(to) ? { toMs: to } : {}),
  };
}

/** Returns when the event happened if known, otherwise when it was learned. */
function timeOf({ validFromMs, createdAtMs }: Memory): number {
  return validFromMs ?? createdAtMs;
}

function standingIn(hits: readonly Hit[]): Map<Memory["id"], CodeState> {
  return new Map(
    hits.flatMap(({ memory, code }) => (code === undefined ? [] : [[memory.id, code]])),
  );
}
