/** Management of the second stage of recall: list rerankers, choose and check one. */

import { isFolder } from "@tacit-memory/files";
import type { ModelRequest } from "@tacit-memory/protocol";
import { redact } from "@tacit-memory/redact";
import { MemoryError } from "../domain/errors.ts";
import type { Env } from "../domain/options.ts";
import { sentenceOf } from "../domain/sentences/sentences.ts";
import { chosenEndpoint, ollamaAddress } from "../search/models/endpoint.ts";
import { modelFailed } from "../search/models/model-fault.ts";
import { callsToday, withAllowance } from "../search/rerank/allowance.ts";
import { COHERE_URL } from "../search/rerank/cohere-reranker.ts";
import { openImagination } from "../search/rerank/hypothetical-answer.ts";
import { ALLOWANCE } from "../search/rerank/limits.ts";
import { chooseOnnxReranker } from "../search/rerank/onnx-reranker.ts";
import { openReranker } from "../search/rerank/open-reranker.ts";
import { probeReranker } from "../search/rerank/probe-reranker.ts";
import { chooseQwen3 } from "../search/rerank/qwen3-reranker.ts";
import type {
  ChatEndpoint,
  HydeChoice,
  RerankerChoice,
} from "../search/rerank/reranker-choice.schema.ts";
import {
  hydeIdOf,
  LATE_INTERACTION,
  NO_RERANKER,
  rerankerIdOf,
  staysHere,
  TURNS_ONLY,
} from "../search/rerank/reranker-choice.ts";
import {
  readChosenHyde,
  readChosenReranker,
  writeChosenHyde,
  writeChosenReranker,
} from "../search/rerank/reranker-settings.ts";
import { activeChoice, callsADayOf } from "../search/rerank-stage.ts";
import { findModelUse } from "../store/model-use.ts";
import type { Workspace } from "../workspace.ts";

/** Milliseconds; the first call loads the model. */
const PROBE_BUDGET_MS = 60_000;

/**
 * `name`: `turns`, `none`, `late`, `ollama:NAME`, a folder with an ONNX model, `cohere` or `judge`; for HyDE `none` or
 * `openai-compatible`.
 */
export interface RerankerRequest extends Omit<ModelRequest, "dims"> {
  readonly signal?: AbortSignal | undefined;
}

export interface RerankerCheck {
  readonly name: string;
  readonly id: string;
  readonly checks: readonly {
    readonly name: string;
    readonly ok: boolean;
    readonly detail: string;
  }[];
  readonly isSound: boolean;
}

export interface ListedReranker {
  readonly role: "reranker" | "hyde" | "writer";
  readonly name: string;
  readonly id: string;
  readonly text: string;
  readonly isChosen: boolean;
  /** Calls today and the daily limit; null if calls cost nothing. */
  readonly calls: { readonly today: number; readonly most: number } | null;
}

interface Surroundings {
  readonly env: Env;
}

export function rerankersOf(workspace: Workspace, surroundings: Surroundings) {
  return {
    list: () => listRerankers(workspace, surroundings),
    use: (request: RerankerRequest) => useReranker(workspace, surroundings, request),
    useHyde: (request: RerankerRequest) => useHyde(workspace, surroundings, request),
    /** Checks what is chosen; empty if nothing is. A failing check is returned, not thrown. */
    check: (signal?: AbortSignal) => checkChosen(workspace, surroundings, signal),
  };
}

async function choose({ env }: Surroundings, request: RerankerRequest): Promise<RerankerChoice> {
  const { name, allowHttp = false, signal } = request;
  if (name === "none") return NO_RERANKER;
  if (name === "turns") return TURNS_ONLY;
  if (name === "late") return LATE_INTERACTION;
  if (name === "cohere") return { kind: "cohere", ...endpoint(request, COHERE_URL) };
  if (name === "judge") {
    return { kind: "judge", ...endpoint(request), judgesUnasked: request.judgesUnasked === true };
  }
  if (name.startsWith("ollama:")) {
    const url = request.url ?? ollamaAddress(env);
    return chooseQwen3({ url, model: name.slice("ollama:".length), allowHttp, signal });
  }
  if (isFolder(name)) {
    return chooseOnnxReranker(name);
  }
  throw new MemoryError("model_not_found", {
    model: name,
    reason: sentenceOf("unknown_reranker", {}),
  });
}

function endpoint(request: RerankerRequest, usualUrl?: string): ChatEndpoint {
  const callsADay = request.callsADay ?? ALLOWANCE.callsADay;
  return { ...chosenEndpoint(request, usualUrl), callsADay };
}

/** Chooses a reranker after it answered a probe sensibly. */
async function useReranker(
  workspace: Workspace,
  surroundings: Surroundings,
  request: RerankerRequest,
): Promise<RerankerCheck> {
  const choice = await choose(surroundings, request);
  const checked = await probe(workspace, surroundings, choice, request.signal);
  const failed = checked.checks.find(({ ok }) => !ok);
  if (failed !== undefined) {
    throw modelFailed(checked.id, "unsound", `${failed.name}: ${failed.detail}`);
  }
  await writeChosenReranker(workspace.db, choice);
  return checked;
}

async function probe(
  workspace: Workspace,
  { env }: Surroundings,
  choice: RerankerChoice,
  signal: AbortSignal | undefined,
): Promise<RerankerCheck> {
  const reranker = await openReranker(choice, { home: workspace.home, env });
  if (reranker === null) return { name: "none", id: "none", checks: [], isSound: true };
  const { id, calls } = reranker;
  try {
    const { checks, isSound } = await allowed(workspace, { id, calls, choice }, () =>
      probeReranker(reranker, { budgetMs: PROBE_BUDGET_MS, signal }),
    );
    return { name: nameOf(choice), id, checks, isSound };
  } finally {
    await reranker.close();
  }
}

function allowed<T>(
  workspace: Workspace,
  { id, calls, choice }: { id: string; calls: number; choice: RerankerChoice | HydeChoice },
  work: () => Promise<T>,
): Promise<T> {
  const callsADay = callsADayOf(choice);
  const clean = (message: string) => redact(message, workspace.redaction).text;
  const { nowMs } = workspace.moment();
  const asking = { id, calls, callsADay, nowMs, clean, isForced: true };
  return withAllowance(workspace.db, asking, work);
}

function nameOf(choice: RerankerChoice): string {
  if (choice.kind === "ollama" || choice.kind === "cohere") return choice.model;
  return choice.kind === "onnx" ? choice.folder : choice.kind;
}

async function useHyde(
  workspace: Workspace,
  surroundings: Surroundings,
  request: RerankerRequest,
): Promise<RerankerCheck> {
  if (request.name === "none") {
    await writeChosenHyde(workspace.db, { kind: "none" });
    return { name: "none", id: "none", checks: [], isSound: true };
  }
  if (request.name !== "openai-compatible") {
    throw new MemoryError("model_not_found", {
      model: request.name,
      reason: "for HyDE, choose none, or openai-compatible with --url and --model",
    });
  }
  const choice: HydeChoice = { kind: "chat", ...endpoint(request) };
  const checked = await probeHyde(workspace, surroundings, choice, request.signal);
  await writeChosenHyde(workspace.db, choice);
  return checked;
}

async function probeHyde(
  workspace: Workspace,
  { env }: Surroundings,
  choice: Exclude<HydeChoice, { kind: "none" }>,
  signal: AbortSignal | undefined,
): Promise<RerankerCheck> {
  const id = hydeIdOf(choice);
  const text = await allowed(workspace, { id, calls: 1, choice }, () =>
    openImagination(id, choice, env).answer("Which port does the server listen on?", signal),
  );
  const detail = `${text.length} characters`;
  return { name: choice.model, id, isSound: true, checks: [{ name: "answers", ok: true, detail }] };
}

async function checkChosen(
  workspace: Workspace,
  surroundings: Surroundings,
  signal: AbortSignal | undefined,
): Promise<RerankerCheck[]> {
  const choice = await activeChoice(workspace, surroundings.env);
  const hyde = await readChosenHyde(workspace.db);
  const checked: RerankerCheck[] = [];
  if (choice.kind !== "none" && choice.kind !== "turns") {
    checked.push(
      await asValue({ name: nameOf(choice), id: rerankerIdOf(choice) }, () =>
        probe(workspace, surroundings, choice, signal),
      ),
    );
  }
  if (hyde.kind !== "none") {
    checked.push(
      await asValue({ name: hyde.model, id: hydeIdOf(hyde) }, () =>
        probeHyde(workspace, surroundings, hyde, signal),
      ),
    );
  }
  return checked;
}

async function asValue(
  reranker: Pick<RerankerCheck, "name" | "id">,
  body: () => Promise<RerankerCheck>,
): Promise<RerankerCheck> {
  try {
    return await body();
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    const detail = error.message;
    return { ...reranker, isSound: false, checks: [{ name: "answers", ok: false, detail }] };
  }
}

/** Lists the rerankers that can always be chosen and the ones that were chosen. */
async function listRerankers(
  workspace: Workspace,
  { env }: Surroundings,
): Promise<ListedReranker[]> {
  const active = await activeChoice(workspace, env);
  const chosen = await readChosenReranker(workspace.db);
  const hyde = await readChosenHyde(workspace.db);
  const fixed = [TURNS_ONLY, NO_RERANKER, LATE_INTERACTION].map((choice) => ({
    role: "reranker" as const,
    name: choice.kind,
    id: choice.kind,
    text: FIXED_TEXT[choice.kind],
    isChosen: active.kind === choice.kind,
    calls: null,
  }));
  const others: ListedReranker[] = [];
  if (chosen.kind !== "none" && chosen.kind !== "turns" && chosen.kind !== "late") {
    const id = rerankerIdOf(chosen);
    const isChosen = active.kind === chosen.kind;
    const text = `${LOCATION_TEXT[chosen.kind]}${placeOf(chosen)}`;
    const calls = await callsOf(workspace, id, chosen);
    others.push({ role: "reranker", name: nameOf(chosen), id, text, isChosen, calls });
  }
  if (hyde.kind !== "none") {
    const id = hydeIdOf(hyde);
    const text = `writes a hypothetical answer for a question without results${placeOf(hyde)}`;
    const calls = await callsOf(workspace, id, hyde);
    others.push({ role: "hyde", name: hyde.model, id, text, isChosen: true, calls });
  }
  return [...fixed, ...others];
}

const FIXED_TEXT = {
  turns: "default: reranks conversation turns by late interaction with the built-in encoder",
  none: "no reranking",
  late: "reranks every result by late interaction; no extra model",
} as const;

const LOCATION_TEXT = {
  onnx: "a cross-encoder on this machine",
  ollama: "Qwen3-Reranker in Ollama",
  cohere: "a rerank endpoint",
  judge: "a language model that judges the results twice",
} as const;

function placeOf(choice: RerankerChoice | HydeChoice): string {
  if (!("url" in choice)) return "";
  return ` at ${choice.url}${staysHere(choice) ? "" : " (another machine)"}`;
}

async function callsOf(workspace: Workspace, id: string, choice: RerankerChoice | HydeChoice) {
  if (!("callsADay" in choice)) return null;
  const today = callsToday(await findModelUse(workspace.db, id), workspace.moment().nowMs);
  return { today, most: choice.callsADay };
}
