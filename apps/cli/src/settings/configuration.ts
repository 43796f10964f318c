/** Resolves the options of a command from the environment and the files that apply to its project. */
import {
  hasCredentials,
  isStronger,
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
  withoutCredentials,
} from "@tacit-memory/memory";
import type { OptionSpec, ParsedArgs } from "../command.ts";
import type { CommandContext } from "../command-context.ts";
import { failureOf } from "../failure.ts";
import { projectFolder, sayProblems } from "../open.ts";
import { flag } from "../parsed-args.ts";

export interface Configuration {
  readonly layers: Layers;
  /** True if `config.json` cannot be used at all. */
  readonly isUnusable: boolean;
}

/**
 * Reads the configuration. A faulty file never makes it fail; the fault is listed in `problems`. The store is opened only if
 * `--project` is a name.
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

async function identityOf(context: CommandContext): Promise<ProjectIdentity> {
  return resolveProjectSync(await projectFolder(context), { home: context.place.home });
}

/** The option of all commands that change an option: applies the change to one project. */
export const LOCAL: OptionSpec = { flags: "--local", text: "for this project only" };

/** Returns the project with `--local`, otherwise null. */
export async function projectMeant(
  input: ParsedArgs,
  context: CommandContext,
): Promise<ProjectIdentity | null> {
  return flag(input, "local") ? identityOf(context) : null;
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

/** Returns the value as text. Tokens and passwords are never printed. */
export function shownValue(option: ResolvedOption): string {
  const value = printedValue(option);
  return typeof value === "string" ? value : value.join(", ");
}

function printedValue({ name, value, source }: ResolvedOption): string | readonly string[] {
  const { kind, isSecret } = specOf(name);
  if (source === "default") return value;
  if (kind === "list") return JSON.parse(value) as string[];
  if (isSecret === true) return "(set)";
  return name === "url" && hasCredentials(value) ? withoutCredentials(value) : value;
}

/** Prints one option. `changedAt`: the level at which the file was just changed. */
export async function showOne(
  context: CommandContext,
  name: OptionName,
  changedAt?: "user" | "project",
): Promise<void> {
  const configuration = await configurationOf(context);
  const option =
    changedAt === undefined
      ? resolved(name, configuration, context)
      : resolvedAfterChange(name, changedAt, configuration, context);
  context.out.result(shown(option), () => shownValue(option));
  sayProblems(context, configuration.layers);
}

/**
 * Resolves an option after the file was changed at this level. Reports a stronger source, because the change then has no effect
 * here.
 */
export function resolvedAfterChange(
  name: OptionName,
  level: "user" | "project",
  configuration: Configuration,
  context: CommandContext,
): ResolvedOption {
  const option = resolved(name, configuration, context);
  if (isStronger(option.source, level))
    context.out.say(`tacit: ${name} is set by ${overridingSource(option)}`);
  return option;
}

function overridingSource({ name, source }: ResolvedOption): string {
  const { env } = specOf(name);
  if (source === "environment") return `${env} or --set, which overrides config.json`;
  if (source === "project") return "config.json for this project, which overrides all projects";
  return `${SOURCES.repository}, which overrides config.json`;
}

export function resolved(
  name: OptionName,
  { layers }: Configuration,
  context: CommandContext,
): ResolvedOption {
  const { env } = context.machine;
  const option = resolveOption(name, env, layers);
  const isOnServer = name === "driver" && resolveOption("url", env, layers).value !== "";
  if (isOnServer && option.source === "default") return { ...option, value: "libsql-client" };
  return name === "home" ? { ...option, value: context.place.home } : option;
}

export function shown(option: ResolvedOption) {
  return { name: option.name, value: printedValue(option), source: option.source };
}
