/** An encoder that Ollama serves, called through its own API. */

import { DEFAULT_OLLAMA, endpointOf } from "../models/endpoint.ts";
import type { JsonCall } from "../models/json-call.ts";
import { WIRE } from "../models/limits.ts";
import { encoderErrors } from "../models/model-fault.ts";
import { checkInstalled, embed } from "../models/ollama.ts";
import type { Encoder } from "./encoder.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { encoderIdOf } from "./encoder-choice.ts";
import { BATCH, OLLAMA } from "./limits.ts";
import { familyOf, prefixed } from "./model-families.ts";
import { inBatches } from "./text-batches.ts";
import { unitVectors } from "./unit-vectors.ts";

/** The command that chooses the same model again. */
function useAgain({ model, url, dims }: ChoiceOf<"ollama">): string {
  const place = url === DEFAULT_OLLAMA ? "" : ` --url ${url}`;
  const isCut = familyOf(model).isMatryoshka && dims !== OLLAMA.dims;
  return `tacit models use ollama:${model}${place}${isCut ? ` --dims ${dims}` : ""}`;
}

/**
 * Nothing is sent before the first text. It then checks that the model is still the chosen one, and checks again before
 * vectors that are stored, because the model can be updated while a process runs.
 */
export function openOllamaEncoder(choice: ChoiceOf<"ollama">, pause?: JsonCall["pause"]): Encoder {
  const id = encoderIdOf(choice);
  const url = endpointOf(choice.url, choice.allowHttp);
  const family = familyOf(choice.model);
  const { dims, model } = choice;
  const advice = `\`${useAgain(choice)}\` embeds anew`;
  let isChecked = false;

  return {
    id,
    dims,
    isInstant: false,
    encode: async (texts, as, signal) => {
      const isQuery = as === "query";
      const call = {
        fail: encoderErrors(id),
        url,
        pause,
        timeoutMs: isQuery ? WIRE.queryTimeoutMs : WIRE.timeoutMs,
        retries: isQuery ? 0 : WIRE.retries,
        signal,
      };
      if (!isQuery || !isChecked) {
        isChecked = false;
        await checkInstalled(call, { name: model, digest: choice.digest }, advice);
        isChecked = true;
      }
      return inBatches(id, texts, BATCH.ollama, signal, async (batch) => {
        const rows = await embed(call, model, prefixed(family, batch, as));
        const { isMatryoshka } = family;
        const expected = { encoder: id, count: batch.length, dims, isMatryoshka };
        return unitVectors(rows, expected);
      });
    },
    close: () => Promise.resolve(),
  };
}
