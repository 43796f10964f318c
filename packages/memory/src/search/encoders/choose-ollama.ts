/** Chooses an Ollama model: which one is meant, whether it fits into memory, and the dimensions of its vectors. */

import { MemoryError } from "../../domain/errors.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { endpointOf } from "../models/endpoint.ts";
import { WIRE } from "../models/limits.ts";
import { encoderErrors } from "../models/model-fault.ts";
import {
  installedModels,
  loadedModels,
  type OllamaCall,
  showModel,
  taggedName,
} from "../models/ollama.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { OLLAMA } from "./limits.ts";
import { familyOf } from "./model-families.ts";

export const QWEN3 = "qwen3-embedding";

export interface OllamaOptions {
  readonly url: string;
  /** Name of the model; `qwen3-embedding` alone lets memory decide on the size. */
  readonly model: string;
  /** Default: all dimensions of the model, at most the tuned number for a Matryoshka family. */
  readonly dims?: number | undefined;
  readonly allowHttp: boolean;
  /** Free memory of the machine now. */
  readonly freeBytes: number;
  readonly signal?: AbortSignal | undefined;
  readonly pause?: OllamaCall["pause"];
}

/** Sizes from the biggest, with the memory each needs. */
const SIZES = [
  { size: "8b", roomGb: OLLAMA.roomFor8bGb },
  { size: "4b", roomGb: OLLAMA.roomFor4bGb },
  { size: "0.6b", roomGb: 0 },
] as const;

/**
 * Asks the server. Throws "encoder_failed" when it does not answer, "model_not_found" with the command that fetches the
 * model, "usage" for a model that returns no vectors and for unsupported dimensions.
 */
export async function chooseOllama(request: OllamaOptions): Promise<ChoiceOf<"ollama">> {
  const url = endpointOf(request.url, request.allowHttp);
  const { signal, pause, allowHttp } = request;
  const call: OllamaCall = {
    fail: encoderErrors(request.model),
    url,
    timeoutMs: WIRE.timeoutMs,
    retries: 1,
    signal,
    pause,
  };
  const installed = await installedModels(call);
  const names = new Set(installed.map(({ name }) => name));
  const model =
    request.model === QWEN3
      ? qwen3ThatFits(names, request.freeBytes + (await heldByQwen3(call)))
      : installedName(names, request.model);
  const { isEmbedder, dims } = await showModel(call, model);
  if (isEmbedder === false)
    throw new MemoryError("usage", { model, reason: sentenceOf("no_embedding_model", {}) });
  if (dims === null) {
    throw new MemoryError("usage", { model, reason: sentenceOf("dims_unknown", {}) });
  }
  const digest = installed.find(({ name }) => name === model)?.digest ?? "";
  return {
    kind: "ollama",
    url,
    model,
    digest,
    dims: keptDims(model, dims, request.dims),
    allowHttp,
  };
}

/** Returns the memory of loaded models of the family, which would be free again for another one. */
async function heldByQwen3(call: OllamaCall): Promise<number> {
  const loaded = await loadedModels(call);
  return loaded
    .filter(({ name }) => name.startsWith(QWEN3))
    .reduce((sum, { size }) => sum + size, 0);
}

function qwen3ThatFits(installed: ReadonlySet<string>, freeBytes: number): string {
  const fitting = SIZES.filter(({ roomGb }) => freeBytes > roomGb * 1e9).map(
    ({ size }) => `${QWEN3}:${size}`,
  );
  const found = fitting.find((name) => installed.has(name));
  if (found !== undefined) return found;
  const [best = `${QWEN3}:0.6b`] = fitting;
  throw notThere(
    best,
    `${Math.floor(freeBytes / 1e9)} GB of memory are free; \`ollama pull ${best}\` fetches it`,
  );
}

function installedName(installed: ReadonlySet<string>, wanted: string): string {
  const name = taggedName(wanted);
  if (installed.has(name)) return name;
  throw notThere(wanted, sentenceOf("model_in_ollama_missing", { model: wanted }));
}

function notThere(model: string, reason: string): MemoryError {
  return new MemoryError("model_not_found", {
    reason,
    model,
  });
}

function keptDims(model: string, native: number, wanted: number | undefined): number {
  const { isMatryoshka } = familyOf(model);
  if (wanted === undefined) return isMatryoshka ? Math.min(native, OLLAMA.dims) : native;
  if (wanted === native || (isMatryoshka && wanted < native)) return wanted;
  throw new MemoryError("usage", {
    model,
    "--dims": wanted,
    reason: isMatryoshka
      ? `it has ${native}`
      : `it has ${native}, and only models trained for it (Matryoshka) may be cut`,
  });
}
