/**
 * The half of a hook that opens the store and answers with the memories that matter at this moment. It is loaded only when a
 * moment asks. After the latest moment it shows nothing; the next process finishes the work that it had begun.
 */
import {
  type ErrorCode,
  isSmallTalk,
  MemoryError,
  type ProjectIdentity,
  type Tacit,
} from "@tacit-memory/memory";
import { closeAllFinishedTurns, closeFinishedTurns } from "./finished-turns.ts";
import type { HookEnvironment } from "./hook-environment.ts";
import type { Answered, Ask, HookCall } from "./host.ts";
import { openUpToDate } from "./open-up-to-date.ts";
import { isWorkerRunning, WORKER_MS } from "./worker.ts";

/**
 * Nothing is shown after this time. When many hooks start at once, the start takes several times as long as the question: an
 * agent that waited for the start gains little if the question is skipped. Hosts wait 5 s.
 */
const LATEST_MS = 2500;
/**
 * Measured from the start of the process. Before it, a session start ingests events and learns from ended sessions; after it,
 * the worker does. Most sessions are learned from at their end, so a start seldom has any left. Hosts wait 5 s.
 */
const LEARN_AT_START_MS = 1500;
/** Maximum wait of a hook for the write lock; after it, the next hook does the work. */
const BUSY_MS = 150;
/** Claude Code gives all SessionEnd hooks 1.5 s together. */
const SETTLE_MS = 900;
/**
 * The end of a turn is skipped if the process started longer ago than this. The host waits for it before it reports the turn
 * as done.
 */
const TURN_END_MS = 1000;
/** Limit for hooks that the host does not wait for. */
const UNAWAITED_MS = 5000;
/** Total limits for a store on a server: at the start of a session, and in the middle of a session. */
const SERVER_START_MS = 3000;
const SERVER_MS = 1500;
/** Limits for git to report what was merged, if something is staged and a branch has moved since the last question. */
const START_LOOK_MS = 120;
const END_LOOK_MS = 300;

/** `env` contains the options of the files, because `run-hook.ts` has read them. */
export interface MomentEnvironment extends HookEnvironment {
  /** Number of bytes that this hook itself has just spooled. */
  readonly capturedBytes?: number;
}

type Limit = (ms: number) => () => boolean;

export async function answerMoment(
  call: HookCall,
  ask: Ask,
  place: ProjectIdentity,
  momentEnvironment: MomentEnvironment,
): Promise<string> {
  const within: Limit = (ms) => () => Date.now() - momentEnvironment.startedAtMs < ms;
  const tacit = await openUpToDate(momentEnvironment, isWorker(ask), {
    home: momentEnvironment.home,
    cwd: place.root,
    identity: place,
    env: momentEnvironment.env,
    isEnvComplete: true,
    busyTimeoutMs: BUSY_LIMITS[ask.kind] ?? BUSY_MS,
    serverLimitMs: serverLimitOf(ask),
    // Loading a parser takes longer than a hook may take.
    readsCode: false,
    isLongLived: false,
  });
  if (tacit === null) return "";
  try {
    if ((await tacit.admin.mode()) === "incognito") return "";
    const text = await answerTo(tacit, call, ask, within);
    const isOutOfTime = !within(LEARN_AT_START_MS)();
    await handOverRest(tacit, call, ask, { ...momentEnvironment, isOutOfTime }).catch(untaken);
    return text;
  } finally {
    await tacit.close();
  }
}

function isWorker({ kind }: Ask): boolean {
  return kind === "catch_up" || kind === "write_lessons";
}

const BUSY_LIMITS: Partial<Record<Ask["kind"], number>> = { settle: SETTLE_MS, catch_up: 5000 };
/** Moments at which a session begins or ends, or that may be a session's first, and the end of catching up. */
const HANDS_OVER: ReadonlySet<Ask["kind"]> = new Set(["start", "settle", "handoff", "catch_up"]);

/** Hands unfinished work over to the worker. */
async function handOverRest(
  tacit: Tacit,
  { ledger, session }: HookCall,
  ask: Ask,
  { home, capturedBytes, handOver, isOutOfTime }: MomentEnvironment & { isOutOfTime: boolean },
): Promise<void> {
  if (handOver === undefined) return;
  if (!HANDS_OVER.has(ask.kind) && !("opensAt" in ask)) return;
  const folder = tacit.identity.root;
  if ((await tacit.sessions.isLessonDue()) && !isWorkerRunning(home, "write-lessons"))
    handOver(folder, "write-lessons");
  // An ingested session that never ended is not due: learning from it was skipped for lack of time.
  const hasWork =
    (await tacit.sessions.isBehind(capturedBytes)) ||
    (isOutOfTime && (await tacit.sessions.hasUnlearned(session))) ||
    (await (await tacit.admin.backups()).isDue());
  if (!hasWork) return;
  // The session is shown the result as soon as it exists.
  if (ask.kind === "start" || "opensAt" in ask)
    await tacit.brief.lateMark("late_start", ledger).leave().catch(untaken);
  if (!isWorkerRunning(home, "catch-up")) handOver(folder, "catch-up");
}

function serverLimitOf(ask: Ask): number {
  if (ask.kind === "catch_up") return WORKER_MS["catch-up"];
  if (ask.kind === "write_lessons") return WORKER_MS["write-lessons"];
  if (ask.kind === "settle") return ask.isUnawaited === true ? UNAWAITED_MS : SETTLE_MS;
  return ask.kind === "start" ? SERVER_START_MS : SERVER_MS;
}

async function answerTo(tacit: Tacit, call: HookCall, ask: Ask, within: Limit): Promise<string> {
  const recipient = (point: Parameters<Tacit["brief"]["promptBlock"]>[0]["point"]) => ({
    ...callerOf(call),
    point,
  });
  switch (ask.kind) {
    case "settle":
      await tacit.brief.lateMark("late_prompt", call.ledger).take().catch(untaken);
      if (ask.isResumed === true)
        await tacit.brief.lateMark("late_start", call.ledger).leave().catch(untaken);
      await catchUp(tacit, within(ask.isUnawaited === true ? UNAWAITED_MS : SETTLE_MS));
      if (ask.isUnawaited === true)
        await closeFinishedTurns(tacit, beginningOf(call), within(UNAWAITED_MS));
      if (within(SETTLE_MS - END_LOOK_MS)()) await tacit.brief.lookAtGit(END_LOOK_MS);
      return "";
    case "turn_end":
      await endTurn(tacit, call, within(TURN_END_MS)).catch(untaken);
      return "";
    case "handoff":
      // The handoff is written from ingested events. A compaction takes longer than ingesting them.
      await tacit.sessions.drain(within(SETTLE_MS));
      await tacit.sessions.writeHandoff(call.session);
      return "";
    case "catch_up":
      return workOff(tacit, within(WORKER_MS["catch-up"]));
    case "write_lessons":
      await tacit.sessions.writeLessons({
        signal: AbortSignal.timeout(WORKER_MS["write-lessons"]),
      });
      return "";
    case "start":
      return startText(tacit, call, ask, within);
    case "prompt":
      return promptText(tacit, call, ask, within);
    case "tool":
      return toolText(tacit, call, ask, within);
    case "command":
      if (!within(LATEST_MS)()) return "";
      return (await tacit.brief.commandBlock(recipient("tool"), ask.command)).text;
    case "searches": {
      if (!within(LATEST_MS)()) return "";
      const late = await lateText(tacit, call, within).catch(notYetShown);
      const { text } = await tacit.brief.searchBlock(recipient("step"), ask.patterns);
      return joined([late, text, await inTurnText(tacit, call, within).catch(notYetShown)]);
    }
    case "subagent":
      return (await tacit.brief.subagentBlock(recipient("subagent"))).text;
  }
}

async function startText(
  tacit: Tacit,
  call: HookCall,
  ask: Ask & { readonly kind: "start" },
  within: Limit,
): Promise<string> {
  const mayLearn = within(LEARN_AT_START_MS);
  // Check the time before loading anything: loading takes longer than the check.
  if (mayLearn()) await catchUp(tacit, mayLearn).catch(untaken);
  if (ask.endsUnreported === true)
    await closeFinishedTurns(tacit, beginningOf(call), mayLearn).catch(untaken);
  await tacit.sessions.writeOpenHandoffs(call.session, mayLearn).catch(untaken);
  if (mayLearn()) await tacit.brief.lookAtGit(START_LOOK_MS);
  const point = ask.isCompaction ? "compaction" : "session_start";
  return (await tacit.brief.startBlock({ ...callerOf(call), point }, ask)).text;
}

async function promptText(
  tacit: Tacit,
  call: HookCall,
  { prompt, opensAt }: Ask & { readonly kind: "prompt" },
  within: Limit,
): Promise<string> {
  const opening = await openingOf(tacit, call, opensAt, within);
  if (opening !== null) return openingText(tacit, call, { ...opening, task: prompt }, within);
  if (!within(LATEST_MS)()) {
    if (prompt.trim() === "") return "";
    const isLeft = await tacit.brief
      .lateMark("late_prompt", call.ledger)
      .leave()
      .then(() => true, untaken);
    if (isLeft) return "";
    // If the mark cannot be written, no later hook shows it, so it is shown now.
  }
  // A new prompt discards the mark of an earlier late prompt.
  await tacit.brief.lateMark("late_prompt", call.ledger).take().catch(untaken);
  if (await tacit.sessions.mayTakeBack(prompt))
    await catchUp(tacit, within(LEARN_AT_START_MS)).catch(untaken);
  const news = await newsText(tacit, call).catch(notYetShown);
  const { text } = await tacit.brief.promptBlock({ ...callerOf(call), point: "prompt" }, prompt);
  const request = await requestText(tacit, call, prompt).catch(notYetShown);
  return joined([news, text, request]);
}

/** Returns the request for notes; "" for a subagent's prompt, small talk and a prompt that the host itself answers. */
async function requestText(
  tacit: Tacit,
  { session, ledger }: HookCall,
  prompt: string,
): Promise<string> {
  if (ledger !== session || isSmallTalk(prompt) || /^\s*[/!]/.test(prompt)) return "";
  return (await tacit.brief.requestBlock(session)).text;
}

/** Prepares the request that goes out with the next prompt. */
async function endTurn(
  tacit: Tacit,
  { session }: HookCall,
  mayGoOn: () => boolean,
): Promise<false> {
  if (!mayGoOn()) return false;
  const { isComplete } = await tacit.sessions.drain(mayGoOn);
  if (isComplete) await tacit.brief.endTurn(session);
  return false;
}

/**
 * Returns what was learned since the session's start block if that block was shown before all was learned; "" while a worker
 * is running.
 */
async function newsText(tacit: Tacit, call: HookCall): Promise<string> {
  const late = tacit.brief.lateMark("late_start", call.ledger);
  if (!(await late.isLeft()) || isWorkerRunning(tacit.home, "catch-up") || !(await late.take()))
    return "";
  return (
    await tacit.brief.startBlock({ ...callerOf(call), point: "session_start" }, { isNews: true })
  ).text;
}

/** Returns what the last prompt would have been shown if there had been time; "" if there was. */
async function lateText(tacit: Tacit, call: HookCall, within: Limit): Promise<string> {
  const news = await newsText(tacit, call);
  return joined([news, await latePromptText(tacit, call, within)]);
}

async function latePromptText(tacit: Tacit, call: HookCall, within: Limit): Promise<string> {
  const late = tacit.brief.lateMark("late_prompt", call.ledger);
  if (!(await late.isLeft())) return "";
  const { isComplete } = await tacit.sessions.drain(within(LATEST_MS));
  // The prompt may not be in the log yet; the next hook finds it there.
  if (!isComplete) return "";
  const prompt = await tacit.sessions.lastPrompt(call.session);
  if (prompt === "" || !(await late.take())) return "";
  return (await tacit.brief.promptBlock({ ...callerOf(call), point: "prompt" }, prompt)).text;
}

/** Returns the session's id in the ledger, and the host's name. */
function callerOf({ ledger, agent }: Pick<HookCall, "ledger" | "agent">) {
  return { session: ledger, agent };
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join("\n");
}

async function toolText(
  tacit: Tacit,
  call: HookCall,
  ask: Ask & { readonly kind: "tool" },
  within: Limit,
): Promise<string> {
  const opening = await openingOf(tacit, call, ask.opensAt, within);
  const opened = opening === null ? "" : await openingText(tacit, call, opening, within);
  if (!within(LATEST_MS)()) return opened;
  const late = await lateText(tacit, call, within).catch(notYetShown);
  const { text } = await tacit.brief.toolBlock({ ...callerOf(call), point: "tool" }, ask);
  return joined([opened, late, text, await inTurnText(tacit, call, within).catch(notYetShown)]);
}

/** Asks for notes in a long turn, which may be the session's last. Subagents are not asked. */
async function inTurnText(
  tacit: Tacit,
  { session, ledger }: HookCall,
  within: Limit,
): Promise<string> {
  const mayGoOn = within(LATEST_MS);
  if (ledger !== session || !mayGoOn()) return "";
  const { isComplete } = await tacit.sessions.drain(mayGoOn);
  return isComplete ? (await tacit.brief.inTurnBlock(session)).text : "";
}

interface Opening {
  readonly isCompaction: boolean;
  /** The last request; "" if the host did not report it. */
  readonly task: string;
}

async function openingText(
  tacit: Tacit,
  call: HookCall,
  about: Opening,
  within: Limit,
): Promise<string> {
  const { ledger, session } = call;
  if (ledger !== session)
    return (await tacit.brief.subagentBlock({ ...callerOf(call), point: "subagent" })).text;
  await tacit.sessions.writeOpenHandoffs(session, within(LEARN_AT_START_MS)).catch(untaken);
  const point = about.isCompaction ? "compaction" : "session_start";
  return (await tacit.brief.startBlock({ ...callerOf(call), point }, about)).text;
}

/**
 * Returns null unless an event that was just captured is the first with an answer since the session began or was compacted.
 * The order of the log decides, so of several tools that end at the same time only one is shown the start block.
 */
async function openingOf(
  tacit: Tacit,
  { session, ledger, events: own }: HookCall,
  opensAt: readonly Answered[] | undefined,
  within: Limit,
): Promise<Opening | null> {
  if (opensAt === undefined) return null;
  const agentId = own[0]?.agentId ?? null;
  let firsts = await tacit.sessions.firstEvents(session, opensAt, agentId);
  // If the first event is already stored and is another one, nothing needs to be ingested.
  if (firsts.length === 0) {
    const isAllIngested = await catchUp(tacit, within(LEARN_AT_START_MS)).catch(busy);
    firsts = await tacit.sessions.firstEvents(session, opensAt, agentId);
    // There was no time to find out: show the start block unless this session already had it.
    if (firsts.length === 0 && !isAllIngested)
      return (await tacit.brief.hasStartBlock(ledger)) ? null : { isCompaction: false, task: "" };
  }
  const mine = firsts.find((first) => own.some(({ key }) => key === first.key));
  if (mine === undefined) return null;
  // The hook is registered twice, or the block was already shown while the store could not be written.
  if (!mine.isCompacted && (await tacit.brief.hasStartBlock(ledger))) return null;
  return { isCompaction: mine.isCompacted, task: await tacit.sessions.lastPrompt(session) };
}

function beginningOf({ session, events }: HookCall) {
  return { session, agent: events[0]?.agent ?? null };
}

/** Maximum rounds. Hooks add work while the worker runs; after more rounds than this, another process is blocking it. */
const MAX_ROUNDS = 20;

async function workOff(tacit: Tacit, mayGoOn: () => boolean): Promise<string> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    await catchUp(tacit, mayGoOn);
    await closeAllFinishedTurns(tacit, mayGoOn);
    await tacit.sessions.writeOpenHandoffs("", mayGoOn);
    if (!mayGoOn() || !(await tacit.sessions.isBehind())) break;
  }
  if (mayGoOn()) await (await tacit.admin.backups()).makeDue();
  return "";
}

/** Ingests what hooks left and learns from ended sessions, as far as time allows. Returns whether everything was ingested. */
async function catchUp(tacit: Tacit, mayGoOn: () => boolean): Promise<boolean> {
  const { isComplete } = await tacit.sessions.drain(mayGoOn);
  if (isComplete) await tacit.sessions.learnDue(mayGoOn);
  return isComplete;
}

/** Swallows errors that prevent ingesting, so that the session is still shown what is stored; the next process ingests. */
function untaken(error: unknown): false {
  return notYet(error, ["store_busy", "store_unwritable", "store_full", "server_unreachable"]);
}

function notYetShown(error: unknown): "" {
  untaken(error);
  return "";
}

/**
 * Swallows only temporary errors: if nothing can be written, every moment would look like the session's first and get the
 * start block.
 */
function busy(error: unknown): false {
  return notYet(error, ["store_busy", "server_unreachable"]);
}

function notYet(error: unknown, codes: readonly ErrorCode[]): false {
  if (!MemoryError.is(error) || !codes.includes(error.code)) throw error;
  return false;
}
