/**
 * An open Tacit: one store, one project, every stage in the order of a life. Hooks, CLI, MCP and the library
 * all come in here, with the same resolver and the same defaults.
 */

import { type Mode, type Project, writeModeMarker } from "@tacit-memory/project";
import type { Event } from "@tacit-memory/protocol";
import { secretValuesOf } from "@tacit-memory/redact";
import { mergeProjects } from "./admin/merge-projects.ts";
import { MAY_LOOK, standingsHere } from "./anchors/branches/branches-here.ts";
import {
  freshnessOf,
  indexedFilesNaming,
  keepReviewQueue,
  recheck,
  reviewReasons,
  standingOf,
} from "./anchors/freshness/check-memories.ts";
import { listed } from "./anchors/places.ts";
import { type LateMoment, lateMarkOf } from "./brief/late-mark.ts";
import type { Teller } from "./brief/ledger.ts";
import { requestBlock } from "./brief/request-note.ts";
import * as telling from "./brief/session-blocks.ts";
import * as tools from "./brief/tool-blocks.ts";
import { readOwnPrivacy } from "./capture/own-privacy.ts";
import { firstEvents, lastPrompt, located, projectOf } from "./capture/session-events.ts";
import type {
  TranscriptsProgress,
  TranscriptsRequest,
} from "./capture/transcripts/import-transcripts.ts";
import { updateTriggerMarker } from "./capture/trigger-marker.ts";
import { lazyCode } from "./code/code-surface.ts";
import type * as Memories from "./curate/memories.ts";
import type { Witness } from "./curate/revise/revise.ts";
import type { Tie } from "./curate/ties.ts";
import type { Candidate } from "./domain/candidate.ts";
import type { Memory } from "./domain/memory.ts";
import { retentionIn } from "./domain/options.ts";
import { HISTORY_AGENT } from "./domain/rule-file-tag.ts";
import type { TacitOptions } from "./domain/tacit-options.ts";
import type { RulesWish } from "./exchange/import-rules.ts";
import type { StoreImport } from "./exchange/import-store.ts";
import { hasUnlearned, isBehind } from "./learn/backlog.ts";
import { lessonWriting } from "./learn/writing/lesson-writing.ts";
import type { Recalled, RecallWish } from "./recall/answer-question.ts";
import type { NextRequest, PrefetchRequest } from "./recall/prefetch-files.ts";
import { type Asking, agentReader } from "./recall/reader.ts";
import type { PlanningRequest } from "./report/planning.ts";
import type { ReportWish } from "./report/session-report.ts";
import { createMeaning } from "./search/meaning.ts";
import { createRerank } from "./search/rerank-stage.ts";
import { adoptIdentity } from "./store/adopt-identity.ts";
import { closeAll } from "./store/close-all.ts";
import { listCandidates } from "./store/memories/candidates.ts";
import { getMemory } from "./store/memories/memories.ts";
import type { ListFilter } from "./store/memories/memory-lists.ts";
import { openStore } from "./store/open-store.ts";
import * as projects from "./store/projects.ts";
import { dropReportFiles } from "./store/report-files.ts";
import { makeHomeFolder, resolveProjectSync } from "./store/resolve-project.ts";
import { listEvents } from "./store/sessions/events.ts";
import { lastStartBlockMs } from "./store/sessions/injections.ts";
import { findSession, listRecentSessions, type SessionOrigin } from "./store/sessions/sessions.ts";
import { repairSchema } from "./store/whole-schema.ts";
import { leaveToTheNext, momentAt, type Workspace } from "./workspace.ts";

/**
 * Loaded when first used: a hook that only recalls does not pay for detection, schemas and imports, which
 * take longer to load than a recall takes (bench/hook-cold-start).
 */
const learning = () => import("./learn/learn-session.ts");
const handoffs = () => import("./learn/write-handoff.ts");
const transfer = () => import("./exchange/transfer.ts");
const linking = () => import("./learn/link-pending.ts");
const health = () => import("./admin/health.ts");
const importing = () => import("./exchange/import-history.ts");
const models = () => import("./admin/models.ts");
const asking = () => import("./recall/open-questions.ts");
const rerankers = () => import("./admin/rerankers.ts");
const memories = () => import("./curate/memories.ts");
const candidates = () => import("./curate/decide-candidate.ts");
const ties = () => import("./curate/ties.ts");
const words = () => import("./search/words-in-memory.ts");
const writers = () => import("./admin/writers.ts");
const reporting = () => import("./report/session-report.ts");
const forgetting = () => import("./curate/forget-memories.ts");
const decay = () => import("./curate/decay/upkeep.ts");
const said = () => import("./recall/read-passages.ts");
type Transfer = Awaited<ReturnType<typeof transfer>>;

/** Throws "store_…" and "driver_missing" as opening does, "config_malformed" for a broken `.tacit.json`. */
export async function openTacit(options: TacitOptions) {
  const clock = options.clock ?? Date.now;
  makeHomeFolder(options.home);
  const identity = options.identity ?? resolveProjectSync(options.cwd, { home: options.home });
  const isBrief = options.isLongLived === false;
  const reading = { isMapped: isBrief && options.mayMap !== false, orAsItLies: isBrief };
  const db = await openStore({ ...options, ...reading }, momentAt(clock()));
  const projectId = await adoptIdentity(db, options.home, identity, clock()).catch(
    async (error: unknown) => {
      await db.close();
      throw error;
    },
  );
  const env = options.env ?? {};
  const where = { home: options.home, identity, projectId };
  const own = readOwnPrivacy(options.home, identity.root);
  const redaction = { secretValues: secretValuesOf(env), patterns: own.patterns };
  const moment = () => momentAt(clock());
  const workspace: Workspace = {
    db,
    ...where,
    redaction,
    ignore: own.ignore,
    isStrict: options.isStrict === true,
    promotesStatistics: options.promotesStatistics === true,
    usePriors: options.usePriors === true,
    showsSecrets: options.showsSecrets === true,
    retention: retentionIn(env),
    moment,
    meaning: createMeaning({ db, home: options.home, moment, redaction }, env),
    rerank: createRerank({ db, home: options.home, moment, redaction, projectId }, env),
    freshness: freshnessOf({ db, ...where }, (name) => filesNaming(name)),
  };
  const code = lazyCode(workspace);
  const isWarm = options.isLongLived === true && options.url === undefined;
  let warming: ReturnType<typeof loadWords> | undefined;
  const loadWords = async () => (await words()).createWords(workspace);
  const warm = () => {
    if (isWarm) warming ??= loadWords();
    return warming;
  };
  const seen = identity;
  let isTouched = false;
  const touch = async () => {
    if (!isTouched) await projects.touchProject(db, seen, clock());
    isTouched = true;
  };
  const upkeep = async () => (await decay()).upkeepOf(workspace);
  const filesNaming = indexedFilesNaming(where, code);
  const reader = { outline: code.outline, filesNaming };
  const marked = async <T>(result: T): Promise<T> => {
    await updateTriggerMarker(workspace).catch(leaveToTheNext);
    return result;
  };
  /** A write, and then the vectors of what it wrote, the symbols it is about, and the commands it waits for. */
  const written = async <T>(write: Promise<T>, mayGoOn?: () => boolean): Promise<T> => {
    const result = await write;
    await workspace.meaning.keepUp(options.readsCode !== false);
    if (options.readsCode !== false)
      await (await linking()).linkPending(workspace, reader, mayGoOn).catch(leaveToTheNext);
    return marked(result);
  };
  return {
    home: options.home,
    identity,
    projectId,
    code,
    close: () =>
      closeAll([
        code.close,
        async () => (await warming)?.close(),
        workspace.meaning.close,
        workspace.rerank.close,
        () => db.close(),
      ]),

    // Memories on purpose
    remember: async (teaching: Memories.Teaching) => {
      await touch();
      return written((await memories()).remember(workspace, teaching));
    },
    get: (id: string) => getMemory(db, id),
    list: (filter: Omit<ListFilter, "projectId"> = {}) => listed(workspace, filter),
    confirm: async (id: string, by: Witness = { kind: "user", name: "the user" }) =>
      written((await memories()).confirmMemory(workspace, id, by)),
    correct: async (id: string, correction: Memories.Correction, by?: Memories.Speaker) =>
      written((await memories()).correctMemory(workspace, id, correction, by)),
    askToPin: async (id: string) => written((await memories()).askToPin(workspace, id)),
    edit: async (id: string, change: Parameters<typeof Memories.editMemory>[2]) =>
      written((await memories()).editMemory(workspace, id, change)),
    restore: async (id: string, version?: number) =>
      written((await memories()).restoreMemory(workspace, id, version)),
    archive: async (id: string) => marked(await (await memories()).archiveMemory(workspace, id)),
    forget: async (ids: readonly string[]) => {
      const forgotten = await (await forgetting()).forgetMemories(workspace, ids);
      await workspace.meaning.forget();
      dropReportFiles(options.home);
      return marked(forgotten);
    },
    forgetSession: async (id: string) =>
      (await import("./curate/forget-session.ts")).forgetSession(workspace, id),
    link: async (id: string, to: Tie) => written((await ties()).linkMemory(workspace, id, to)),
    unlink: async (id: string, from: Tie) =>
      written((await ties()).unlinkMemory(workspace, id, from)),
    story: async (id: string) => (await memories()).storyOf(workspace, id),
    /** What was said in a past session, with what was said around it. */
    passage: async (id: string) => (await said()).readPassage(workspace, id),
    answeredQuestion: async () => (await said()).answeredQuestion(workspace),
    timeline: async (id: string, n?: number) => (await memories()).timelineOf(workspace, id, n),
    candidates: (filter: { state?: Candidate["state"]; limit?: number } = {}) =>
      listCandidates(db, { projectId, limit: 1000, ...filter }),
    accept: async (id: string) => written((await candidates()).acceptCandidate(workspace, id)),
    reject: async (id: string) => (await candidates()).rejectCandidate(workspace, id),

    // Recall
    recall: async (wish: RecallWish): Promise<Recalled> =>
      (await asking()).recallAndNote(workspace, wish, await (await warm())?.lexical()),

    /** Questions that nothing was known about; those that a memory answers by now are closed first. */
    gaps: async (filter?: { readonly withClosed?: boolean }) =>
      (await asking()).gapsOf(workspace, filter),
    forgetGaps: async (gids: readonly number[] | null) =>
      (await asking()).forgetGaps(workspace, gids),

    prefetch: async (request: PrefetchRequest) =>
      (await import("./recall/prefetch-files.ts")).prefetchFor(workspace, code, request),
    planning: async (request: PlanningRequest) =>
      (await import("./report/planning.ts")).planningFor(workspace, request),
    moduleStatistics: async () =>
      (await import("./report/planning.ts")).moduleStatisticsOf(workspace),
    /** Files a session will open next, best first; null for one without an event. */
    nextFiles: async (request: NextRequest) =>
      (await import("./recall/prefetch-files.ts")).nextFor(workspace, request),

    /** What the code says of one memory now. */
    standing: async (id: string) => {
      const memory = await getMemory(db, id);
      const standing = await standingOf(workspace, [memory], {
        mayAskGit: true,
        isExplained: true,
      });
      await keepReviewQueue(workspace, standing);
      return standing.get(memory.id);
    },
    /** Where the branch of one memory stands, seen from what is checked out; null: it holds everywhere. */
    branchStanding: async (id: string) =>
      (await standingsHere(workspace, MAY_LOOK)).of(await getMemory(db, id)),
    /** Asks git what was merged, and what was renamed; nothing is asked where nothing has moved. */
    lookAtGit: async (lookMs: number = MAY_LOOK) =>
      (await import("./anchors/renames.ts")).lookAtGit(workspace, lookMs),
    /** Looks at the branches, and at the code under every memory, so that the review queue is as they are. */
    recheck: async () => {
      await standingsHere(workspace, MAY_LOOK);
      await recheck(workspace, { mayAskGit: true });
    },
    reviewReasons: (ids: readonly Memory["id"][]) => reviewReasons(workspace, ids),

    /** Where `isLongLived`: waits until words are in memory, or cannot be. */
    warmUp: async () => (await warm())?.ready(),

    // Sessions
    takeIn: async (
      events: AsyncIterable<Event> | Iterable<Event>,
      origin: SessionOrigin,
      placeOf?: (event: Event) => Project,
    ) =>
      (await learning()).takeIn(
        workspace,
        located(events, placeOf ?? ((event) => projectOf(event, seen))),
        origin,
      ),
    /** Whether events wait to be taken in, besides so many bytes of them, or a session to be learned from. */
    isBehind: (besidesBytes?: number) => isBehind(workspace, besidesBytes),
    /** Whether a session other than this one is open and was not learned from. */
    hasUnlearned: (besides: string) => hasUnlearned(workspace, besides),
    drain: async (mayGoOn?: () => boolean) => (await learning()).drain(workspace, mayGoOn),
    settle: async (mayGoOn?: () => boolean) =>
      written((await learning()).settleDue(workspace, await upkeep(), mayGoOn), mayGoOn),
    settleSessions: async (rids: readonly number[]) =>
      written((await learning()).settleSessions(workspace, rids)),
    ...lessonWriting(workspace, env, written),
    writeHandoff: async (session: string) => (await handoffs()).writeHandoff(workspace, session),
    /** Of sessions that did not say that they ended; `beginning` is the one that asks. */
    writeOpenHandoffs: async (beginning: string, mayGoOn: () => boolean) =>
      (await handoffs()).writeOpenHandoffs(workspace, beginning, mayGoOn),
    resume: (agent: string | null = null) => telling.resumption(workspace, agent),
    sessions: (limit = 20) => listRecentSessions(db, projectId, limit),
    /** The same of agents: a history of git is kept as a session too, and is none of theirs. */
    agentSessions: (limit = 20) => listRecentSessions(db, projectId, limit, HISTORY_AGENT),
    sessionList: async (limit = 20) => (await reporting()).listedSessions(workspace, limit),
    /** What happened in a session, what was learned in it, and why. */
    report: async (wish?: ReportWish) => (await reporting()).reportOf(workspace, wish),
    /** What this project has of a session; a session that went on in another one has the rest there. */
    events: async (session: string): Promise<Event[]> => {
      const row = await findSession(db, projectId, session);
      return row === undefined ? [] : listEvents(db, row.rid);
    },
    /** The last prompt of a session, in whichever project it was given; "" where there is none. */
    lastPrompt: (session: string) => lastPrompt(db, session),
    /** Of each project the session was in: the first event of these kinds since it began, or was compacted. */
    firstEvents: (session: string, kinds: readonly Event["kind"][], agentId: string | null) =>
      firstEvents(db, session, kinds, agentId),

    // Injection
    agentReader: (asking: Asking) => agentReader(workspace, asking),
    startBlock: (teller: Teller, about: Parameters<typeof telling.startBlock>[2] = {}) =>
      telling.startBlock(workspace, teller, about),
    promptBlock: (teller: Teller, prompt: string) => telling.promptBlock(workspace, teller, prompt),
    hasStartBlock: async (teller: string) =>
      (await lastStartBlockMs(db, projectId, teller)) !== null,
    lateMark: (moment: LateMoment, teller: string) => lateMarkOf(workspace, moment, teller),
    /** Asks the agent to record what its last turn settled, where `endTurn` found that it did. */
    requestBlock: (session: string) => requestBlock(workspace, env, session),
    endTurn: async (session: string) =>
      (await import("./brief/end-turn.ts")).endTurn(workspace, env, session),
    inTurnBlock: async (session: string) =>
      (await import("./brief/end-turn.ts")).askInTurn(workspace, env, session),
    toolBlock: (teller: Teller, use: tools.ToolUse) => tools.toolBlock(workspace, teller, use),
    commandBlock: (teller: Teller, command: string) =>
      tools.commandBlock(workspace, teller, command),
    searchBlock: (teller: Teller, patterns: readonly string[]) =>
      tools.searchBlock(workspace, teller, patterns),
    subagentBlock: (teller: Teller, about: Parameters<typeof telling.subagentBlock>[2] = {}) =>
      telling.subagentBlock(workspace, teller, about),

    // Other files, other projects, health
    importLines: async (
      lines: AsyncIterable<string>,
      how: Parameters<Transfer["importLines"]>[2],
    ) => {
      await touch();
      return written((await transfer()).importLines(workspace, lines, how));
    },
    importRules: async (wish?: RulesWish) => {
      const { importRules } = await import("./exchange/import-rules.ts");
      if (wish?.isPreview === true) return importRules(workspace, wish);
      await touch();
      return written(importRules(workspace, wish));
    },
    importStore: async (path: string, wish: StoreImport) => {
      const { importStore } = await import("./exchange/import-store.ts");
      if (wish.isDryRun === true) return importStore(workspace, path, wish);
      await touch();
      return written(importStore(workspace, path, wish));
    },
    importHistory: async (limit?: number) => {
      await touch();
      return written((await importing()).importHistory(workspace, limit));
    },
    /** Stores the sessions of agents' transcripts, each under its project, and learns from them. */
    importTranscripts: async (
      request: TranscriptsRequest,
      onProgress?: (progress: TranscriptsProgress) => void,
    ) => (await importing()).importTranscripts(workspace, request, written, onProgress),
    exportAll: async () => (await transfer()).exportAll(workspace),
    importExport: async (document: unknown, trust?: Parameters<Transfer["importExport"]>[2]) => {
      await touch();
      return written((await transfer()).importExport(workspace, document, trust));
    },
    projects: () => projects.listProjects(db),
    mergeProjects: async (from: string, to: string) => mergeProjects(workspace, from, to),
    mode: async () => (await projects.findProject(db, projectId))?.mode ?? "automatic",
    setMode: async (mode: Mode) => {
      await touch();
      await projects.setMode(db, projectId, mode);
      writeModeMarker(options.home, [projectId, identity.id], identity, mode);
    },
    status: async () => (await health()).statusOf(workspace),
    examine: async () => (await health()).examine(workspace, env),
    /** Makes again what the store can derive: the full-text indexes, triggers, caches. */
    repairIndex: () => repairSchema(db),
    /** Encoders: which there are, fetching one, choosing one, making its vectors. */
    models: async () => (await models()).modelsOf(workspace, { env: options.env ?? {} }),
    /** The second stage of recall, and who imagines answers: which there are, choosing them. */
    rerankers: async () => (await rerankers()).rerankersOf(workspace, { env: options.env ?? {} }),
    writers: async () => (await writers()).writersOf(workspace, { env }),
    trace: async (session?: string, limit = 100) =>
      (await health()).injectionTrace(workspace, session, limit),
  };
}

export type Tacit = Awaited<ReturnType<typeof openTacit>>;
