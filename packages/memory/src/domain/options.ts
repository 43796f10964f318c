/**
 * Every option once: its name in `config.json`, its environment variable, its values, its default, and one line on what it does.
 * How values of the environment and of files combine is in `config/`.
 */
import type { DriverName } from "@tacit-memory/sqlite";
import { MemoryError } from "./errors.ts";
import type { Retention } from "./retention.ts";

export interface OptionSpec {
  /** Null where only a file can set it. */
  readonly env: string | null;
  /** Command line option besides `--set`. */
  readonly flag?: string;
  readonly kind: "switch" | "number" | "choice" | "text" | "list";
  readonly choices?: readonly string[];
  readonly default: string;
  readonly text: string;
  /** `home`: in `config.json`, for all projects. `project`: there for all projects, or for one. */
  readonly inFile: "nowhere" | "home" | "project";
  /** Values that a repository may ask for in its `.tacit.json`, from the most cautious on. They never replace a more cautious one. */
  readonly cautious?: readonly string[];
  /** Its value is never printed. */
  readonly isSecret?: true;
}

/** The presets are in config/trust.ts. */
export const TRUST_CHOICES = ["default", "L1", "L2", "L3", "L4"] as const;
export type TrustChoice = (typeof TRUST_CHOICES)[number];

const DRIVERS: readonly DriverName[] = ["node-sqlite", "libsql", "libsql-client"];

export const OPTIONS = {
  home: {
    env: "TACIT_HOME",
    flag: "--home",
    kind: "text",
    default: "the platform's data folder",
    text: "the folder of memory.db, the spool and the backups",
    inFile: "nowhere",
  },
  enabled: {
    env: "TACIT_OFF",
    kind: "switch",
    default: "on",
    text: "off: hooks capture nothing and show nothing. The variable has the opposite meaning: TACIT_OFF=1 turns hooks off",
    inFile: "home",
    cautious: ["off"],
  },
  trust: {
    env: "TACIT_TRUST",
    kind: "choice",
    choices: TRUST_CHOICES,
    default: "default",
    text: "how far inferred memories are trusted. L1: they wait for review; memories are shown only when a session or a subagent starts, inferred ones from a confidence of 0.8. L2, L3, L4: shown from 0.65, 0.55, 0.45",
    inFile: "project",
    cautious: ["L1", "L2", "L3", "L4"],
  },
  strict: {
    env: "TACIT_STRICT",
    kind: "switch",
    default: "off",
    text: "on: store only conventions, patterns, gotchas, decisions and corrections",
    inFile: "project",
    cautious: ["on"],
  },
  ask: {
    env: "TACIT_ASK",
    kind: "switch",
    default: "on",
    text: "off: hooks never ask the agent to record the result of a turn",
    inFile: "project",
    cautious: ["off"],
  },
  showSecrets: {
    env: "TACIT_SECRETS",
    kind: "switch",
    default: "off",
    text: "on: agents also see memories with visibility secret",
    inFile: "project",
    cautious: ["off"],
  },
  memoryFile: {
    env: "TACIT_MEMORY_FILE",
    kind: "switch",
    default: "off",
    text: "on: after each session, write what applies to the whole project, except secret, doubtful and unmerged memories, to .tacit/MEMORY.md of the repository and to a file per topic in .tacit/memory; `tacit import export .tacit/memory --edits` applies your changes to topic files",
    inFile: "project",
    cautious: ["off"],
  },
  skillFiles: {
    env: "TACIT_SKILL_FILES",
    kind: "switch",
    default: "off",
    text: "on: after each session, write the procedures that apply to the whole project, except secret, doubtful and unmerged ones, as skills to .agents/skills and .claude/skills of the repository; `tacit import skills` applies your changes",
    inFile: "project",
    cautious: ["off"],
  },
  priors: {
    env: "TACIT_PRIORS",
    kind: "switch",
    default: "off",
    text: "on: source, trust, recency, use and phase break ties in recall",
    inFile: "project",
  },
  encoder: {
    env: "TACIT_ENCODER",
    kind: "choice",
    choices: ["off", "built-in"],
    default: "the choice of `tacit models use`, else built-in",
    text: "off: no search by meaning. built-in: use the built-in encoder. Overrides `tacit models use`",
    inFile: "home",
  },
  reranker: {
    env: "TACIT_RERANKER",
    kind: "choice",
    choices: ["off", "turns", "late"],
    default: "the choice of `tacit models use NAME --as reranker`, else turns",
    text: "off: no reranking. turns: rerank conversation turns only. late: rerank every hit. Overrides `tacit models use`",
    inFile: "home",
  },
  keepSessionDays: {
    env: "TACIT_KEEP_SESSIONS",
    kind: "number",
    default: "365",
    text: "days after which the events of a session are deleted; memories stay",
    inFile: "home",
  },
  keepOutputDays: {
    env: "TACIT_KEEP_OUTPUTS",
    kind: "number",
    default: "30",
    text: "days after learning from a session when its tool output is deleted",
    inFile: "home",
  },
  maxStoreMb: {
    env: "TACIT_MAX_MB",
    kind: "number",
    default: "500",
    text: "maximum size of the store in megabytes; above it, the oldest sessions are deleted",
    inFile: "home",
  },
  ignore: {
    env: null,
    kind: "list",
    default: "the built-in list",
    text: "globs of paths whose content is never stored, added to the built-in list; `.tacit.json` may add more",
    inFile: "home",
  },
  secrets: {
    env: null,
    kind: "list",
    default: "the built-in rules",
    text: "patterns of texts that are redacted, added to the built-in rules; `.tacit.json` may add more",
    inFile: "home",
  },
  url: {
    env: "TACIT_URL",
    kind: "text",
    default: "",
    text: "address of a libSQL server to use instead of the local file, for commands, MCP and hooks; hooks wait 1.5 s for it, 3 s at session start. Everyone with access to this server can read, change and delete everything in it: see docs/server.md",
    inFile: "home",
  },
  authToken: {
    env: "TACIT_AUTH_TOKEN",
    kind: "text",
    default: "",
    text: "the token for that server; `tacit config set authToken -` reads it from standard input",
    inFile: "home",
    isSecret: true,
  },
  driver: {
    env: "TACIT_DRIVER",
    kind: "choice",
    choices: DRIVERS,
    default: "node-sqlite",
    text: "database driver: node-sqlite, libsql (install it yourself) or libsql-client, which is used if `url` is set",
    inFile: "home",
  },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

export const OPTION_NAMES = Object.keys(OPTIONS) as readonly OptionName[];

export function isOptionName(name: string): name is OptionName {
  return Object.hasOwn(OPTIONS, name);
}

export function specOf(name: OptionName): OptionSpec {
  return OPTIONS[name];
}

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

const ON = ["on", "true", "yes", "1"];
const OFF = ["off", "false", "no", "0"];
/** Maximum characters of a text value. */
const MAX_TEXT = 2000;

export type ParsedValue = { readonly value: string } | { readonly problem: string };

type Parse = (text: string, choices: readonly string[]) => string | null;

/** For each kind: returns the value in its canonical form, or null if it is invalid. */
const PARSERS: Readonly<Record<Exclude<OptionSpec["kind"], "list">, Parse>> = {
  switch: (text) => {
    const word = text.toLowerCase();
    if (ON.includes(word)) return "on";
    return OFF.includes(word) ? "off" : null;
  },
  number: (text) =>
    text !== "" && Number(text) > 0 && Number(text) < Infinity ? `${Number(text)}` : null,
  choice: (text, choices) =>
    choices.find((choice) => choice.toLowerCase() === text.toLowerCase()) ?? null,
  text: (text) => (text !== "" && text.length <= MAX_TEXT ? text : null),
};

/** Parses a value of a file or of the command line. Returns its canonical text; a list becomes JSON. */
export function parseOption(name: OptionName, input: unknown): ParsedValue {
  const { kind, choices = [] } = specOf(name);
  if (kind === "list") {
    const isList = Array.isArray(input) && input.every((item) => typeof item === "string");
    return isList ? { value: JSON.stringify(input) } : { problem: "is not a list of texts" };
  }
  const isScalar = ["string", "number", "boolean"].includes(typeof input);
  const value = isScalar ? PARSERS[kind](String(input).trim(), choices) : null;
  return value === null ? { problem: expected(kind, choices) } : { value };
}

function expected(kind: OptionSpec["kind"], choices: readonly string[]): string {
  if (kind === "switch") return "is not on or off";
  if (kind === "number") return "is not a number above 0";
  if (kind === "choice") return `is not one of ${choices.join(", ")}`;
  return `is not a text of at most ${MAX_TEXT} characters`;
}

/** Returns an invalid value for use in a message: shortened. A text is never quoted, because it may contain a token. */
export function quotedValue(name: OptionName, input: string | readonly string[]): string {
  if (specOf(name).kind === "text") return "the value";
  return typeof input === "string" ? JSON.stringify(input.slice(0, 60)) : JSON.stringify(input);
}

/** Returns the value that the environment sets, in the form of a file; undefined if it sets none or an invalid one. */
export function optionInEnv(env: Env, name: OptionName): string | undefined {
  const { env: variable } = specOf(name);
  const text = variable === null ? undefined : env[variable];
  if (text === undefined || text === "") return undefined;
  const parsed = parseOption(name, text);
  if ("problem" in parsed) return undefined;
  if (name !== "enabled") return parsed.value;
  return parsed.value === "on" ? "off" : "on";
}

/** The inverse: returns the variable's value for an option's value. */
export function envValueOf(name: OptionName, value: string): string {
  return name === "enabled" ? (value === "off" ? "1" : "0") : value;
}

/**
 * Returns which store is used, and how. It is the same for commands, hooks and MCP; otherwise a person would have two stores and
 * know of only one. A field is undefined if its option is not set. Throws "usage" for an unknown driver or trust level.
 */
export function storeChosenIn(env: Env) {
  const text = (option: "url" | "authToken" | "driver"): string | undefined =>
    env[OPTIONS[option].env]?.trim() || undefined;
  const isOn = (option: OptionName): boolean | undefined => {
    const value = optionInEnv(env, option);
    return value === undefined ? undefined : value === "on";
  };
  return {
    driver: choiceIn(env, "driver", DRIVERS),
    url: text("url"),
    authToken: text("authToken"),
    isStrict: isOn("strict"),
    usePriors: isOn("priors"),
    showsSecrets: isOn("showSecrets"),
    trust: choiceIn(env, "trust", TRUST_CHOICES),
  };
}

/** Throws "usage" for a value that is not one of the choices. */
function choiceIn<Choice extends string>(
  env: Env,
  option: "driver" | "trust",
  choices: readonly Choice[],
): Choice | undefined {
  const { env: variable } = OPTIONS[option];
  const text = env[variable]?.trim() ?? "";
  if (text === "") return undefined;
  const value = optionInEnv(env, option);
  const choice = choices.find((item) => item === value);
  if (choice !== undefined) return choice;
  throw new MemoryError("usage", { [variable]: text, expected: choices.join(", ") });
}

export function mayAsk(env: Env): boolean {
  return optionInEnv(env, "ask") !== "off";
}

/** False: hooks capture nothing and show nothing. */
export function isEnabled(env: Env): boolean {
  return optionInEnv(env, "enabled") !== "off";
}

/**
 * Returns how long sessions are stored. A value that is not a number above 0 is ignored, because hooks must not fail because
 * of it.
 */
export function retentionIn(env: Env): Retention {
  const number = (option: "keepSessionDays" | "keepOutputDays" | "maxStoreMb"): number =>
    Number(optionInEnv(env, option) ?? OPTIONS[option].default);
  return {
    saidDays: number("keepSessionDays"),
    outputDays: number("keepOutputDays"),
    maxBytes: number("maxStoreMb") * 1_000_000,
  };
}
