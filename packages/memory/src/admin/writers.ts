/** The model that reads finished sessions, as a person deals with it: choosing one, asking whether it works, what it cost. */
import { redact } from "@tacit-memory/redact";
import { MemoryError } from "../domain/errors.ts";
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
import { endpointOf, ollamaAddress } from "../search/models/endpoint.ts";
import { modelFailed } from "../search/models/model-fault.ts";
import { callsToday, withAllowance } from "../search/rerank/allowance.ts";
import { staysHere } from "../search/rerank/reranker-choice.ts";
import { findModelUse } from "../store/model-use.ts";
import type { Workspace } from "../workspace.ts";
import type { ListedReranker, RerankerCheck, RerankerRequest } from "./rerankers.ts";

const ANTHROPIC_URL = "https://api.anthropic.com";

type Surroundings = { readonly env: Readonly<Record<string, string | undefined>> };
export type WriterRequest = Omit<RerankerRequest, "judgesUnasked">;

/** Two calls a session: twenty sessions are a long day. */
const CALLS_A_DAY = 40;

export interface WritingCondition {
  /** The writer's id; null: none is chosen, and nothing is asked. */
  readonly writer: string | null;
  readonly calls: { readonly today: number; readonly most: number } | null;
  /** Of this project, over all time and all writers. */
  readonly yield: {
    readonly sessions: number;
    readonly calls: number;
    /** Null where no writer said how many. */
    readonly inputTokens: number | null;
    readonly outputTokens: number | null;
    readonly stored: number;
    readonly dropped: number;
  };
  /** What went wrong last; null when nothing did. */
  readonly problem: string | null;
}

export function writersOf(workspace: Workspace, surroundings: Surroundings) {
  return {
    /** What is chosen, if anything is. */
    list: () => listWriters(workspace),
    use: (request: WriterRequest) => useWriter(workspace, surroundings, request),
    /** A writer for one run, without choosing it: the chosen one where the name is all that was said and it is of that kind. */
    named: (request: WriterRequest) => namedWriter(workspace, surroundings, request),
    /** Of what is chosen; none otherwise. A check that fails is a value. */
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
  const rest = { allowHttp, ...limits };
  if (name.startsWith("ollama:")) {
    const url = endpointOf(request.url ?? ollamaAddress(env), allowHttp);
    return { kind: "ollama", url, model: name.slice("ollama:".length), keyName: null, ...rest };
  }
  const kind = KINDS[name];
  if (kind === undefined) {
    throw new MemoryError("model_not_found", {
      model: name,
      reason: `unknown writer; choose none, ${HOST_PROGRAMS.join(", ")}, ollama:NAME, openai-compatible or anthropic`,
    });
  }
  const address = request.url ?? (kind === "anthropic" ? ANTHROPIC_URL : undefined);
  if (address === undefined || request.model === undefined) {
    const needs = kind === "anthropic" ? "--model" : "--url and --model";
    throw new MemoryError("usage", { model: name, reason: `it requires ${needs}` });
  }
  const url = endpointOf(address, allowHttp);
  return { kind, url, model: request.model, keyName: request.keyName ?? usualKey(url), ...rest };
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

/** As a person calls it. */
function nameOf(choice: ChosenWriter): string {
  if (choice.kind === "program") return choice.program;
  if (choice.kind === "ollama") return `ollama:${choice.model}`;
  return choice.kind === "anthropic" ? "anthropic" : "openai-compatible";
}

const KINDS: Readonly<Record<string, "chat" | "anthropic">> = {
  "openai-compatible": "chat",
  anthropic: "anthropic",
};

/** Keys are not shown around: each to the host it is of. */
function usualKey(url: string): string | null {
  const { hostname } = new URL(url);
  if (hostname === "api.openai.com") return "OPENAI_API_KEY";
  return hostname === "api.anthropic.com" ? "ANTHROPIC_API_KEY" : null;
}

/** Chosen only once it answered in the shape that is asked for. */
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

/** No session is sent. */
const TRIAL = {
  system: `${OWN_REQUEST}\nThis asks whether you can be reached. Answer with the one word NONE.`,
  user: `${OWN_REQUEST}\nThere is no session this time: answer NONE.`,
};

/** Somebody waits for it. */
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
    throw modelFailed(
      id,
      "unexpected_shape",
      "the test request asks for the answer NONE; the model answered something else",
    );
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

/** For `status`: nobody is asked. */
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
