/** Every option once: its name in the environment, its default, and one line on what it does. */
import type { DriverName } from "@tacit-memory/sqlite";
import { MemoryError } from "./errors.ts";
import type { Retention } from "./retention.ts";

interface OptionSpec {
  readonly env: string;
  readonly default: string;
  readonly text: string;
}

export const OPTIONS = {
  home: {
    env: "TACIT_HOME",
    default: "the platform's data folder",
    text: "where memory.db, the spool and the backups are kept",
  },
  url: {
    env: "TACIT_URL",
    default: "",
    text: "a libSQL server instead of the local file, for commands, MCP and hooks, which wait 1.5 s for it and 3 s as a session begins",
  },
  authToken: { env: "TACIT_AUTH_TOKEN", default: "", text: "its token" },
  driver: {
    env: "TACIT_DRIVER",
    default: "node-sqlite",
    text: "node-sqlite, libsql (installed by you) or libsql-client",
  },
  strict: {
    env: "TACIT_STRICT",
    default: "off",
    text: "on: only conventions, patterns, gotchas, decisions and corrections are kept",
  },
  priors: {
    env: "TACIT_PRIORS",
    default: "off",
    text: "on: source, standing, recency, use and phase break ties in recall",
  },
  encoder: {
    env: "TACIT_ENCODER",
    default: "the one chosen with `tacit models use`, at first built-in",
    text: "off: recall without search by meaning; built-in: that encoder, whatever was chosen",
  },
  reranker: {
    env: "TACIT_RERANKER",
    default: "the one chosen with `tacit models use NAME --as reranker`, at first turns",
    text: "off: recall in the order of its first stage, whatever was chosen; turns: late interaction over the built-in encoder, of what was said in conversations; late: of every hit",
  },
  keepSessions: {
    env: "TACIT_KEEP_SESSIONS",
    default: "365",
    text: "days after which what was said and done in a session is deleted; what was learned stays",
  },
  keepOutputs: {
    env: "TACIT_KEEP_OUTPUTS",
    default: "30",
    text: "days after a session was learned from, after which the output of its tools is deleted",
  },
  maxStore: {
    env: "TACIT_MAX_MB",
    default: "500",
    text: "megabytes of the store above which the oldest sessions are deleted",
  },
  ask: {
    env: "TACIT_ASK",
    default: "on",
    text: "off: hooks never ask the agent to record what a turn settled",
  },
  secrets: {
    env: "TACIT_SECRETS",
    default: "off",
    text: "on: agents are shown memories whose visibility is secret, too",
  },
  off: { env: "TACIT_OFF", default: "", text: "1: hooks capture nothing and inject nothing" },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

const DRIVERS: readonly DriverName[] = ["node-sqlite", "libsql", "libsql-client"];

/**
 * Which store, and how it is used: the same for commands, hooks and MCP, or a person has two memories and knows of one.
 * Throws "usage" for a driver that there is not.
 */
export function storeChosenIn(env: Readonly<Record<string, string | undefined>>) {
  const said = (option: OptionName): string | undefined => env[OPTIONS[option].env] || undefined;
  const named = said("driver");
  const driver = DRIVERS.find((one) => one === named);
  if (named !== undefined && driver === undefined) {
    throw new MemoryError("usage", { TACIT_DRIVER: named, expected: DRIVERS.join(", ") });
  }
  return {
    driver,
    url: said("url"),
    authToken: said("authToken"),
    isStrict: said("strict") === "on",
    usePriors: said("priors") === "on",
    showsSecrets: said("secrets") === "on",
  };
}

export function mayAsk(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[OPTIONS.ask.env] !== "off";
}

/** How long sessions are stored. A value that is no number above 0 counts as not given: hooks must not fail over it. */
export function retentionIn(env: Readonly<Record<string, string | undefined>>): Retention {
  const given = (option: OptionName): number => {
    const value = Number(env[OPTIONS[option].env] || OPTIONS[option].default);
    return value > 0 ? value : Number(OPTIONS[option].default);
  };
  return {
    saidDays: given("keepSessions"),
    outputDays: given("keepOutputs"),
    maxBytes: given("maxStore") * 1_000_000,
  };
}
