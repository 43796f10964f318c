/** The models that a person can choose for a role, and what each needs to be known about it. */
import {
  MODEL_KINDS,
  type ModelRequest,
  type ModelRoleName,
  type PanelModels,
} from "@tacit-memory/protocol";

export type ModelField = "model" | "folder" | "url" | "keyName" | "callsADay";

export interface ModelOption {
  /** One of MODEL_KINDS. */
  readonly kind: string;
  /** The name that is requested; null if it contains what a person enters. */
  readonly name: string | null;
  readonly needed: readonly ModelField[];
  readonly optional: readonly ModelField[];
  /** Null if it need not be installed. */
  readonly encoder: PanelModels["encoders"][number] | null;
}

const NO_FIELDS: readonly ModelField[] = [];
const FIELDS: Readonly<
  Record<string, Readonly<Record<"needed" | "optional", readonly ModelField[]>>>
> = {
  ollama: { needed: ["model"], optional: ["url", "callsADay"] },
  folder: { needed: ["folder"], optional: NO_FIELDS },
  "openai-compatible": { needed: ["url", "model"], optional: ["keyName", "callsADay"] },
  judge: { needed: ["url", "model"], optional: ["keyName", "callsADay"] },
  cohere: { needed: ["model"], optional: ["url", "keyName", "callsADay"] },
  anthropic: { needed: ["model"], optional: ["url", "keyName", "callsADay"] },
  "claude-code": { needed: NO_FIELDS, optional: ["model", "callsADay"] },
  codex: { needed: NO_FIELDS, optional: ["model", "callsADay"] },
  gemini: { needed: NO_FIELDS, optional: ["model", "callsADay"] },
};
/** Kinds with a limit of calls, by role. What runs in Ollama costs nothing, apart from the time of a writer. */
const isLimited = (role: ModelRoleName, kind: string) =>
  role === "writer" || (role !== "encoder" && kind !== "ollama");

export function modelOptions(
  role: ModelRoleName,
  { encoders }: Pick<PanelModels, "encoders">,
): readonly ModelOption[] {
  return MODEL_KINDS[role].flatMap((kind): readonly ModelOption[] => {
    const { needed = NO_FIELDS, optional = NO_FIELDS } = FIELDS[kind] ?? {};
    const fields = {
      needed,
      optional: optional.filter((field) => field !== "callsADay" || isLimited(role, kind)),
    };
    if (kind === "installed")
      return encoders.map((encoder) => ({ kind, name: encoder.name, encoder, ...fields }));
    const name = kind === "ollama" || kind === "folder" ? null : kind;
    return [{ kind, name, encoder: null, ...fields }];
  });
}

/** Returns the option that a request belongs to. */
export function optionOf(
  options: readonly ModelOption[],
  { name }: ModelRequest,
): ModelOption | undefined {
  const entered = name.startsWith("ollama:") ? "ollama" : "folder";
  return (
    options.find((option) => option.name === name) ??
    options.find((option) => option.name === null && option.kind === entered)
  );
}

/** What a person entered; an empty text is not sent. */
export type Entered = Readonly<Record<ModelField, string>> & {
  readonly allowHttp: boolean;
  readonly judgesUnasked: boolean;
};

export function enteredOf(option: ModelOption, request: ModelRequest): Entered {
  const { name, url = "", model = "", keyName = "", callsADay } = request;
  return {
    model: option.kind === "ollama" ? name.replace(/^ollama:/, "") : model,
    folder: option.kind === "folder" ? name : "",
    url,
    keyName,
    callsADay: callsADay === undefined ? "" : String(callsADay),
    allowHttp: request.allowHttp ?? false,
    judgesUnasked: request.judgesUnasked ?? false,
  };
}

export const NOTHING_ENTERED: Entered = {
  model: "",
  folder: "",
  url: "",
  keyName: "",
  callsADay: "",
  allowHttp: false,
  judgesUnasked: false,
};

export function isComplete({ needed, encoder }: ModelOption, entered: Entered): boolean {
  return encoder?.isInstalled !== false && needed.every((field) => entered[field].trim() !== "");
}

/** Whether text would travel unencrypted to another machine, which a person must allow. */
export function needsHttp(url: string): boolean {
  const parsed = URL.parse(url.trim());
  if (parsed?.protocol !== "http:") return false;
  return !/^(?:localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(parsed.hostname);
}

export function requestFor({ kind, name, needed, optional }: ModelOption, entered: Entered) {
  const has = (field: ModelField) => [...needed, ...optional].includes(field);
  const text = (field: ModelField) => {
    const value = entered[field].trim();
    return has(field) && value !== "" ? value : undefined;
  };
  const [model, url, keyName, calls] = [
    text("model"),
    text("url"),
    text("keyName"),
    text("callsADay"),
  ];
  const request: ModelRequest = {
    name: name ?? (kind === "ollama" ? `ollama:${model}` : entered.folder.trim()),
    ...(url === undefined ? {} : { url }),
    ...(model === undefined || kind === "ollama" ? {} : { model }),
    ...(keyName === undefined ? {} : { keyName }),
    ...(calls === undefined ? {} : { callsADay: Number(calls) }),
    ...(url !== undefined && needsHttp(url) ? { allowHttp: entered.allowHttp } : {}),
    ...(kind === "judge" ? { judgesUnasked: entered.judgesUnasked } : {}),
  };
  return request;
}
