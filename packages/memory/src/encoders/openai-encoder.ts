/** A model behind `/v1/embeddings`: OpenAI's own endpoint and the many servers that speak like it. */
import * as z from "zod/mini";
import { MemoryError } from "../domain/errors.ts";
import { apiKey } from "./api-key.ts";
import type { Encoder, EncoderInput } from "./encoder.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { encoderIdOf } from "./encoder-choice.ts";
import { endpointOf } from "./endpoint.ts";
import { encoderFailed, faultOf } from "./fault.ts";
import { callJson, type JsonCall } from "./json-call.ts";
import { familyOf, prefixed } from "./model-families.ts";
import { inBatches } from "./text-batches.ts";
import { BATCH, OPENAI, WIRE } from "./tuning.ts";
import { unitVectors } from "./unit-vectors.ts";

type Env = Readonly<Record<string, string | undefined>>;

const answerSchema = z.object({
  data: z.array(z.object({ index: z.optional(z.number()), embedding: z.unknown() })),
});

/** The key is read from `env` here and kept nowhere else. */
export function openOpenAiEncoder(
  choice: ChoiceOf<"openai">,
  env: Env,
  pause?: JsonCall["pause"],
): Encoder {
  const id = encoderIdOf(choice);
  const url = embeddingsUrl(choice.url, choice.allowHttp);
  const family = familyOf(choice.model);
  const { dims } = choice;
  return {
    id,
    dims,
    isInstant: false,
    encode: (texts, as, signal) =>
      inBatches(id, texts, BATCH.openai.value, signal, async (batch) => {
        const input = prefixed(family, batch, as);
        const rows = await ask({ ...choice, url }, input, { id, env, as, signal, pause });
        const { isMatryoshka } = family;
        return unitVectors(rows, { encoder: id, count: batch.length, dims, isMatryoshka });
      }),
    close: () => Promise.resolve(),
  };
}

export interface OpenAiWish {
  readonly url: string;
  readonly model: string;
  /** Default: the tuned number, or what the server gives where it cannot be asked for. */
  readonly dims?: number | undefined;
  /** Default: `OPENAI_API_KEY` for api.openai.com, and no key for anybody else: keys are not shown around. */
  readonly keyName?: string | undefined;
  readonly allowHttp: boolean;
  readonly env: Env;
  readonly signal?: AbortSignal | undefined;
  readonly pause?: JsonCall["pause"];
}

/** Embeds one word to see what the server gives. Throws "encoder_failed" as encoding does, "usage". */
export async function chooseOpenAi(wish: OpenAiWish): Promise<ChoiceOf<"openai">> {
  const { model, allowHttp, env, signal, pause } = wish;
  const url = endpointOf(wish.url, allowHttp);
  const isOpenAi = new URL(url).hostname === "api.openai.com";
  const keyName = wish.keyName ?? (isOpenAi ? "OPENAI_API_KEY" : null);
  const wanted = wish.dims ?? OPENAI.dims.value;
  const draft = { kind: "openai", url, model, dims: wanted, keyName, allowHttp } as const;
  const server = embeddingsUrl(url, allowHttp);
  const context = { id: model, env, as: "memory" as const, signal, pause };
  const tried = async (sendsDims: boolean) => {
    const [row] = await ask({ ...draft, url: server, sendsDims }, ["test"], context);
    return lengthOf(row, model);
  };
  try {
    if ((await tried(true)) === wanted) return { ...draft, sendsDims: true };
  } catch (error) {
    if (faultOf(error) !== "refused_input") throw error;
  }
  const native = await tried(false);
  if (wish.dims === undefined) return { ...draft, sendsDims: false, dims: native };
  if (native === wanted || (native > wanted && familyOf(model).isMatryoshka)) {
    return { ...draft, sendsDims: false };
  }
  throw new MemoryError("usage", {
    model,
    "--dims": wanted,
    reason: `the server gives ${native} and cannot be asked for another number`,
  });
}

function embeddingsUrl(url: string, allowHttp: boolean): string {
  const base = endpointOf(url, allowHttp);
  return `${base}${new URL(base).pathname === "/" ? "/v1" : ""}/embeddings`;
}

interface Context {
  readonly id: string;
  readonly env: Env;
  readonly as: EncoderInput;
  readonly signal: AbortSignal | undefined;
  readonly pause: JsonCall["pause"];
}

type Asked = Pick<ChoiceOf<"openai">, "url" | "model" | "dims" | "sendsDims" | "keyName">;

/** The rows in the order of the input. */
async function ask(
  { url, model, dims, sendsDims, keyName }: Asked,
  input: readonly string[],
  { id, env, as, signal, pause }: Context,
): Promise<readonly unknown[]> {
  const isQuery = as === "query";
  const answer = await callJson({
    encoder: id,
    url,
    key: apiKey(env, keyName, id),
    timeoutMs: isQuery ? WIRE.queryTimeoutMs.value : WIRE.timeoutMs.value,
    retries: isQuery ? 0 : WIRE.retries.value,
    signal,
    pause,
    body: { model, input, encoding_format: "float", ...(sendsDims ? { dimensions: dims } : {}) },
  });
  return inOrder(answer, input.length, id);
}

function inOrder(answer: unknown, count: number, id: string): readonly unknown[] {
  const parsed = answerSchema.safeParse(answer);
  if (!parsed.success) {
    throw encoderFailed(id, "unexpected_shape", "not an answer of /v1/embeddings: no data in it");
  }
  const { data } = parsed.data;
  if (data.length !== count) {
    throw encoderFailed(id, "wrong_count", `${data.length} vectors for ${count} texts`);
  }
  const rows = new Map(data.map(({ index, embedding }, i) => [index ?? i, embedding]));
  const ordered = Array.from({ length: count }, (_, i) => rows.get(i));
  if (ordered.includes(undefined)) {
    throw encoderFailed(id, "wrong_count", "the answer's indexes are not those of the texts");
  }
  return ordered;
}

function lengthOf(row: unknown, model: string): number {
  if (Array.isArray(row) && row.length > 0) return row.length;
  if (typeof row === "string") return Buffer.from(row, "base64").length / 4;
  throw encoderFailed(model, "unexpected_shape", "no vector in the answer");
}
