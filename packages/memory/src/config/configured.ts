/**
 * Resolves the value and the source of each option. From the strongest to the weakest: command line option, environment,
 * `config.json` for this project, the repository's own file, `config.json` for all projects.
 */
import type { ProjectIdentity } from "@tacit-memory/project";
import {
  type Env,
  envValueOf,
  OPTION_NAMES,
  type OptionName,
  optionInEnv,
  parseOption,
  quotedValue,
  specOf,
  storeChosenIn,
} from "../domain/options.ts";
import type { TacitOptions } from "../domain/tacit-options.ts";
import { type Layers, layersFor, readUserConfig, type Values } from "./config-files.ts";

/** Sources from the strongest to the weakest. A command line option arrives as environment. */
const SOURCES = ["environment", "project", "repository", "user", "default"] as const;
export type OptionSource = (typeof SOURCES)[number];

export interface ResolvedOption {
  readonly name: OptionName;
  readonly value: string;
  readonly source: OptionSource;
}

/** Returns the environment with each option in its canonical form, completed by the options of the files that it does not set. */
export function configuredEnv(
  env: Env,
  layers: Partial<Pick<Layers, "project" | "repository" | "user">>,
): Env {
  const values: Values = { ...layers.user, ...layers.repository, ...layers.project };
  const added: Record<string, string> = {};
  for (const name of OPTION_NAMES) {
    const { env: variable } = specOf(name);
    const value = statedIn(env, name) ?? values[name];
    if (variable !== null && value !== undefined) added[variable] = envValueOf(name, value);
  }
  return { ...env, ...added };
}

/**
 * Returns the value of an option in the environment, undefined if it is not set there. An invalid choice or text counts as set,
 * and its use then throws. An invalid switch or number counts as not set.
 */
function statedIn(env: Env, name: OptionName): string | undefined {
  const { env: variable, kind } = specOf(name);
  const value = optionInEnv(env, name);
  if (value !== undefined || variable === null) return value;
  return kind === "choice" || kind === "text" ? env[variable]?.trim() || undefined : undefined;
}

/** Returns one line for each variable with an invalid value. */
export function problemsInEnv(env: Env): string[] {
  return OPTION_NAMES.flatMap((name) => {
    const { env: variable } = specOf(name);
    const text = variable === null ? undefined : env[variable];
    if (text === undefined || text === "") return [];
    const parsed = parseOption(name, text);
    return "problem" in parsed ? [`${variable}: ${quotedValue(name, text)} ${parsed.problem}`] : [];
  });
}

/** Adds the options for all projects, for use before the project is known. */
export function configuredForHome(env: Env, home: string): Env {
  const { values } = readUserConfig(home);
  return configuredEnv(env, { user: values });
}

/** Returns whether the first source is the stronger one. */
export function isStronger(source: OptionSource, other: OptionSource): boolean {
  return SOURCES.indexOf(source) < SOURCES.indexOf(other);
}

export function resolveOption(name: OptionName, env: Env, layers: Layers): ResolvedOption {
  const stated = statedIn(env, name);
  if (stated !== undefined) return { name, value: stated, source: "environment" };
  for (const source of ["project", "repository", "user"] as const) {
    const value = layers[source][name];
    if (value !== undefined) return { name, value, source };
  }
  return { name, value: specOf(name).default, source: "default" };
}

/** Returns options for opening a store, completed by the environment and the files. Options that the caller passed stay. */
export function configuredOptions<Given extends TacitOptions>(
  input: Given,
  identity: ProjectIdentity,
): Given & { readonly env: Env } {
  const { env: passed = {}, isEnvComplete } = input;
  const env =
    isEnvComplete === true
      ? passed
      : configuredEnv(passed, layersFor(readUserConfig(input.home), identity));
  const chosen = storeChosenIn(env);
  return {
    ...input,
    env,
    driver: input.driver ?? chosen.driver,
    url: input.url ?? chosen.url,
    authToken: input.authToken ?? chosen.authToken,
    isStrict: input.isStrict ?? chosen.isStrict,
    usePriors: input.usePriors ?? chosen.usePriors,
    showsSecrets: input.showsSecrets ?? chosen.showsSecrets,
    trust: input.trust ?? chosen.trust,
  };
}
