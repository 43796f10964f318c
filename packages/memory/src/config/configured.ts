/**
 * Which value does each option have, and who said so? A command line option is stronger than the environment, that is stronger than
 * `config.json` for this project, that than the repository's own file, that than `config.json` for all projects.
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

/** From the strongest to the weakest. A command line option arrives as environment. */
export type OptionSource = "environment" | "project" | "repository" | "user" | "default";

export interface ResolvedOption {
  readonly name: OptionName;
  readonly value: string;
  readonly source: OptionSource;
}

/** The environment with the options of the files, where it says nothing itself. */
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

/** Where the store is opened, a choice that there is not is an error. A switch or number without a valid value says nothing. */
function isStated(env: Env, name: OptionName): boolean {
  const { env: variable, kind } = specOf(name);
  if (kind === "choice" && variable !== null) return Boolean(env[variable]);
  return optionInEnv(env, name) !== undefined;
}

/** Variables whose value no option has. */
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

/** For all projects: what has to be known before the project is. */
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

/** Options for opening a store, completed by the environment and by the files. What the caller gave itself stays. */
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
