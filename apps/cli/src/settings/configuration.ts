/** Resolves the options of a command from the environment and the files that apply to its project. */
import {
  type Layers,
  layersFor,
  MemoryError,
  type OptionName,
  type ProjectIdentity,
  problemsInEnv,
  type ResolvedOption,
  readUserConfig,
  resolveOption,
  resolveProjectSync,
  specOf,
} from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { failureOf } from "../failure.ts";
import { projectFolder, sayProblems } from "../open.ts";

export interface Configuration {
  readonly layers: Layers;
  /** True if `config.json` cannot be used at all. */
  readonly isUnusable: boolean;
}

/**
 * Reads the configuration. A faulty file never makes it fail; the fault is listed in `problems`. If the project is given as a
 * folder, the store is not opened.
 */
export async function configurationOf(context: CommandContext): Promise<Configuration> {
  const read = readUserConfig(context.place.home);
  const config = { ...read, problems: [...problemsInEnv(context.machine.env), ...read.problems] };
  const isUnusable = config.unusable !== null;
  try {
    return { layers: layersFor(config, await identityOf(context)), isUnusable };
  } catch (error) {
    if (!MemoryError.is(error, "config_malformed")) throw error;
    const { message, next } = failureOf(error);
    const { values: user, problems } = config;
    const layers = {
      project: {},
      repository: {},
      user,
      problems: [...problems, `${message}; ${next}`],
    };
    return { layers, isUnusable };
  }
}

export async function identityOf(context: CommandContext): Promise<ProjectIdentity> {
  return resolveProjectSync(await projectFolder(context), { home: context.place.home });
}

const SOURCES = {
  environment: "environment",
  project: "config.json, for this project",
  repository: "the repository's .tacit.json",
  user: "config.json",
  default: "default",
} as const satisfies Record<ResolvedOption["source"], string>;

export function sourceWords({ source }: ResolvedOption): string {
  return SOURCES[source];
}

/** Returns the value as text. A token is never printed. */
export function shownValue(option: ResolvedOption): string {
  const value = printedValue(option);
  return typeof value === "string" ? value : value.join(", ");
}

function printedValue({ name, value, source }: ResolvedOption): string | readonly string[] {
  const { kind, isSecret } = specOf(name);
  if (source === "default") return value;
  if (kind === "list") return JSON.parse(value) as string[];
  return isSecret === true ? "(set)" : value;
}

export async function showOne(context: CommandContext, name: OptionName): Promise<void> {
  const configuration = await configurationOf(context);
  const option = resolved(name, configuration, context);
  context.out.result(shown(option), () => shownValue(option));
  sayProblems(context, configuration.layers);
}

export function resolved(
  name: OptionName,
  { layers }: Configuration,
  context: CommandContext,
): ResolvedOption {
  const option = resolveOption(name, context.machine.env, layers);
  return name === "home" ? { ...option, value: context.place.home } : option;
}

export function shown(option: ResolvedOption) {
  return { name: option.name, value: printedValue(option), source: option.source };
}
