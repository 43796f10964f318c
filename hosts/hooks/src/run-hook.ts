/**
 * Runs a hook from start to end: read the payload → capture what happened into the spool → show the agent the memories for
 * this moment, if it has an answer. Capturing needs no store; only showing loads it.
 *
 * Nothing here may throw past `runHook`, block the agent past the deadline, or print anything but the answer.
 */

import {
  appendToSpool,
  configuredEnv,
  digest,
  ERRORS,
  type ErrorCode,
  gitIgnoreReader,
  isEnabled,
  layersFor,
  MemoryError,
  makeHomeFolder,
  mayAsk,
  mayTrigger,
  type ProjectIdentity,
  problemsInEnv,
  readModeMarker,
  readOwnPrivacy,
  readUserConfig,
  resolveProjectSync,
  secretValuesOf,
  unreadRules,
} from "@tacit-memory/memory";
import { CLAUDE_CODE } from "./claude-code/claude-code.ts";
import { CLINE } from "./cline/cline.ts";
import { CODEX } from "./codex/codex.ts";
import { COPILOT } from "./copilot/copilot.ts";
import { CURSOR } from "./cursor/cursor.ts";
import { GEMINI } from "./gemini/gemini.ts";
import type { HookEnvironment } from "./hook-environment.ts";
import { logFailure } from "./hook-log.ts";
import type { Ask, HookCall, Host } from "./host.ts";
import { oldNodeWarning } from "./old-node.ts";
import { OPENCODE } from "./opencode/opencode.ts";
import { parsePayload } from "./payload.ts";
import { PI } from "./pi/pi.ts";
import { hostOfPlugin, PLUGIN } from "./plugin-form.ts";
import { QWEN } from "./qwen/qwen.ts";
import { WINDSURF } from "./windsurf/windsurf.ts";
import type { Job } from "./worker.ts";

const HOSTS: readonly Host[] = [
  CLAUDE_CODE,
  CODEX,
  COPILOT,
  CLINE,
  CURSOR,
  WINDSURF,
  GEMINI,
  QWEN,
  OPENCODE,
  PI,
];

export const HOOK_HOSTS: readonly string[] = HOSTS.map((host) => host.name);

/** Limit from the start of the process: half a second after the latest moment at which `answer-moment.ts` begins anything. */
const ANSWER_LIMIT_MS = 3000;
/** Limit if the host does not wait for the hook. */
const UNAWAITED_LIMIT_MS = 6000;
/** Minimum limit on a machine where starting the process took longer than the limit. */
const MIN_ANSWER_MS = 1000;
/** Maximum problems logged in one session, because the log is short. */
const MAX_PROBLEMS = 5;
/** Maximum characters of a folder; no operating system opens a longer path. */
const MAX_FOLDER_CHARS = 4096;

/** Runs a worker's job. Errors are logged in the home folder. */
export async function runWorker(
  job: Job,
  folder: string,
  context: Pick<HookEnvironment, "env" | "home" | "handOver">,
): Promise<void> {
  const { home } = context;
  try {
    const place = resolveProjectSync(folder, { home });
    const env = configuredEnv(context.env, layersFor(readUserConfig(home), place));
    if (!isEnabled(env)) return;
    const call: HookCall = { session: "", ledger: "", agent: null, events: [], ask: null };
    const { answerMoment } = await import("./answer-moment.ts");
    const kind = job === "catch-up" ? "catch_up" : "write_lessons";
    await answerMoment(call, { kind }, place, { ...context, env, startedAtMs: Date.now() });
  } catch (error) {
    logFailure(home, "worker", error);
  }
}

/** Returns the text for stdout, "" for none. Never rejects: errors are logged in the home folder. */
export async function runHook(
  hostName: string,
  event: string,
  input: string,
  hookEnvironment: HookEnvironment,
): Promise<string> {
  try {
    return await answer(hostName, event, input, hookEnvironment);
  } catch (error) {
    logFailure(hookEnvironment.home, `${hostName} ${event}`, error);
    return "";
  }
}

async function answer(
  hostName: string,
  event: string,
  input: string,
  values: HookEnvironment,
): Promise<string> {
  // An agent that Tacit starts itself has TACIT_OFF=1; its hooks read nothing.
  if (input.trim() === "" || !isEnabled(values.env)) return "";
  const config = readUserConfig(values.home);
  // A broken file turns hooks off, too, but the session's log states why.
  if (config.unusable === null && !isEnabled(configuredEnv(values.env, { user: config.values })))
    return "";
  const payload = parsePayload(input);
  if (payload === null)
    throw new Error(`the payload is not a JSON object (${input.length} characters)`);
  const host =
    hostName === PLUGIN
      ? hostOfPlugin(payload, values.env)
      : HOSTS.find((item) => item.name === hostName);
  if (host === undefined) throw new Error(`unknown agent; use one of ${HOOK_HOSTS.join(", ")}`);
  makeHomeFolder(values.home);
  const folder = checkedFolder(host.folderOf(payload, values.env));
  const place = resolveProjectSync(folder, { home: values.home });
  const layers = layersFor(config, place);
  const context = { ...values, env: configuredEnv(values.env, layers) };
  const isOff = !isEnabled(context.env);
  if (isOff && layers.problems.length === 0) return "";
  const call = host.decode(event, payload, place, Date.now(), context.env);
  if (call === null) return "";
  if (opensSession(call))
    logProblems(context.home, [...problemsInEnv(values.env), ...layers.problems]);
  if (isOff) return "";
  const answering = answerCall(call, place, context);
  const text = await (opensSession(call)
    ? answering.catch(unreadable(context.home, `${hostName} ${event}`))
    : answering);
  return text === null ? "" : host.encode(event, text, payload);
}

/** Captures what happened; then what the agent is shown, null where the moment asks for nothing. */
async function answerCall(
  call: HookCall,
  place: ProjectIdentity,
  hookEnvironment: HookEnvironment,
): Promise<string | null> {
  const mode = readModeMarker(hookEnvironment.home, place);
  if (mode === "incognito") return null;
  const capturedBytes = mode === null ? capture(call, place, hookEnvironment) : 0;
  if (call.ask === null || isIdle(call.ask, place, hookEnvironment)) return null;
  const warning = oldNodeWarning(hookEnvironment.nodeVersion ?? process.versions.node);
  if (warning !== null) return opensSession(call) ? warning : null;
  const { answerMoment } = await import("./answer-moment.ts");
  const answering = answerMoment(call, call.ask, place, { ...hookEnvironment, capturedBytes });
  return withLimit(answering, limitOf(call.ask), hookEnvironment);
}

/** States of the store in which no session gets memories until the user acts. */
const UNREADABLE: readonly ErrorCode[] = ["store_corrupt", "store_emptied", "store_newer"];

/** Tells the agent and its user why nothing is shown; other errors are only logged. */
function unreadable(home: string, where: string) {
  return (error: unknown): string => {
    if (!MemoryError.is(error) || !UNREADABLE.includes(error.code)) throw error;
    logFailure(home, where, error);
    const { text, next } = ERRORS[error.code];
    return `Tacit shows no memories in this session: ${text}. Tell the user: ${next}.`;
  };
}

/** Once a session: a hook would repeat them at every step. */
function logProblems(home: string, problems: readonly string[]): void {
  for (const problem of problems.slice(0, MAX_PROBLEMS)) logFailure(home, "config", problem);
}

function checkedFolder(folder: string | null): string {
  if (folder === null) throw new Error("the payload contains no folder");
  if (folder.length <= MAX_FOLDER_CHARS) return folder;
  throw new Error(`the payload contains an invalid folder of ${folder.length} characters`);
}

/**
 * Returns whether nothing can be shown, so that the store is not opened: the command has no trigger in this project, or a
 * tool that named no file succeeded, which would only allow asking the agent for a lesson, and the user turned these requests
 * off.
 */
function isIdle(ask: Ask, place: ProjectIdentity, { env, home }: HookEnvironment): boolean {
  if (ask.kind === "command") return !mayTrigger(home, place.id, ask.command);
  return ask.kind === "tool" && ask.error === null && ask.files.length === 0 && !mayAsk(env);
}

/** Limits a question that never returns, as a last resort; `answer-moment.ts` has its own, shorter deadlines. */
async function withLimit(
  answer: Promise<string>,
  limitMs: number,
  { startedAtMs }: HookEnvironment,
): Promise<string> {
  const leftMs = Math.max(startedAtMs + limitMs - Date.now(), MIN_ANSWER_MS);
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<never>((_resolve, reject) => {
    const fail = () =>
      reject(new Error(`no answer within ${Math.round(leftMs)} ms; stopped waiting`));
    timer = setTimeout(fail, leftMs);
  });
  return Promise.race([answer, limit]).finally(() => clearTimeout(timer));
}

function limitOf(ask: Ask): number {
  return ask.kind === "settle" && ask.isUnawaited === true ? UNAWAITED_LIMIT_MS : ANSWER_LIMIT_MS;
}

function opensSession({ ask }: HookCall): boolean {
  return ask?.kind === "start" && !ask.isCompaction;
}

/**
 * Captures events and returns the number of bytes written. A failed write must not keep the agent from being shown memories.
 */
function capture(call: HookCall, place: ProjectIdentity, hookEnvironment: HookEnvironment): number {
  if (call.events.length === 0) return 0;
  // Hooks that the environment turns on run although a file cannot be read.
  if (unreadRules(hookEnvironment.home, place.root).length > 0) return 0;
  // `tacit doctor` reports errors in these files; a hook would repeat them at every step.
  const { ignore, patterns } = readOwnPrivacy(hookEnvironment.home, place.root);
  const redaction = { secretValues: secretValuesOf(hookEnvironment.env), patterns };
  const options = { redaction, ignore, isGitIgnored: gitIgnoreReader() };
  try {
    const lines = call.events.map((event) => ({
      project: place,
      event: digest(event, options, place.root),
    }));
    return appendToSpool(hookEnvironment.home, lines, Date.now());
  } catch (error) {
    logFailure(hookEnvironment.home, "capture", error);
    return 0;
  }
}
