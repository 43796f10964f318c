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
    text: "how far inferred memories are trusted. L1: they wait for review, and only the start of a session shows any, from a confidence of 0.8. L2, L3, L4: shown from 0.65, 0.55, 0.45",
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
    text: "address of a libSQL server to use instead of the local file, for commands, MCP and hooks; hooks wait 1.5 s for it, 3 s at session start",
    inFile: "home",
  },
  authToken: {
    env: "TACIT_AUTH_TOKEN",
    kind: "text",
    default: "",
    text: "the token for that server",
    inFile: "home",
    isSecret: true,
  },
  driver: {
    env: "TACIT_DRIVER",
    kind: "choice",
    choices: DRIVERS,
    default: "node-sqlite",
    text: "database driver: node-sqlite, libsql (install it yourself) or libsql-client",
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
const MAX_TEXT = 2000;

export type ParsedValue = { readonly value: string } | { readonly problem: string };

type Parse = (text: string, choices: readonly string[]) => string | null;

/** Of each kind: the value in its one form, null for none. */
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

/** One value of a file or of the command line, as text of one form. A list is a JSON text. */
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

/** What the environment says of an option, as a file would; undefined where it says nothing, or nothing valid. */
export function optionInEnv(env: Env, name: OptionName): string | undefined {
  const { env: variable } = specOf(name);
  const text = variable === null ? undefined : env[variable];
  if (text === undefined || text === "") return undefined;
  if (name === "enabled") return text === "1" ? "off" : "on";
  const parsed = parseOption(name, text);
  return "value" in parsed ? parsed.value : undefined;
}

/** The opposite: the value of the variable that says so. */
export function envValueOf(name: OptionName, value: string): string {
  return name === "enabled" ? (value === "off" ? "1" : "0") : value;
}

/**
 * Which store, and how it is used: the same for commands, hooks and MCP, or a person has two memories and knows of one. Undefined is
 * what nobody said. Throws "usage" for a driver or a trust level that there is not.
 */
export function storeChosenIn(env: Env) {
  const text = (option: "url" | "authToken" | "driver"): string | undefined =>
    env[OPTIONS[option].env] || undefined;
  const isOn = (option: OptionName): boolean | undefined => {
    const value = optionInEnv(env, option);
    return value === undefined ? undefined : value === "on";
  };
  const named = text("driver");
  const driver = DRIVERS.find((driverName) => driverName === named);
  if (named !== undefined && driver === undefined) {
    throw new MemoryError("usage", { TACIT_DRIVER: named, expected: DRIVERS.join(", ") });
  }
  return {
    driver,
    url: text("url"),
    authToken: text("authToken"),
    isStrict: isOn("strict"),
    usePriors: isOn("priors"),
    showsSecrets: isOn("showSecrets"),
    trust: trustIn(env),
  };
}

function trustIn(env: Env): TrustChoice | undefined {
  const text = env[OPTIONS.trust.env];
  if (text === undefined || text === "") return undefined;
  const value = optionInEnv(env, "trust");
  const choice = TRUST_CHOICES.find((item) => item === value);
  if (choice !== undefined) return choice;
  throw new MemoryError("usage", { TACIT_TRUST: text, expected: TRUST_CHOICES.join(", ") });
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
