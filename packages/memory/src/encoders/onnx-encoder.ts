/** A pulled model, run in this process. Loaded with the first text, which takes a while; then kept. */
import { dirname, join } from "node:path";
import { MemoryError } from "../domain/errors.ts";
import type { Encoder } from "./encoder.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { encoderIdOf } from "./encoder-choice.ts";
import { encoderFailed, isTimeUp } from "./fault.ts";
import { catalogueModel } from "./model-catalogue.ts";
import { familyOf, prefixed } from "./model-families.ts";
import { isFile, type ModelLock, modelFolder, readModelLock, revisionOf } from "./model-folder.ts";
import { type LoadedOnnx, offlineOnnxRuntime, onceLoaded } from "./onnx-runtime.ts";
import { pooled } from "./pooling.ts";
import { inBatches } from "./text-batches.ts";
import { BATCH } from "./tuning.ts";
import { unitVectors } from "./unit-vectors.ts";

/** The choice a pulled model makes. Throws "model_not_found" for one that was not pulled. */
export function chooseOnnx(home: string, name: string): ChoiceOf<"onnx"> {
  const model = catalogueModel(name);
  const lock = pulled(home, name);
  return { kind: "onnx", name, revision: revisionOf(model, lock), dims: lock.dims };
}

function pulled(home: string, name: string): ModelLock {
  const lock = readModelLock(home, name);
  if (lock !== null) return lock;
  throw new MemoryError("model_not_found", {
    reason: `it was not pulled yet: \`tacit models pull ${name}\``,
    model: name,
  });
}

/** Throws "encoder_missing" at the first text where the runtime is not installed. */
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
      // Loading takes seconds and cannot be called off: whose time was over with it has waited for the rest as well.
      const stop = isTimeUp(signal) ? undefined : signal;
      return inBatches(id, texts, BATCH.onnx.value, stop, async (batch) => {
        const told = await guarded(id, async () => {
          const options = { padding: true, truncation: true, max_length: model.maxTokens };
          const inputs = tokenizer(prefixed(family, batch, as), options);
          return { inputs, outputs: await run(inputs) };
        });
        const rows = pooled(told.outputs, told.inputs["attention_mask"], model.pooling, id);
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
  const { AutoTokenizer, AutoModel } = await offlineOnnxRuntime(
    home,
    dirname(modelFolder(home, name)),
  );
  return guarded(id, async () => {
    const options = { local_files_only: true };
    return {
      tokenizer: await AutoTokenizer.from_pretrained(name, options),
      run: await AutoModel.from_pretrained(name, { ...options, dtype: "q8", device: "cpu" }),
    };
  });
}

async function guarded<T>(id: string, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause;
    const reason = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    throw encoderFailed(id, "runtime_error", `the model could not be run: ${reason}`, cause);
  }
}
