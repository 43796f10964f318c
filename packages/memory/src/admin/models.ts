/** Management of encoders: list, download, choose, embed and check. */

import { freemem } from "node:os";
import { MAX_DIMS } from "@tacit-memory/encoder";
import type { ModelRequest as AnyModelRequest } from "@tacit-memory/protocol";
import { MemoryError } from "../domain/errors.ts";
import { sentenceOf } from "../domain/sentences/sentences.ts";
import {
  type EncoderSettings,
  readEncoderSettings,
  readGolden,
  writeChosenEncoder,
  writeGolden,
} from "../search/embed/encoder-settings.ts";
import { chooseOllama, QWEN3 } from "../search/encoders/choose-ollama.ts";
import type { EncoderChoice } from "../search/encoders/encoder-choice.schema.ts";
import { BUILT_IN, choiceName, encoderIdOf } from "../search/encoders/encoder-choice.ts";
import { CATALOGUE, downloadBytes } from "../search/encoders/model-catalogue.ts";
import {
  type ModelLock,
  readModelLock,
  revisionOf,
  verifyModel,
} from "../search/encoders/model-folder.ts";
import { chooseOnnx } from "../search/encoders/onnx-encoder.ts";
import { chooseOpenAi } from "../search/encoders/openai-encoder.ts";
import { type Probe, probeEncoder } from "../search/encoders/probe-encoder.ts";
import { type PullRequest, pullModel } from "../search/encoders/pull-model.ts";
import { alone, LEASE_MS } from "../search/lease.ts";
import { ollamaAddress } from "../search/models/endpoint.ts";
import { encoderFailed, isOfTheEncoder, problemOf } from "../search/models/model-fault.ts";
import { countEmbeddings, dropEmbeddings } from "../store/memories/embeddings.ts";
import { noteSuccess } from "../store/model-use.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import {
  type EmbedRequest,
  embedChosen,
  embedDue,
  type ModelSurroundings,
  withEncoder,
} from "./embed-all.ts";

export interface ListedModel {
  readonly name: string;
  readonly kind: EncoderChoice["kind"];
  /** The encoder's id; null if it is unknown until the model is pulled. */
  readonly id: string | null;
  readonly dims: number | null;
  readonly text: string;
  readonly isPulled: boolean;
  readonly isChosen: boolean;
  /** True if recall uses this encoder: the chosen encoder, once its vectors are complete. */
  readonly isActive: boolean;
  readonly embedded: number;
  readonly waiting: number;
  /** Size of the download or of the downloaded files; null if unknown. */
  readonly bytes: number | null;
}

/** `name`: `built-in`, a name of the catalogue, `openai-compatible`, or an Ollama model. */
export interface ModelRequest extends Omit<AnyModelRequest, "callsADay" | "judgesUnasked"> {
  /** Discards the existing vectors of this encoder. */
  readonly discardsVectors?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

export interface Checked {
  readonly name: string;
  readonly id: string;
  readonly probe: Omit<Probe, "golden">;
}

export function modelsOf(workspace: Workspace, surroundings: ModelSurroundings) {
  return {
    list: () => listModels(workspace, surroundings),
    pull: (request: Omit<PullRequest, "home">) => pullAlone(workspace, request),
    use: (request: ModelRequest) => useModel(workspace, surroundings, request),
    check: (signal?: AbortSignal) => checkModel(workspace, surroundings, signal),
    embed: (request: EmbedRequest = {}) => embedChosen(workspace, surroundings, request),
    /** Continues embedding in the background of a long-lived process. */
    embedDue: (request: Parameters<typeof embedDue>[2]) =>
      embedDue(workspace, surroundings, request),
  };
}

/**
 * Pulls a model under a lock, because two processes would write to the same file. Throws "store_busy" if another process is
 * pulling it.
 */
async function pullAlone(
  workspace: Workspace,
  request: Omit<PullRequest, "home">,
): Promise<ModelLock> {
  const job = { kind: `pull ${request.name}`, trigger: "command" };
  const pulled = await alone(workspace, job, () => pullModel({ ...request, home: workspace.home }));
  if (pulled !== null) return pulled.done;
  const reason = `\`tacit models pull ${request.name}\` already runs in another process; if that process was killed, try again after ${LEASE_MS / 1000} s`;
  throw new MemoryError("store_busy", { reason });
}

async function choose(
  workspace: Workspace,
  { env }: ModelSurroundings,
  request: ModelRequest,
): Promise<EncoderChoice> {
  const { name, dims, keyName, allowHttp = false, signal } = request;
  const isHere = name === "built-in" || CATALOGUE.some((model) => model.name === name);
  if (name !== "openai-compatible") refuseIdle(request, isHere);
  if (name === "built-in") return BUILT_IN;
  if (isHere) return chooseOnnx(workspace.home, name);
  if (name === "openai-compatible") {
    const { url, model } = request;
    if (url === undefined || model === undefined) {
      throw new MemoryError("usage", { model: name, reason: "it requires --url and --model" });
    }
    return chooseOpenAi({ url, model, dims, keyName, allowHttp, env, signal });
  }
  if (!name.startsWith(QWEN3) && !name.startsWith("ollama:")) {
    throw new MemoryError("model_not_found", {
      model: name,
      reason: "unknown model; for a model that Ollama serves, write ollama:NAME",
    });
  }
  const url = request.url ?? ollamaAddress(env);
  const model = name.replace(/^ollama:/, "");
  return chooseOllama({ url, model, dims, allowHttp, freeBytes: freemem(), signal });
}

/** Rejects options that do not apply to this encoder. Throws "usage". */
function refuseIdle({ name, url, dims, model, keyName }: ModelRequest, isHere: boolean): void {
  const input = { "--model": model, "--key-env": keyName };
  const all = isHere ? { ...input, "--url": url, "--dims": dims } : input;
  const [option] = Object.entries(all).find(([, value]) => value !== undefined) ?? [];
  if (option === undefined) return;
  throw new MemoryError("usage", {
    model: name,
    reason: sentenceOf("option_not_for", { option, model: name }),
  });
}

/** Rejects vectors that are too long to be searched. Throws "usage". */
function refuseTooLong(choice: EncoderChoice): void {
  if (choice.kind === "built-in" || choice.dims <= MAX_DIMS) return;
  const reason = sentenceOf("too_many_dims", { count: choice.dims, most: MAX_DIMS });
  throw new MemoryError("usage", { model: choiceName(choice), reason });
}

/** Chooses an encoder after it answered a probe correctly. Its vectors are created by `embed`. */
async function useModel(
  workspace: Workspace,
  surroundings: ModelSurroundings,
  request: ModelRequest,
): Promise<Checked> {
  const choice = await choose(workspace, surroundings, request);
  refuseTooLong(choice);
  return withEncoder(workspace, surroundings, choice, async (encoder) => {
    const stored =
      request.discardsVectors === true ? null : await readGolden(workspace.db, encoder.id);
    const { golden, ...probe } = await probeEncoder(encoder, stored, request.signal);
    const failed = probe.checks.find(({ ok }) => !ok);
    if (failed?.name === "same model") {
      const reason = `another model now answers under this name (${failed.detail}); to embed everything again, add --discard-vectors`;
      throw encoderFailed(encoder.id, "model_changed", reason);
    }
    if (failed !== undefined) {
      throw encoderFailed(encoder.id, "unsound", `${failed.name}: ${failed.detail}`);
    }
    if (request.discardsVectors === true) await dropEmbeddings(workspace.db, encoder.id);
    if (stored === null) await writeGolden(workspace.db, encoder.id, golden);
    await writeChosenEncoder(workspace.db, choice);
    await noteSuccess(workspace.db, encoder.id);
    return { name: choiceName(choice), id: encoder.id, probe };
  });
}

/** Checks the chosen encoder: the files of a pulled model, then its answers. A failing check is returned, not thrown. */
async function checkModel(
  workspace: Workspace,
  surroundings: ModelSurroundings,
  signal: AbortSignal | undefined,
): Promise<Checked> {
  const { chosen } = await readEncoderSettings(workspace.db);
  try {
    return await probeChosen(workspace, surroundings, chosen, signal);
  } catch (error) {
    if (signal?.aborted || !isOfTheEncoder(error)) throw error;
    const checks = [{ name: "answers", ok: false, detail: problemOf(error) }] as const;
    const id = chosen.kind === "built-in" ? "built-in" : encoderIdOf(chosen);
    return { name: choiceName(chosen), id, probe: { isSound: false, checks } };
  }
}

async function probeChosen(
  workspace: Workspace,
  surroundings: ModelSurroundings,
  chosen: EncoderChoice,
  signal: AbortSignal | undefined,
): Promise<Checked> {
  if (chosen.kind === "onnx") {
    const lock = readModelLock(workspace.home, chosen.name);
    if (lock !== null) await verifyModel(workspace.home, lock);
  }
  return withEncoder(workspace, surroundings, chosen, async (encoder) => {
    const stored = await readGolden(workspace.db, encoder.id);
    const { golden, ...probe } = await probeEncoder(encoder, stored, signal);
    if (stored === null && probe.isSound) await writeGolden(workspace.db, encoder.id, golden);
    // Lets recall use the encoder again without waiting for its next retry.
    if (probe.isSound) await noteSuccess(workspace.db, encoder.id).catch(ignoreUnavailableStore);
    return { name: choiceName(chosen), id: encoder.id, probe };
  });
}

async function listModels(
  workspace: Workspace,
  surroundings: ModelSurroundings,
): Promise<ListedModel[]> {
  const settings = await readEncoderSettings(workspace.db);
  const rows = [
    await builtInRow(workspace, surroundings, settings),
    ...(await Promise.all(CATALOGUE.map((model) => catalogueRow(workspace, settings, model)))),
  ];
  const elsewhere = [settings.chosen, settings.active].filter(
    (choice) => choice.kind === "ollama" || choice.kind === "openai",
  );
  const seen = new Set<string>();
  for (const choice of elsewhere) {
    const id = encoderIdOf(choice);
    if (seen.has(id)) continue;
    seen.add(id);
    const text = `${choice.kind === "ollama" ? "Ollama" : "an OpenAI-compatible server"} at ${choice.url}`;
    const { dims, kind } = choice;
    const progress = await stateOf(workspace, settings, id);
    rows.push({
      name: choiceName(choice),
      kind,
      id,
      dims,
      text,
      isPulled: true,
      bytes: null,
      ...progress,
    });
  }
  return rows;
}

async function builtInRow(
  workspace: Workspace,
  surroundings: ModelSurroundings,
  settings: EncoderSettings,
): Promise<ListedModel> {
  const { id, dims } = await builtIn(workspace, surroundings);
  const progress = await stateOf(workspace, settings, id);
  return {
    name: "built-in",
    kind: "built-in",
    id,
    dims,
    text: id === null ? "not included in this build" : "ships with Tacit; instant",
    isPulled: id !== null,
    bytes: null,
    ...progress,
    isChosen: settings.chosen.kind === "built-in",
    isActive: settings.active.kind === "built-in",
  };
}

/** Describes the built-in encoder; id and dimensions are null if this build does not include it. */
async function builtIn(workspace: Workspace, surroundings: ModelSurroundings) {
  try {
    return await withEncoder(workspace, surroundings, BUILT_IN, async ({ id, dims }) => ({
      id,
      dims,
    }));
  } catch (error) {
    if (!MemoryError.is(error, "encoder_missing")) throw error;
    return { id: null, dims: null };
  }
}

async function catalogueRow(
  workspace: Workspace,
  settings: EncoderSettings,
  model: (typeof CATALOGUE)[number],
): Promise<ListedModel> {
  const lock = readModelLock(workspace.home, model.name);
  const id =
    lock === null
      ? null
      : encoderIdOf({
          kind: "onnx",
          name: model.name,
          revision: revisionOf(model, lock),
          dims: lock.dims,
        });
  const pulledBytes = lock?.files.reduce((sum, file) => sum + file.bytes, 0);
  return {
    name: model.name,
    kind: "onnx",
    id,
    dims: lock?.dims ?? null,
    text: `${model.text}; ${model.licence}${lock?.isPinned === false ? "; the files differ from the pinned ones" : ""}`,
    isPulled: lock !== null,
    bytes: pulledBytes ?? downloadBytes(model),
    ...(await stateOf(workspace, settings, id ?? idOfGone(settings, model.name))),
  };
}

/** Returns the id of a chosen ONNX model whose folder no longer exists. */
function idOfGone({ chosen, active }: EncoderSettings, name: string): string | null {
  const match = [active, chosen].find((choice) => choice.kind === "onnx" && choice.name === name);
  return match === undefined || match.kind === "built-in" ? null : encoderIdOf(match);
}

async function stateOf(
  workspace: Workspace,
  { chosen, active }: EncoderSettings,
  id: string | null,
) {
  const isOf = (choice: EncoderChoice) => choice.kind !== "built-in" && encoderIdOf(choice) === id;
  const counts =
    id === null ? { embedded: 0, waiting: 0 } : await countEmbeddings(workspace.db, id);
  return { isChosen: isOf(chosen), isActive: isOf(active), ...counts };
}

export type Models = ReturnType<typeof modelsOf>;
