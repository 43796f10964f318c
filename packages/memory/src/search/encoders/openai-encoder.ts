/** An encoder behind `/v1/embeddings`: OpenAI, and the many servers with the same API. */
import { MemoryError } from "../../domain/errors.ts";
import type { Env } from "../../domain/options.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { endpointOf } from "../models/endpoint.ts";
import type { JsonCall } from "../models/json-call.ts";
import { WIRE } from "../models/limits.ts";
import { encoderErrors, encoderFailed, faultOf } from "../models/model-fault.ts";
import { askEmbeddings } from "../models/openai.ts";
import type { Encoder, EncoderInput } from "./encoder.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { encoderIdOf } from "./encoder-choice.ts";
import { BATCH } from "./limits.ts";
import { familyOf, prefixed } from "./model-families.ts";
import { inBatches } from "./text-batches.ts";
import { unitVectors } from "./unit-vectors.ts";

/** Dimensions requested when none are configured. */
const DEFAULT_DIMS = 1024;

/** The key is read from `env` at every call and stored nowhere. */
export function openOpenAiEncoder(
  choice: ChoiceOf<"openai">,
  env: Env,
  pause?: JsonCall["pause"],
): Encoder {
  const id = encoderIdOf(choice);
  const url = endpointOf(choice.url, choice.allowHttp);
  const fail = encoderErrors(id);
  const family = familyOf(choice.model);
  const { dims } = choice;
  return {
    id,
    dims,
    isInstant: false,
    encode: (texts, as, signal) =>
      inBatches(id, texts, BATCH.openai, signal, async (batch) => {
        const input = prefixed(family, batch, as);
        const request = choice.sendsDims ? { input, dimensions: dims } : { input };
        const call = { ...callFor(as), fail, signal, pause };
        const rows = await askEmbeddings({ ...choice, url }, request, env, call);
        const { isMatryoshka } = family;
        return unitVectors(rows, { encoder: id, count: batch.length, dims, isMatryoshka });
      }),
    close: () => Promise.resolve(),
  };
}

export interface OpenAiOptions {
  readonly url: string;
  readonly model: string;
  /** Default: the tuned number, or what the server returns when it does not accept the parameter. */
  readonly dims?: number | undefined;
  /** Default: `OPENAI_API_KEY` for api.openai.com and no key for other servers, so that keys are not sent to others. */
  readonly keyName?: string | undefined;
  readonly allowHttp: boolean;
  readonly env: Env;
  readonly signal?: AbortSignal | undefined;
  readonly pause?: JsonCall["pause"];
}

/** Embeds one word to determine the server's dimensions. Throws "encoder_failed" as encoding does, "usage". */
export async function chooseOpenAi(options: OpenAiOptions): Promise<ChoiceOf<"openai">> {
  const { model, allowHttp, env, signal, pause } = options;
  const url = endpointOf(options.url, allowHttp);
  const isOpenAi = new URL(url).hostname === "api.openai.com";
  const keyName = options.keyName ?? (isOpenAi ? "OPENAI_API_KEY" : null);
  const wanted = options.dims ?? DEFAULT_DIMS;
  const draft = { kind: "openai", url, model, dims: wanted, keyName, allowHttp } as const;
  const call = { ...callFor("memory"), fail: encoderErrors(model), signal, pause };
  const tried = async (sendsDims: boolean) => {
    const request = sendsDims ? { input: ["test"], dimensions: wanted } : { input: ["test"] };
    const [row] = await askEmbeddings(draft, request, env, call);
    return lengthOf(row, model);
  };
  try {
    if ((await tried(true)) === wanted) return { ...draft, sendsDims: true };
  } catch (error) {
    if (faultOf(error) !== "refused_input") throw error;
  }
  const native = await tried(false);
  if (options.dims === undefined) return { ...draft, sendsDims: false, dims: native };
  if (native === wanted || (native > wanted && familyOf(model).isMatryoshka)) {
    return { ...draft, sendsDims: false };
  }
  throw new MemoryError("usage", {
    model,
    "--dims": wanted,
    reason: sentenceOf("dims_fixed", { count: native }),
  });
}

/** Returns the call settings. A query is sent once with a shorter time limit, because a user waits for it. */
function callFor(as: EncoderInput) {
  return as === "query"
    ? { timeoutMs: WIRE.queryTimeoutMs, retries: 0 }
    : { timeoutMs: WIRE.timeoutMs, retries: WIRE.retries };
}

function lengthOf(row: unknown, model: string): number {
  if (Array.isArray(row) && row.length > 0) return row.length;
  if (typeof row === "string") return Buffer.from(row, "base64").length / 4;
  throw encoderFailed(model, "unexpected_shape", "no vector in the answer");
}
