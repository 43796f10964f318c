/**
 * A cross-encoder from a local folder, run in this process: it reads question and passage together and returns one
 * score. It is loaded with the first question.
 */
import { join, resolve } from "node:path";
import { isFile } from "@tacit-memory/files";
import { MemoryError } from "../../domain/errors.ts";
import { fileSha256 } from "../models/file-sha256.ts";
import { modelErrors, modelFailed } from "../models/model-fault.ts";
import {
  guarded,
  type LoadedOnnx,
  type OnnxModel,
  type OnnxTensor,
  type OnnxTokenizer,
  onceLoaded,
  openOnnxModel,
} from "../models/onnx-model.ts";
import { RERANK } from "./limits.ts";
import { createReranker, type Reranker } from "./reranker.ts";
import type { RerankerOf } from "./reranker-choice.schema.ts";
import { rerankerIdOf } from "./reranker-choice.ts";

/** The 8-bit weights come first, because they have a quarter of the size. Exporters use these names. */
const WEIGHTS = ["onnx/model_quantized.onnx", "onnx/model.onnx"] as const;
const NEEDED = ["config.json", "tokenizer.json", "tokenizer_config.json"] as const;

/** Chooses a reranker from a folder. Throws "input_missing" with the file that the folder lacks. */
export async function chooseOnnxReranker(folder: string): Promise<RerankerOf<"onnx">> {
  const full = resolve(folder);
  const weights = WEIGHTS.find((path) => isFile(join(full, path)));
  const missing = missingIn(full);
  if (weights === undefined || missing !== undefined) {
    throw new MemoryError("input_missing", { path: join(full, missing ?? WEIGHTS[0]) });
  }
  return { kind: "onnx", folder: full, weights, revision: await revisionOf(full, weights) };
}

function missingIn(folder: string): string | undefined {
  return NEEDED.find((path) => !isFile(join(folder, path)));
}

async function revisionOf(folder: string, weights: string): Promise<string> {
  return (await fileSha256(join(folder, weights))).slice(0, 12);
}

/** Opens the reranker. `home` is where the runtime can be installed. */
export function openOnnxReranker(choice: RerankerOf<"onnx">, home: string): Reranker {
  const id = rerankerIdOf(choice);
  const loaded = onceLoaded(() => load(choice, home, id));
  return createReranker({
    id,
    isLocal: true,
    pool: RERANK.pool,
    share: 1,
    calls: 0,
    ask: async (query, passages, { signal }) => {
      const { tokenizer, run } = await loaded.get();
      const scores: number[] = [];
      for (let at = 0; at < passages.length; at += RERANK.atOnce) {
        // A running call cannot be cancelled, but the next one is not started.
        if (signal.aborted) throw modelFailed(id, "aborted", "called off");
        const batch = passages.slice(at, at + RERANK.atOnce);
        scores.push(
          ...(await guarded(modelErrors(id), () => scoresOf(tokenizer, run, query, batch, id))),
        );
      }
      return { scores, isRelevant: null };
    },
    close: loaded.close,
  });
}

async function load(choice: RerankerOf<"onnx">, home: string, id: string): Promise<LoadedOnnx> {
  const { folder, weights } = choice;
  const found = await revisionOf(folder, weights).catch((cause: unknown) => {
    throw modelFailed(id, "not_there", `${join(folder, weights)} cannot be read`, cause);
  });
  const missing = missingIn(folder);
  if (missing !== undefined)
    throw modelFailed(id, "not_there", `${join(folder, missing)} is no file`);
  if (found !== choice.revision) {
    const reason = "its folder has other weights than when it was chosen: choose it again";
    throw modelFailed(id, "model_changed", reason);
  }
  const dtype = weights === WEIGHTS[0] ? "q8" : "fp32";
  const kind = "AutoModelForSequenceClassification";
  return openOnnxModel({ home, folder, kind, dtype, fail: modelErrors(id) });
}

async function scoresOf(
  tokenizer: OnnxTokenizer,
  run: OnnxModel,
  query: string,
  passages: readonly string[],
  id: string,
): Promise<number[]> {
  const inputs = tokenizer(
    passages.map(() => query),
    {
      text_pair: passages,
      padding: true,
      truncation: true,
      max_length: RERANK.maxTokens,
    },
  );
  return logitsOf((await run(inputs))["logits"], passages.length, id);
}

/**
 * Returns the relevance logits. A single logit is the relevance; of two, the first is "not relevant" and the second
 * "relevant".
 */
function logitsOf(logits: OnnxTensor | undefined, count: number, id: string): number[] {
  const [rows, classes] = logits?.dims ?? [];
  if (logits === undefined || rows !== count || (classes !== 1 && classes !== 2)) {
    const got = logits === undefined ? "no logits" : `logits of shape ${logits.dims.join(" × ")}`;
    throw modelFailed(id, "unexpected_shape", `${got}: not a cross-encoder for relevance`);
  }
  const at = (i: number) => Number(logits.data[i]);
  return Array.from({ length: count }, (_, i) =>
    classes === 1 ? at(i) : at(2 * i + 1) - at(2 * i),
  );
}
