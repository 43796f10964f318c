/** The model that words what sessions taught, as a person deals with it: choosing one, asking whether it works. */
import { MemoryError } from "./domain/errors.ts";
import { endpointOf, ollamaAddress } from "./encoders/endpoint.ts";
import type { ListedReranker, RerankerCheck, RerankerWish } from "./engine-rerankers.ts";
import type { Life } from "./life.ts";
import { redact } from "./privacy/redact.ts";
import { callsToday, withAllowance } from "./rerank/allowance.ts";
import { modelFailed } from "./rerank/fault.ts";
import { staysHere } from "./rerank/reranker-choice.ts";
import { findModelUse } from "./store/model-use.ts";
import { readAnswer } from "./wording/answer-shape.ts";
import { wordingRequest } from "./wording/request.ts";
import { WORDING } from "./wording/tuning.ts";
import { openWriter } from "./wording/writer.ts";
import type { ChosenWriter } from "./wording/writer-choice.schema.ts";
import { readChosenWriter, writeChosenWriter, writerIdOf } from "./wording/writer-settings.ts";

const ANTHROPIC_URL = "https://api.anthropic.com";

type Surroundings = { readonly env: Readonly<Record<string, string | undefined>> };
type WriterWish = Omit<RerankerWish, "judgesUnasked">;

export interface WritingCondition {
  /** The model's id; null: nobody words, and nothing is asked. */
  readonly writer: string | null;
  readonly calls: { readonly today: number; readonly most: number } | null;
  /** What went wrong last; null when nothing did. */
  readonly problem: string | null;
}

export function writersOf(life: Life, surroundings: Surroundings) {
  return {
    /** What is chosen, if anything is. */
    list: () => listWriters(life),
    use: (wish: WriterWish) => useWriter(life, surroundings, wish),
    /** Of what is chosen; none otherwise. A check that fails is a value. */
    check: (signal?: AbortSignal) => checkWriter(life, surroundings, signal),
  };
}

function choose({ env }: Surroundings, wish: WriterWish, nowMs: number): ChosenWriter {
  const { name, allowHttp = false, callsADay = WORDING.callsADay.value } = wish;
  const rest = { allowHttp, callsADay, sinceMs: nowMs };
  if (name.startsWith("ollama:")) {
    const url = endpointOf(wish.url ?? ollamaAddress(env), allowHttp);
    return { kind: "ollama", url, model: name.slice("ollama:".length), keyName: null, ...rest };
  }
  const kind = KINDS[name];
  if (kind === undefined) {
    throw new MemoryError("model_not_found", {
      model: name,
      reason: "for wording: none, ollama:NAME, openai-compatible or anthropic",
    });
  }
  const address = wish.url ?? (kind === "anthropic" ? ANTHROPIC_URL : undefined);
  if (address === undefined || wish.model === undefined) {
    const needs = kind === "anthropic" ? "--model" : "--url and --model";
    throw new MemoryError("usage", { model: name, reason: `it needs ${needs}` });
  }
  const url = endpointOf(address, allowHttp);
  return { kind, url, model: wish.model, keyName: wish.keyName ?? usualKey(url), ...rest };
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
  life: Life,
  surroundings: Surroundings,
  wish: WriterWish,
): Promise<RerankerCheck> {
  if (wish.name === "none") {
    await writeChosenWriter(life.db, { kind: "none" });
    return { name: "none", id: "none", checks: [], isSound: true };
  }
  const choice = choose(surroundings, wish, life.moment().nowMs);
  const checked = await probe(life, surroundings, choice, wish.signal);
  await writeChosenWriter(life.db, choice);
  return checked;
}

/** No memory is sent: it is asked about no note at all. */
async function probe(
  life: Life,
  { env }: Surroundings,
  choice: ChosenWriter,
  signal: AbortSignal | undefined,
): Promise<RerankerCheck> {
  const writer = openWriter(choice, env);
  const { id } = writer;
  const clean = (message: string) => redact(message, life.redaction).text;
  const { nowMs } = life.moment();
  const asking = { id, calls: 1, callsADay: choice.callsADay, nowMs, clean, isForced: true };
  const { text } = await withAllowance(life.db, asking, () =>
    writer.ask(wordingRequest([], [], clean).question, {
      budgetMs: WORDING.budgetMs.value * 2,
      signal,
    }),
  );
  const answer = readAnswer(text);
  if (typeof answer === "string") throw modelFailed(id, "unexpected_shape", answer);
  const detail = "answers in the shape that is asked for";
  return { name: choice.model, id, isSound: true, checks: [{ name: "answers", ok: true, detail }] };
}

async function checkWriter(
  life: Life,
  surroundings: Surroundings,
  signal: AbortSignal | undefined,
): Promise<RerankerCheck[]> {
  const choice = await readChosenWriter(life.db);
  if (choice === null) return [];
  try {
    return [await probe(life, surroundings, choice, signal)];
  } catch (error) {
    if (!MemoryError.is(error)) throw error;
    const checks = [{ name: "answers", ok: false, detail: error.message }];
    return [{ name: choice.model, id: writerIdOf(choice), isSound: false, checks }];
  }
}

async function listWriters(life: Life): Promise<ListedReranker[]> {
  const choice = await readChosenWriter(life.db);
  if (choice === null) return [];
  const { calls } = await writingCondition(life);
  const place = `${choice.url}${staysHere(choice) ? "" : ", on another machine"}`;
  const text = `words what sessions taught, once each, at ${place}`;
  return [
    { role: "writer", name: choice.model, id: writerIdOf(choice), text, isChosen: true, calls },
  ];
}

/** For `status`: nobody is asked. */
export async function writingCondition(life: Life): Promise<WritingCondition> {
  try {
    const choice = await readChosenWriter(life.db);
    if (choice === null) return { writer: null, calls: null, problem: null };
    const writer = writerIdOf(choice);
    const use = await findModelUse(life.db, writer);
    const calls = { today: callsToday(use, life.moment().nowMs), most: choice.callsADay };
    return { writer, calls, problem: use?.problem ?? null };
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    return { writer: null, calls: null, problem };
  }
}
