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
  specOf,
  storeChosenIn,
} from "../domain/options.ts";
import type { TacitOptions } from "../domain/tacit-options.ts";
import { type Layers, layersFor, readUserConfig, type Values } from "./config-files.ts";

/** Sources from the strongest to the weakest. A command line option arrives as environment. */
export type OptionSource = "environment" | "project" | "repository" | "user" | "default";

export interface ResolvedOption {
  readonly name: OptionName;
  readonly value: string;
  readonly source: OptionSource;
}

/** Returns the environment, completed by the options of the files that it does not set itself. */
export function configuredEnv(
  env: Env,
  layers: Partial<Pick<Layers, "project" | "repository" | "user">>,
): Env {
  const values: Values = { ...layers.user, ...layers.repository, ...layers.project };
  const added: Record<string, string> = {};
  for (const name of OPTION_NAMES) {
    const { env: variable } = specOf(name);
    const value = values[name];
    if (variable === null || value === undefined || isStated(env, name)) continue;
    added[variable] = envValueOf(name, value);
  }
  return { ...env, ...added };
}

/**
 * Returns whether the environment sets an option. An invalid choice counts as set, and opening the store then throws. An
 * invalid switch or number counts as not set.
 */
function isStated(env: Env, name: OptionName): boolean {
  const { env: variable, kind } = specOf(name);
  if (kind === "choice" && variable !== null) return Boolean(env[variable]);
  return optionInEnv(env, name) !== undefined;
}

/** Returns a problem for each variable whose value is invalid. */
export function problemsInEnv(env: Env): string[] {
  return OPTION_NAMES.flatMap((name) => {
    const { env: variable } = specOf(name);
    const text = variable === null ? undefined : env[variable];
    if (name === "enabled" || text === undefined || text === "") return [];
    const parsed = parseOption(name, text);
    return "problem" in parsed
      ? [`${variable}: ${JSON.stringify(text.slice(0, 60))} ${parsed.problem}`]
      : [];
  });
}

/** Returns the environment with the options for all projects, for use before the project is known. */
export function configuredForHome(env: Env, home: string): Env {
  const { values } = readUserConfig(home);
  return configuredEnv(env, { user: values });
}

export function resolveOption(name: OptionName, env: Env, layers: Layers): ResolvedOption {
  const named = optionInEnv(env, name);
  if (named !== undefined) return { name, value: named, source: "environment" };
  for (const source of ["project", "repository", "user"] as const) {
    const value = layers[source][name];
    if (value !== undefined) return { name, value, source };
  }
  return { name, value: specOf(name).default, source: "default" };
}

/**
 * Returns options for opening a store, completed by the environment and the files. Options that the caller passed take
 * precedence.
 */
export function configuredOptions<Given extends TacitOptions>(
  input: Given,
  identity: ProjectIdentity,
): Given & { readonly env: Env } {
  const env = configuredEnv(input.env ?? {}, layersFor(readUserConfig(input.home), identity));
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
