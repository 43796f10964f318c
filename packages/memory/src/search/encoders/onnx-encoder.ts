/** A downloaded ONNX model, run in this process. It is loaded with the first text, which takes seconds. */

import { join } from "node:path";
import { isFile } from "@tacit-memory/files";
import { MemoryError } from "../../domain/errors.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import { encoderErrors, encoderFailed, isTimeUp } from "../models/model-fault.ts";
import { guarded, type LoadedOnnx, onceLoaded, openOnnxModel } from "../models/onnx-model.ts";
import type { Encoder } from "./encoder.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { encoderIdOf } from "./encoder-choice.ts";
import { BATCH } from "./limits.ts";
import { catalogueModel } from "./model-catalogue.ts";
import { familyOf, prefixed } from "./model-families.ts";
import { type ModelLock, modelFolder, readModelLock, revisionOf } from "./model-folder.ts";
import { pooled } from "./pooling.ts";
import { inBatches } from "./text-batches.ts";
import { unitVectors } from "./unit-vectors.ts";

/** The choice of a downloaded model. Throws "model_not_found" if it was not downloaded. */
export function chooseOnnx(home: string, name: string): ChoiceOf<"onnx"> {
  const model = catalogueModel(name);
  const lock = pulled(home, name);
  return { kind: "onnx", name, revision: revisionOf(model, lock), dims: lock.dims };
}

function pulled(home: string, name: string): ModelLock {
  const lock = readModelLock(home, name);
  if (lock !== null) return lock;
  throw new MemoryError("model_not_found", {
    reason: sentenceOf("encoder_not_pulled", { model: name }),
    model: name,
  });
}

/** Throws "encoder_missing" at the first text if the runtime is not installed. */
export function openOnnxEncoder(choice: ChoiceOf<"onnx">, home: string): Encoder {
  const id = encoderIdOf(choice);
  const model = catalogueModel(choice.name);
  const { dims } = choice;
  const family = familyOf(choice.name);
  const loaded = onceLoaded(() => load(choice, home, id));
  return {
    id,
    dims,
    isInstant: false,
    encode: async (texts, as, signal) => {
      const { tokenizer, run } = await loaded.get();
      // Loading takes seconds and cannot be cancelled: a caller whose time ended meanwhile still gets its answer.
      const stop = isTimeUp(signal) ? undefined : signal;
      return inBatches(id, texts, BATCH.onnx, stop, async (batch) => {
        const { inputs, outputs } = await guarded(encoderErrors(id), async () => {
          const options = { padding: true, truncation: true, max_length: model.maxTokens };
          const inputs = tokenizer(prefixed(family, batch, as), options);
          return { inputs, outputs: await run(inputs) };
        });
        const rows = pooled(outputs, inputs["attention_mask"], model.pooling, id);
        return unitVectors(rows, { encoder: id, count: batch.length, dims, isMatryoshka: false });
      });
    },
    close: loaded.close,
  };
}

async function load(choice: ChoiceOf<"onnx">, home: string, id: string): Promise<LoadedOnnx> {
  const { name } = choice;
  const lock = pulled(home, name);
  if (revisionOf(catalogueModel(name), lock) !== choice.revision) {
    const reason = `other weights were pulled since it was chosen: \`tacit models use ${name}\` embeds anew`;
    throw encoderFailed(id, "model_changed", reason);
  }
  const gone = lock.files.find(({ path }) => !isFile(join(modelFolder(home, name), path)));
  if (gone !== undefined) throw encoderFailed(id, "not_there", `${gone.path} is no file`);
  const folder = modelFolder(home, name);
  const fail = encoderErrors(id);
  return openOnnxModel({ home, folder, kind: "AutoModel", dtype: "q8", fail });
}
