/**
 * The runtime of ONNX models, a package of the user's: half a gigabyte with its native libraries, so it is
 * never a dependency. Looked for beside us, then in `runtime/` of the home, where every process finds it.
 */
import { createRequire } from "node:module";
import { join } from "node:path";
import { MemoryError } from "../domain/errors.ts";

const PACKAGE = "@huggingface/transformers";
/** The one the adapter was written against; 3.x has the same surface. */
const VERSION = "4.3.1";

/** As much of the package as we use. */
export interface OnnxRuntime {
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

/** Calling it makes padded, cut batches of token ids. */
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

/** ERROR of the runtime's own scale: it would warn on the streams that belong to the program. */
const LOG_ERRORS_ONLY = 40;

export interface LoadedOnnx {
  readonly tokenizer: OnnxTokenizer;
  readonly run: OnnxModel;
}

/** Loads with the first use, again after one that failed. */
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

/** That takes models from `models`, a folder of this machine, and from nowhere else. Throws as `loadOnnxRuntime`. */
export async function offlineOnnxRuntime(home: string, models: string): Promise<OnnxRuntime> {
  const runtime = await loadOnnxRuntime(home);
  const { env } = runtime;
  env.allowRemoteModels = false;
  env.allowLocalModels = true;
  env.useFSCache = false;
  env.useWasmCache = false;
  env.localModelPath = models;
  env.logLevel = LOG_ERRORS_ONLY;
  return runtime;
}

/** Throws "encoder_missing" with the command that installs it. */
async function loadOnnxRuntime(home: string): Promise<OnnxRuntime> {
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
    // Without its scripts: one of them would fetch CUDA, and fail where it cannot.
    install: `npm install --ignore-scripts --prefix ${JSON.stringify(folder)} ${PACKAGE}@${VERSION}`,
    cause: absent,
  });
}

/** Not there, rather than there and without a part of its own. */
function isAbsent(error: unknown): boolean {
  const { code, message } = error as NodeJS.ErrnoException;
  const isMissing = code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND";
  return isMissing && message.includes(`'${PACKAGE}'`);
}

function broken(cause: unknown): MemoryError {
  const why = cause instanceof Error ? cause.message.split("\n")[0] : String(cause);
  const reason = `${PACKAGE} is there but does not start: ${why}`;
  return new MemoryError("encoder_missing", { reason, package: PACKAGE, cause });
}
