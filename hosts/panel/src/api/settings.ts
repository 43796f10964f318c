/** Settings view: the project's mode, every option with its source, what is stored where, and the models in use. */
import {
  layersFor,
  MemoryError,
  MODES,
  OPTION_NAMES,
  readUserConfig,
  resolveOption,
  setOption,
  specOf,
  type Tacit,
  unsetOption,
  withoutCredentials,
} from "@tacit-memory/memory";
import {
  MODEL_ROLES,
  type ModelChange,
  type ModelRole,
  type ModelRoleName,
  type PanelModels,
  type PanelOption,
  type PanelSettings,
} from "@tacit-memory/protocol";
import type { ModelInput } from "./requests.schema.ts";

interface Process {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function settingsOf(tacit: Tacit, { version, env }: Process): Promise<PanelSettings> {
  const { home, engine, storeBytes, backups, project } = await tacit.admin.status();
  const layers = layersFor(readUserConfig(home), tacit.identity);
  const address = resolveOption("url", env, layers).value;
  return {
    mode: project.mode,
    modes: MODES,
    options: OPTION_NAMES.flatMap((name) => optionOf(name, resolveOption(name, env, layers))),
    server: address === "" ? null : withoutCredentials(address),
    home,
    version,
    engine,
    storeBytes,
    lastBackupAtMs: backups.newestAtMs,
  };
}

function optionOf(
  name: (typeof OPTION_NAMES)[number],
  { value, source }: ReturnType<typeof resolveOption>,
): PanelOption[] {
  const { kind, choices = [], default: usual, inFile, isSecret } = specOf(name);
  if (inFile === "nowhere") return [];
  const readable = name === "url" ? withoutCredentials(value) : value;
  const shown = isSecret === true ? null : readable;
  const mayChange = isSecret !== true && (source === "user" || source === "default");
  return [{ name, value: shown, source, kind, choices, default: usual, mayChange }];
}

/**
 * Changes the mode or an option; null resets an option. Throws "usage" for an invalid value, or for a name that is unknown or
 * secret.
 */
export async function changeSetting(
  tacit: Tacit,
  name: string,
  value: string | null,
): Promise<void> {
  if (name === "mode") {
    const mode = MODES.find((one) => one === value);
    if (mode === undefined) throw new MemoryError("usage", { mode: value ?? "" });
    return tacit.admin.setMode(mode);
  }
  const option = OPTION_NAMES.find((one) => one === name);
  if (option === undefined || specOf(option).isSecret === true)
    throw new MemoryError("usage", { option: name });
  const change = { home: tacit.home, name: option, project: null };
  if (value === null) unsetOption(change);
  else setOption(change, value);
}

/** Options that take precedence over the choice of a model. */
const OVERRIDES: Readonly<Partial<Record<ModelRoleName, "encoder" | "reranker">>> = {
  encoder: "encoder",
  reranker: "reranker",
};

export async function modelsOf(
  { admin, home, identity }: Tacit,
  env: Process["env"],
): Promise<PanelModels> {
  const [chosen, encoders, rerankers, writers] = await Promise.all([
    admin.chosenModels(),
    admin.models().then((models) => models.list()),
    admin.rerankers().then((models) => models.list()),
    admin.writers().then((models) => models.list()),
  ]);
  const layers = layersFor(readUserConfig(home), identity);
  const overrideOf = (role: ModelRoleName): string | null => {
    const name = OVERRIDES[role];
    if (name === undefined) return null;
    const { value, source } = resolveOption(name, env, layers);
    return source === "default" ? null : value;
  };
  const roleOf = (role: ModelRoleName): ModelRole => ({
    role,
    chosen: chosen[role],
    override: overrideOf(role),
    calls:
      [...rerankers, ...writers].find((row) => row.role === role && row.isChosen)?.calls ?? null,
    waiting: role === "encoder" ? (encoders.find(({ isChosen }) => isChosen)?.waiting ?? 0) : 0,
  });
  return {
    roles: MODEL_ROLES.map(roleOf),
    encoders: encoders
      .filter(({ kind }) => kind === "onnx")
      .map(({ name, isPulled, bytes }) => ({ name, isInstalled: isPulled, bytes })),
  };
}

/** Throws "usage" for an incomplete request, and the failure of a model that gives no usable answer. */
export async function chooseModel(
  { admin }: Tacit,
  { role, ...request }: ModelInput,
): Promise<ModelChange> {
  const before = (await admin.chosenModels())[role];
  if (role === "encoder") await (await admin.models()).use(request);
  if (role === "reranker") await (await admin.rerankers()).use(request);
  if (role === "hyde") await (await admin.rerankers()).useHyde(request);
  if (role === "writer") await (await admin.writers()).use(request);
  return { before };
}
