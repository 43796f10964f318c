/** Management of the model that reads finished sessions: choose, check, and report its cost. */

import { redact } from "@tacit-memory/redact";
import { MemoryError } from "../domain/errors.ts";
import type { Env } from "../domain/options.ts";
import { sentenceOf } from "../domain/sentences/sentences.ts";
import { OWN_REQUEST } from "../domain/text/own-request.ts";
import { HOST_PROGRAMS } from "../learn/writing/host-programs.ts";
import { openWriter } from "../learn/writing/open-writer.ts";
import { readStatements } from "../learn/writing/reply.schema.ts";
import type { ChosenWriter } from "../learn/writing/writer-choice.schema.ts";
import {
  readChosenWriter,
  writeChosenWriter,
  writerIdOf,
} from "../learn/writing/writer-settings.ts";
import { writingsOf } from "../learn/writing/writing-record.ts";
import { chosenEndpoint, endpointOf, ollamaAddress } from "../search/models/endpoint.ts";
import { modelFailed } from "../search/models/model-fault.ts";
import { callsToday, withAllowance } from "../search/rerank/allowance.ts";
import { staysHere } from "../search/rerank/reranker-choice.ts";
import { findModelUse } from "../store/model-use.ts";
import type { Workspace } from "../workspace.ts";
import type { ListedReranker, RerankerCheck, RerankerRequest } from "./rerankers.ts";

const ANTHROPIC_URL = "https://api.anthropic.com";

type Surroundings = { readonly env: Env };
export type WriterRequest = Omit<RerankerRequest, "judgesUnasked">;

/** Default daily limit. A session takes two calls, and twenty sessions are a long day. */
const CALLS_A_DAY = 40;

export interface WritingCondition {
  /** The writer's id; null if none is chosen and no model is called. */
  readonly writer: string | null;
  readonly calls: { readonly today: number; readonly most: number } | null;
  /** Totals of this project over all time and all writers. */
  readonly yield: {
    readonly sessions: number;
    readonly calls: number;
    /** Null if no writer reported token counts. */
    readonly inputTokens: number | null;
    readonly outputTokens: number | null;
    readonly stored: number;
    readonly dropped: number;
  };
  /** The last error; null if none. */
  readonly problem: string | null;
}

export function writersOf(workspace: Workspace, surroundings: Surroundings) {
  return {
    /** Lists the chosen writer, if any. */
    list: () => listWriters(workspace),
    use: (request: WriterRequest) => useWriter(workspace, surroundings, request),
    /**
     * Returns a writer for one run without choosing it. A bare name of the chosen writer's kind returns the chosen writer.
     */
    named: (request: WriterRequest) => namedWriter(workspace, surroundings, request),
    /** Checks the chosen writer; empty if none is chosen. A failing check is returned, not thrown. */
    check: (signal?: AbortSignal) => checkWriter(workspace, surroundings, signal),
  };
}

function choose({ env }: Surroundings, request: WriterRequest, nowMs: number): ChosenWriter {
  const { name, allowHttp = false, callsADay = CALLS_A_DAY } = request;
  const limits = { callsADay, sinceMs: nowMs };
  const program = HOST_PROGRAMS.find((item) => item === name);
  if (program !== undefined) {
    if (request.url !== undefined)
      throw new MemoryError("usage", { model: name, reason: "--url does not apply to a program" });
    return { kind: "program", program, model: request.model ?? null, ...limits };
  }
  if (name.startsWith("ollama:")) {
    const url = endpointOf(request.url ?? ollamaAddress(env), allowHttp);
    const model = name.slice("ollama:".length);
    return { kind: "ollama", url, model, keyName: null, allowHttp, ...limits };
  }
  const kind = KINDS[name];
  if (kind === undefined) {
    throw new MemoryError("model_not_found", {
      model: name,
      reason: `unknown writer; choose none, ${HOST_PROGRAMS.join(", ")}, ollama:NAME, openai-compatible or anthropic`,
    });
  }
  const usualUrl = kind === "anthropic" ? ANTHROPIC_URL : undefined;
  return { kind, ...chosenEndpoint(request, usualUrl), ...limits };
}

async function namedWriter(
  workspace: Workspace,
  surroundings: Surroundings,
  request: WriterRequest,
): Promise<ChosenWriter> {
  const chosen = await readChosenWriter(workspace.db);
  const isBare = request.url === undefined && request.model === undefined;
  if (chosen !== null && isBare && nameOf(chosen) === request.name) return chosen;
  return choose(surroundings, request, workspace.moment().nowMs);
}

/** Returns the name by which users refer to the writer. */
export function nameOf(choice: ChosenWriter): string {
  if (choice.kind === "program") return choice.program;
  if (choice.kind === "ollama") return `ollama:${choice.model}`;
  return choice.kind === "anthropic" ? "anthropic" : "openai-compatible";
}

const KINDS: Readonly<Record<string, "chat" | "anthropic">> = {
  "openai-compatible": "chat",
  anthropic: "anthropic",
};

/** Chooses a writer after it answered a probe in the required format. */
async function useWriter(
  workspace: Workspace,
  surroundings: Surroundings,
  request: WriterRequest,
): Promise<RerankerCheck> {
  if (request.name === "none") {
    await writeChosenWriter(workspace.db, { kind: "none" });
    return { name: "none", id: "none", checks: [], isSound: true };
  }
  const choice = choose(surroundings, request, workspace.moment().nowMs);
  const checked = await probe(workspace, surroundings, choice, request.signal);
  await writeChosenWriter(workspace.db, choice);
  return checked;
}

/** Probe request that contains no session. */
const TRIAL = {
  system: `${OWN_REQUEST}\nThis asks whether you can be reached. Answer with the one word NONE.`,
  user: `${OWN_REQUEST}\nThere is no session this time: answer NONE.`,
};

/** Milliseconds; a user waits for the answer. */
const TRIAL_MS = 60_000;

async function probe(
  workspace: Workspace,
  { env }: Surroundings,
  choice: ChosenWriter,
  signal: AbortSignal | undefined,
): Promise<RerankerCheck> {
  const writer = openWriter(choice, env);
  const { id } = writer;
  const clean = (message: string) => redact(message, workspace.redaction).text;
  const { nowMs } = workspace.moment();
  const asking = { id, calls: 1, callsADay: choice.callsADay, nowMs, clean, isForced: true };
  const { text } = await withAllowance(workspace.db, asking, () =>
    writer.ask(TRIAL, { budgetMs: TRIAL_MS, signal }),
  );
  if (readStatements(text) === null)
    throw modelFailed(id, "unexpected_shape", sentenceOf("other_answer", {}));
  const detail = "answers in the required form";
  const checks = [{ name: "answers", ok: true, detail }];
  return { name: titleOf(choice), id, isSound: true, checks };
}

function titleOf(choice: ChosenWriter): string {
  if (choice.kind !== "program") return choice.model;
  return choice.model === null ? choice.program : `${choice.program} with ${choice.model}`;
}

async function checkWriter(
  workspace: Workspace,
  surroundings: Surroundings,
  signal: AbortSignal | undefined,
): Promise<RerankerCheck[]> {
  const choice = await readChosenWriter(workspace.db);
  if (choice === null) return [];
  try {
    return [await probe(workspace, surroundings, choice, signal)];
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    const checks = [{ name: "answers", ok: false, detail: error.message }];
    return [{ name: titleOf(choice), id: writerIdOf(choice), isSound: false, checks }];
  }
}

async function listWriters(workspace: Workspace): Promise<ListedReranker[]> {
  const choice = await readChosenWriter(workspace.db);
  if (choice === null) return [];
  const { calls } = await writingCondition(workspace);
  const text = `writes lessons from finished sessions (two requests for each), ${placeOf(choice)}`;
  return [
    { role: "writer", name: titleOf(choice), id: writerIdOf(choice), text, isChosen: true, calls },
  ];
}

function placeOf(choice: ChosenWriter): string {
  if (choice.kind === "program") return "with your account of that program";
  return `at ${choice.url}${staysHere(choice) ? "" : " (another machine)"}`;
}

/** Returns the writer's state for `status` without calling the model. */
export async function writingCondition(workspace: Workspace): Promise<WritingCondition> {
  const gained = await yieldOf(workspace);
  try {
    const choice = await readChosenWriter(workspace.db);
    if (choice === null) return { writer: null, calls: null, yield: gained, problem: null };
    const writer = writerIdOf(choice);
    const use = await findModelUse(workspace.db, writer);
    const calls = { today: callsToday(use, workspace.moment().nowMs), most: choice.callsADay };
    return { writer, calls, yield: gained, problem: use?.problem ?? null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { writer: null, calls: null, yield: gained, problem };
  }
}

async function yieldOf({ db, projectId }: Workspace): Promise<WritingCondition["yield"]> {
  const records = [...(await writingsOf(db, projectId)).values()].filter(({ calls }) => calls > 0);
  const sum = (of: (item: (typeof records)[number]) => number) =>
    records.reduce((all, record) => all + of(record), 0);
  const tokens = (of: (item: (typeof records)[number]) => number | null) =>
    records.every((record) => of(record) === null)
      ? null
      : sum((writingRecord) => of(writingRecord) ?? 0);
  const stored = sum(({ statements }) => statements.filter(({ id }) => id !== null).length);
  return {
    sessions: records.length,
    calls: sum(({ calls }) => calls),
    inputTokens: tokens(({ inputTokens }) => inputTokens),
    outputTokens: tokens(({ outputTokens }) => outputTokens),
    stored,
    dropped: sum(({ statements }) => statements.length) - stored,
  };
}
