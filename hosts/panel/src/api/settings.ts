/** Settings view: the project's mode, every option with its source, and what is stored where. */
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
} from "@tacit-memory/memory";
import type { PanelOption, PanelSettings } from "@tacit-memory/protocol";

interface Process {
  readonly version: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

export async function settingsOf(tacit: Tacit, { version, env }: Process): Promise<PanelSettings> {
  const { home, engine, storeBytes, backups, meaning, writing, project } =
    await tacit.admin.status();
  const layers = layersFor(readUserConfig(home), tacit.identity);
  return {
    mode: project.mode,
    modes: MODES,
    options: OPTION_NAMES.flatMap((name) => optionOf(name, resolveOption(name, env, layers))),
    home,
    version,
    engine,
    storeBytes,
    lastBackupAtMs: backups.newestAtMs,
    encoder: meaning.encoder,
    writer: writing.writer,
  };
}

function optionOf(
  name: (typeof OPTION_NAMES)[number],
  { value, source }: ReturnType<typeof resolveOption>,
): PanelOption[] {
  const { kind, choices = [], default: usual, inFile, isSecret } = specOf(name);
  if (inFile === "nowhere") return [];
  const shown = isSecret === true ? null : value;
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
