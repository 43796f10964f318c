/** Which model each role uses, as the request that chooses it again: a person who chose another one can return to it. */
import { readChosenWriter } from "../learn/writing/writer-settings.ts";
import { readEncoderSettings } from "../search/embed/encoder-settings.ts";
import type { EncoderChoice } from "../search/encoders/encoder-choice.schema.ts";
import type { RerankerChoice } from "../search/rerank/reranker-choice.schema.ts";
import { readChosenHyde, readChosenReranker } from "../search/rerank/reranker-settings.ts";
import type { Workspace } from "../workspace.ts";
import type { ModelRequest } from "./models.ts";
import type { RerankerRequest } from "./rerankers.ts";
import { nameOf, type WriterRequest } from "./writers.ts";

export interface ChosenModels {
  readonly encoder: ModelRequest;
  readonly reranker: RerankerRequest;
  readonly hyde: RerankerRequest;
  readonly writer: WriterRequest;
}

/** Throws "config_malformed" for a stored choice that no version of Tacit wrote. */
export async function chosenModels({ db }: Pick<Workspace, "db">): Promise<ChosenModels> {
  const hyde = await readChosenHyde(db);
  const writer = await readChosenWriter(db);
  return {
    encoder: encoderRequest((await readEncoderSettings(db)).chosen),
    reranker: rerankerRequest(await readChosenReranker(db)),
    hyde: hyde.kind === "none" ? { name: "none" } : served("openai-compatible", hyde),
    writer: writer === null ? { name: "none" } : served(nameOf(writer), writer),
  };
}

function encoderRequest(choice: EncoderChoice): ModelRequest {
  if (choice.kind === "built-in") return { name: "built-in" };
  if (choice.kind === "onnx") return { name: choice.name };
  const { url, model, dims, allowHttp } = choice;
  if (choice.kind === "ollama") return { name: `ollama:${model}`, url, dims, allowHttp };
  const keyName = choice.keyName ?? undefined;
  const size = choice.sendsDims ? { dims } : {};
  return { name: "openai-compatible", url, model, keyName, allowHttp, ...size };
}

function rerankerRequest(choice: RerankerChoice): RerankerRequest {
  switch (choice.kind) {
    case "none":
    case "turns":
    case "late":
      return { name: choice.kind };
    case "onnx":
      return { name: choice.folder };
    case "ollama":
      return { name: `ollama:${choice.model}`, url: choice.url, allowHttp: choice.allowHttp };
    case "cohere":
      return served("cohere", choice);
    case "judge":
      return { ...served("judge", choice), judgesUnasked: choice.judgesUnasked };
  }
}

/** What is stored of a model that is called at most so often a day. Programs and Ollama name their model otherwise. */
interface Served {
  readonly kind: string;
  readonly model: string | null;
  readonly callsADay: number;
  readonly url?: string;
  readonly keyName?: string | null;
  readonly allowHttp?: boolean;
}

function served(name: string, { kind, model, callsADay, ...place }: Served): WriterRequest {
  const { url, keyName, allowHttp } = place;
  return {
    name,
    callsADay,
    ...(url === undefined ? {} : { url, allowHttp }),
    ...(kind === "ollama" || model === null ? {} : { model }),
    ...(keyName == null ? {} : { keyName }),
  };
}
