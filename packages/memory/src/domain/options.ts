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
    text: "the folder of memory.db, the spool and the backups",
  },
  url: {
    env: "TACIT_URL",
    default: "",
    text: "address of a libSQL server to use instead of the local file, for commands, MCP and hooks; hooks wait 1.5 s for it, 3 s at session start",
  },
  authToken: { env: "TACIT_AUTH_TOKEN", default: "", text: "the token for that server" },
  driver: {
    env: "TACIT_DRIVER",
    default: "node-sqlite",
    text: "database driver: node-sqlite, libsql (install it yourself) or libsql-client",
  },
  strict: {
    env: "TACIT_STRICT",
    default: "off",
    text: "on: store only conventions, patterns, gotchas, decisions and corrections",
  },
  priors: {
    env: "TACIT_PRIORS",
    default: "off",
    text: "on: source, trust, recency, use and phase break ties in recall",
  },
  encoder: {
    env: "TACIT_ENCODER",
    default: "the choice of `tacit models use`, else built-in",
    text: "off: no search by meaning. built-in: use the built-in encoder. Overrides `tacit models use`",
  },
  reranker: {
    env: "TACIT_RERANKER",
    default: "the choice of `tacit models use NAME --as reranker`, else turns",
    text: "off: no reranking. turns: rerank conversation turns only. late: rerank every hit. Overrides `tacit models use`",
  },
  keepSessions: {
    env: "TACIT_KEEP_SESSIONS",
    default: "365",
    text: "days after which the events of a session are deleted; memories stay",
  },
  keepOutputs: {
    env: "TACIT_KEEP_OUTPUTS",
    default: "30",
    text: "days after learning from a session when its tool output is deleted",
  },
  maxStore: {
    env: "TACIT_MAX_MB",
    default: "500",
    text: "maximum size of the store in megabytes; above it, the oldest sessions are deleted",
  },
  ask: {
    env: "TACIT_ASK",
    default: "on",
    text: "off: hooks never ask the agent to record the result of a turn",
  },
  secrets: {
    env: "TACIT_SECRETS",
    default: "off",
    text: "on: agents also see memories with visibility secret",
  },
  off: { env: "TACIT_OFF", default: "", text: "1: hooks capture nothing and show nothing" },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;

const DRIVERS: readonly DriverName[] = ["node-sqlite", "libsql", "libsql-client"];

/** Environment variables. */
export type Env = Readonly<Record<string, string | undefined>>;

/**
 * Which store, and how it is used: the same for commands, hooks and MCP, or a person has two memories and knows of one.
 * Throws "usage" for a driver that there is not.
 */
export function storeChosenIn(env: Readonly<Record<string, string | undefined>>) {
  const readOption = (option: OptionName): string | undefined =>
    env[OPTIONS[option].env] || undefined;
  const named = readOption("driver");
  const driver = DRIVERS.find((driverName) => driverName === named);
  if (named !== undefined && driver === undefined) {
    throw new MemoryError("usage", { TACIT_DRIVER: named, expected: DRIVERS.join(", ") });
  }
  return {
    driver,
    url: readOption("url"),
    authToken: readOption("authToken"),
    isStrict: readOption("strict") === "on",
    usePriors: readOption("priors") === "on",
    showsSecrets: readOption("secrets") === "on",
  };
}

export function mayAsk(env: Readonly<Record<string, string | undefined>>): boolean {
  return env[OPTIONS.ask.env] !== "off";
}

/** How long sessions are stored. A value that is no number above 0 counts as not given: hooks must not fail over it. */
export function retentionIn(env: Readonly<Record<string, string | undefined>>): Retention {
  const input = (option: OptionName): number => {
    const value = Number(env[OPTIONS[option].env] || OPTIONS[option].default);
    return value > 0 ? value : Number(OPTIONS[option].default);
  };
  return {
    saidDays: input("keepSessions"),
    outputDays: input("keepOutputs"),
    maxBytes: input("maxStore") * 1_000_000,
  };
}
