/** Recall as an open engine offers it: what is told at what is checked out, in the order of both stages. */
import { readNeighbours } from "@tacit-memory/codegraph";
import { branchStatesHere, MAY_LOOK, withBranches } from "../anchors/branches/branches-here.ts";
import { neighbourPath } from "../anchors/code-index-path.ts";
import { keepReviewQueue } from "../anchors/freshness/check-memories.ts";
import { formerNamesOf, inProject } from "../anchors/places.ts";
import { keptOutput } from "../capture/digest.ts";
import type { Trust } from "../config/trust.ts";
import { MemoryError } from "../domain/errors.ts";
import type { CodeState, Hit } from "../domain/hit.ts";
import { isIdLike } from "../domain/ids.ts";
import type { Memory } from "../domain/memory.ts";
import type { Imagined } from "../domain/ports/rerank.ts";
import type { Learned } from "../domain/selection.ts";
import { errorFingerprints } from "../domain/text/error-fingerprint.ts";
import { stripInjected } from "../domain/text/injected-text.ts";
import { classifyTurn } from "../domain/text/turn.ts";
import type { Lexical } from "../search/lexical.ts";
import { getMemory } from "../store/memories/memories.ts";
import { leaveToTheNext, type Workspace } from "../workspace.ts";
import { isAnyBearing } from "./asked/bearing.ts";
import { type EventPhrase, eventPhraseIn } from "./asked/event-phrase.ts";
import { type TimePhrase, timePhraseIn } from "./asked/time-phrase.ts";
import { ASKED } from "./asked/tuning.ts";
import { gate, gateVerdicts, levelsOf, SPEAKABLE } from "./gate.ts";
import { type Answer, mergeAnswers, type ShownIds } from "./merge-answers.ts";
import type { PassageHit } from "./passages/search-passages.ts";
import { searchSessions } from "./passages/search-sessions.ts";
import { asksForPast, worthPointingTo } from "./passages/worth-pointing-to.ts";
import { promptMoment } from "./prompt-moment.ts";
import { DEFAULT_LIMIT, type RecallRequest, recall } from "./recall.ts";
import { chooseLevels } from "./shown/choose-levels.ts";
import { passagePointer } from "./shown/pointer.ts";
import { INJECT } from "./shown/tuning.ts";

export interface QuestionRequest
  extends Omit<
    RecallRequest,
    "projectId" | "root" | "freshness" | "hiddenStages" | "formerPlaces"
  > {
  /** What was learned on branches that are not merged into what is checked out, too. */
  readonly allBranches?: boolean | undefined;
  /**
   * Somebody asked this, and reads the answer: a question that nothing is known about is kept as a gap, and may be
   * searched for with an imagined answer where somebody was chosen for that.
   */
  readonly isAsked?: boolean | undefined;
  /** Default: memories and what was said in past sessions. */
  readonly in?: (typeof SEARCHED)[number] | undefined;
  /** Only what was learned before the time of a memory: an id, or words that find it. */
  readonly before?: string | undefined;
  /** Only what was learned after it. */
  readonly after?: string | undefined;
}

/** Where an answer is looked for. */
export const SEARCHED = ["all", "memories", "sessions"] as const;

export interface Recalled {
  readonly query: string;
  readonly tookMs: number;
  /** A prompt with this text would bring none of it to an agent that did not ask, in full or as a pointer. */
  readonly abstained: boolean;
  /** Memories, best first. */
  readonly hits: readonly Hit[];
  /** Memories and passages of past sessions in one ranking. */
  readonly answers: readonly Answer[];
  /** The memories whose times bounded the answer, as they were asked for. */
  readonly events: readonly Memory[];
  /** The time that bounded the answer, as the question said it: "last week"; null where it says none. */
  readonly period: TimePhrase | null;
  /** What was searched with where nothing that bears on the question was found; null where it was, or nobody imagines. */
  readonly imagined: Imagined | null;
  /** Why meaning was not searched, and words answered alone; null where it was, or is turned off. */
  readonly meaningProblem: string | null;
}

/** Throws "memory_not_found" for an event that nothing is known of, "usage" for what past sessions cannot be searched by. */
export async function recallAsked(
  workspace: Workspace,
  request: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Recalled> {
  const startedAt = performance.now();
  const { in: searched = "all", ...rest } = request;
  if (searched === "sessions" && isOfMemories(request)) {
    const reason =
      "past sessions are searched by a question alone: no type, scope or point in time";
    throw new MemoryError("usage", { reason });
  }
  const found =
    searched === "sessions"
      ? await nothingOf(workspace, request)
      : await memoriesFor(workspace, rest, lexical);
  const { learned, isImagined, ...answer } = found;
  const { query, limit = DEFAULT_LIMIT, anyProject } = request;
  const passageHits =
    searched === "memories" || isOfMemories(request)
      ? []
      : await searchSessions(workspace, { query, limit, anyProject, said: learned });
  const shown = isImagined
    ? NOTHING_SHOWN
    : shownUnasked(query, found.hits, passageHits, workspace.trust);
  return {
    query,
    ...answer,
    abstained: shown.full.size + shown.pointed.size === 0,
    answers: mergeAnswers(found.hits, passageHits, shown, limit),
    tookMs: performance.now() - startedAt,
    meaningProblem: query.trim() === "" ? null : workspace.meaning.problem(),
  };
}

const NOTHING_SHOWN: ShownIds = { full: new Set(), pointed: new Set() };

/** What a prompt with this text would bring into a fresh session. */
function shownUnasked(
  query: string,
  hits: readonly Hit[],
  passageHits: readonly PassageHit[],
  trust: Trust,
): ShownIds {
  if (!trust.showsDuringSession || classifyTurn(query) === "none") return NOTHING_SHOWN;
  const passages = asksForPast(query) ? worthPointingTo(passageHits, "") : [];
  const offer = {
    ...levelsOf(
      hits.filter(({ memory }) => SPEAKABLE.includes(memory.type)),
      promptMoment(query),
      trust,
    ),
    passages: passages.map(({ passage }) => passagePointer(passage)),
  };
  const { inFull, pointed } = chooseLevels(offer, INJECT.promptMemories);
  return {
    full: new Set(inFull.map(({ memory }) => memory.id)),
    pointed: new Set(pointed.map(({ id }) => id)),
  };
}

/** What memories say, and the time that bounds the answer. */
type FoundMemories = Pick<Recalled, "hits" | "events" | "period" | "imagined"> & {
  readonly learned: Learned;
  /** Found by an imagined answer, which says nothing of whether the question itself is answered. */
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
  const { before, after, isAsked, ...request } = options;
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
  await keepReviewQueue(workspace, standingIn(hits)).catch(leaveToTheNext);
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

/** Only memories have types, scopes and periods of validity, so passages are left out when one of them is asked for. */
function isOfMemories({ query, types, scopes, atMs }: Partial<RecallRequest>): boolean {
  const filters = [types, scopes, atMs];
  return query?.trim() === "" || filters.some((filter) => filter !== undefined);
}

function withVerdicts(hits: readonly Hit[], trust: Trust): Hit[] {
  const verdicts = gateVerdicts(hits, "prompt", trust);
  return hits.map((hit, at) => ({
    ...hit,
    explanation: { ...hit.explanation, gate: verdicts[at] },
  }));
}

/** A question that dates itself, by the calendar or by an event. */
interface Dated {
  readonly hits: Hit[];
  readonly period?: TimePhrase;
  readonly event?: Memory;
}

/** Null for one that does not, and where nothing that was learned then bears on it. */
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
 * "How were sessions stored before the migration": as `before` and `after` do, where the words name one memory clearly.
 * Null where they do not, or nothing is left: then they are words like any others.
 */
async function recallByPhrase(
  workspace: Workspace,
  request: QuestionRequest,
  { query, side, event: eventText }: EventPhrase,
  lexical: Lexical | undefined,
): Promise<Dated | null> {
  const [named, other] = gate(await answersTo(workspace, eventText)).filter(
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
 * "What did we decide last week about headers": as `since` and `until` do. Null where nothing that was learned then bears
 * on it; where it asks for everything, what there is is the answer, and nothing is one.
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

/** What a question finds here, for nobody who reads it: no second stage, nothing imagined, nothing kept. */
export async function answersTo(workspace: Workspace, query: string): Promise<Hit[]> {
  return once(workspace, { query, secondStage: undefined }, undefined);
}

async function once(
  workspace: Workspace,
  options: QuestionRequest,
  lexical: Lexical | undefined,
): Promise<Hit[]> {
  const { allBranches, ...request } = options;
  const here = await branchStatesHere(workspace, MAY_LOOK);
  const files = inProject(workspace, request.files ?? []);
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
      hiddenStages: allBranches === true ? undefined : here.hidden,
    },
    workspace.moment().nowMs,
  );
  return withBranches(found, here);
}

/** A person may have named any of its lines as an error, whatever it says; read as that was. */
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

function boundAt(event: Memory, side: "before" | "after"): Learned {
  return side === "after" ? { fromMs: timeOf(event) + 1 } : { toMs: timeOf(event) };
}

/** By id, or the first that words find, where it bears on them at all: a wrong event hides answers. Throws "memory_not_found". */
async function eventOf(workspace: Workspace, phrase: string | undefined): Promise<Memory | null> {
  if (phrase === undefined) return null;
  const plain = phrase
    .trim()
    .toLowerCase()
    .replace(/^\[?mem:|\]$/g, "");
  // A word may look like the end of an id: an id that is none is looked for as words.
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

/** Both hold: an event before what `until` says does not move that, nor the other way round. */
function narrowed(asked: Learned | undefined, { fromMs, toMs }: Learned): Learned {
  const from = Math.max(
    asked?.fromMs ?? Number.NEGATIVE_INFINITY,
    fromMs ?? Number.NEGATIVE_INFINITY,
  );
  const to = Math.min(asked?.toMs ?? Number.POSITIVE_INFINITY, toMs ?? Number.POSITIVE_INFINITY);
  return {
    ...(Number.isFinite(from) ? { fromMs: from } : {}),
    ...(Number.isFinite(to) ? { toMs: to } : {}),
  };
}

/** When it happened, where that was said, otherwise when it was learned. */
function timeOf({ validFromMs, createdAtMs }: Memory): number {
  return validFromMs ?? createdAtMs;
}

function standingIn(hits: readonly Hit[]): Map<Memory["id"], CodeState> {
  return new Map(
    hits.flatMap(({ memory, code }) => (code === undefined ? [] : [[memory.id, code]])),
  );
}
