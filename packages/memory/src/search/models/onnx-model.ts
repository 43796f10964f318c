/**
 * Opens ONNX models in this process, for encoders and rerankers. The runtime is a package that the user installs: with its
 * native libraries it has half a gigabyte, so it is never a dependency. It is searched for next to this program, then in
 * `runtime/` of Tacit's home.
 */

import { createRequire } from "node:module";
import { basename, dirname, join } from "node:path";
import { MemoryError } from "../../domain/errors.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";
import type { FaultError } from "./model-fault.ts";

const PACKAGE = "@huggingface/transformers";
/** The adapter was written for this version; 3.x has the same interface. */
const VERSION = "4.3.1";

/** The part of the package that is used. */
interface OnnxRuntime {
  readonly env: {
    allowRemoteModels: boolean;
    allowLocalModels: boolean;
    localModelPath: string;
    useFSCache: boolean;
    useWasmCache: boolean;
    logLevel: number;
  };
  readonly AutoTokenizer: Loader<OnnxTokenizer>;
  readonly AutoModel: Loader<OnnxModel>;
  readonly AutoModelForSequenceClassification: Loader<OnnxModel>;
}

interface Loader<T> {
  readonly from_pretrained: (name: string, options: Record<string, unknown>) => Promise<T>;
}

/** Turns texts into padded and truncated batches of token ids. */
export type OnnxTokenizer = (
  texts: readonly string[],
  options: {
    readonly padding: boolean;
    readonly truncation: boolean;
    readonly max_length: number;
    /** The second text of each pair. */
    readonly text_pair?: readonly string[];
  },
) => Record<string, OnnxTensor>;

export interface OnnxModel {
  (inputs: Record<string, OnnxTensor>): Promise<Record<string, OnnxTensor | undefined>>;
  readonly dispose: () => Promise<unknown>;
}

export interface OnnxTensor {
  readonly dims: readonly number[];
  readonly data: ArrayLike<number | bigint>;
}

/** Level ERROR of the runtime: its warnings would appear on the streams of the program. */
const LOG_ERRORS_ONLY = 40;

export interface LoadedOnnx {
  readonly tokenizer: OnnxTokenizer;
  readonly run: OnnxModel;
}

export interface OnnxChoice {
  /** Tacit's home, where the runtime can be installed. */
  readonly home: string;
  /** The folder of the model. */
  readonly folder: string;
  readonly kind: "AutoModel" | "AutoModelForSequenceClassification";
  /** 8-bit or 32-bit weights. */
  readonly dtype: "q8" | "fp32";
  readonly fail: FaultError;
}

/**
 * Opens a model. Throws "encoder_missing" if the runtime is not installed, the fault "runtime_error" if the model does not
 * load.
 */
export async function openOnnxModel({
  home,
  folder,
  kind,
  dtype,
  fail,
}: OnnxChoice): Promise<LoadedOnnx> {
  const runtime = await offlineRuntime(home, dirname(folder));
  const name = basename(folder);
  const local = { local_files_only: true };
  return guarded(fail, async () => ({
    tokenizer: await runtime.AutoTokenizer.from_pretrained(name, local),
    run: await runtime[kind].from_pretrained(name, { ...local, dtype, device: "cpu" }),
  }));
}

/** Runs the model, and turns what the runtime throws into the fault "runtime_error". */
export async function guarded<T>(fail: FaultError, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (cause) {
    if (cause instanceof MemoryError) throw cause;
    const reason = cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause);
    throw fail("runtime_error", `the model could not be run: ${reason}`, cause);
  }
}

/** Loads at the first use, and again after a failure. */
export function onceLoaded(load: () => Promise<LoadedOnnx>) {
  let loading: Promise<LoadedOnnx> | undefined;
  return {
    get: async (): Promise<LoadedOnnx> => {
      loading ??= load();
      return loading.catch((error: unknown) => {
        loading = undefined;
        throw error;
      });
    },
    close: async (): Promise<void> => {
      const open = loading;
      loading = undefined;
      await (await open?.catch(() => undefined))?.run.dispose();
    },
  };
}

/** Returns a runtime that loads models from the folder `models` only. Throws as `loadRuntime`. */
async function offlineRuntime(home: string, models: string): Promise<OnnxRuntime> {
  const runtime = await loadRuntime(home);
  const { env } = runtime;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useFSCache = false;
  env.useWasmCache = false;
  env.localModelPath = models;
  env.logLevel = LOG_ERRORS_ONLY;
  return runtime;
}

/** Loads the runtime. Throws "encoder_missing" with the command that installs it. */
async function loadRuntime(home: string): Promise<OnnxRuntime> {
  const folder = join(home, "runtime");
  const places = [
    () => import(PACKAGE) as Promise<OnnxRuntime>,
    async () => createRequire(join(folder, "package.json"))(PACKAGE) as OnnxRuntime,
  ];
  let absent: unknown;
  for (const load of places) {
    try {
      return await load();
    } catch (error) {
      if (!isAbsent(error)) throw broken(error);
      absent = error;
    }
  }
  throw new MemoryError("encoder_missing", {
    package: PACKAGE,
    // Without install scripts: one of them downloads CUDA, and fails if it cannot.
    install: `npm install --ignore-scripts --prefix ${JSON.stringify(folder)} ${PACKAGE}@${VERSION}`,
    cause: absent,
  });
}

/** Whether the package itself is missing, and not a part of it. */
function isAbsent(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return isMissing && message.includes(`'${PACKAGE}'`);
}

function broken(cause: unknown): MemoryError {
  const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  const reason = sentenceOf("runtime_broken", { package: PACKAGE, problem: String(why) });
  return new MemoryError("encoder_missing", { reason, package: PACKAGE, cause });
}
