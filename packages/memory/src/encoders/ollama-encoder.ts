/** An embedding model that Ollama serves, asked over its own API. */

import type { Encoder } from "./encoder.ts";
import type { ChoiceOf } from "./encoder-choice.schema.ts";
import { encoderIdOf } from "./encoder-choice.ts";
import { DEFAULT_OLLAMA, endpointOf } from "./endpoint.ts";
import { encoderFailed } from "./fault.ts";
import { callJson, type JsonCall } from "./json-call.ts";
import { familyOf, prefixed } from "./model-families.ts";
import { installedModels, readEmbeddings } from "./ollama-api.ts";
import { inBatches } from "./text-batches.ts";
import { BATCH, OLLAMA, WIRE } from "./tuning.ts";
import { unitVectors } from "./unit-vectors.ts";

/** The command that chooses the same once more. */
function useAgain({ model, url, dims }: ChoiceOf<"ollama">): string {
  const place = url === DEFAULT_OLLAMA ? "" : ` --url ${url}`;
  const isCut = familyOf(model).isMatryoshka && dims !== OLLAMA.dims.value;
  return `tacit models use ollama:${model}${place}${isCut ? ` --dims ${dims}` : ""}`;
}

/**
 * Nothing is asked before the first text; that it is still the model that was chosen is asked then, and again before
 * anything is kept: a process that lives long may see it updated.
 */
export function openOllamaEncoder(choice: ChoiceOf<"ollama">, pause?: JsonCall["pause"]): Encoder {
  const id = encoderIdOf(choice);
  const url = endpointOf(choice.url, choice.allowHttp);
  const family = familyOf(choice.model);
  const { dims, model } = choice;
  let isChecked = false;

  async function check(call: Pick<JsonCall, "timeoutMs" | "retries" | "signal">): Promise<void> {
    isChecked = false;
    const found = (await installedModels({ ...call, encoder: id, url, pause })).find(
      ({ name }) => name === model,
    );
    if (found === undefined) {
      throw encoderFailed(
        id,
        "not_there",
        `Ollama no longer has ${model}: \`ollama pull ${model}\``,
      );
    }
    if (found.digest !== choice.digest) {
      const reason = `${model} was updated since it was chosen: \`${useAgain(choice)}\` embeds anew`;
      throw encoderFailed(id, "model_changed", reason);
    }
    isChecked = true;
  }

  return {
    id,
    dims,
    isInstant: false,
    encode: async (texts, as, signal) => {
      const isQuery = as === "query";
      const call = {
        timeoutMs: isQuery ? WIRE.queryTimeoutMs.value : WIRE.timeoutMs.value,
        retries: isQuery ? 0 : WIRE.retries.value,
        signal,
      };
      if (!isQuery || !isChecked) await check(call);
      return inBatches(id, texts, BATCH.ollama.value, signal, async (batch) => {
        const answer = await callJson({
          ...call,
          encoder: id,
          url: `${url}/api/embed`,
          pause,
          body: {
            model,
            input: prefixed(family, batch, as),
            truncate: true,
            keep_alive: `${OLLAMA.keepAliveMinutes.value}m`,
          },
        });
        const { isMatryoshka } = family;
        const expected = { encoder: id, count: batch.length, dims, isMatryoshka };
        return unitVectors(readEmbeddings(answer, id), expected);
      });
    },
    close: () => Promise.resolve(),
  };
}
