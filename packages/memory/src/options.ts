/** Every option once: its name in the environment, its default, and one line on what it does. */

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
  url: { env: "TACIT_URL", default: "", text: "a libSQL server instead of the local file" },
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
  off: { env: "TACIT_OFF", default: "", text: "1: hooks capture nothing and inject nothing" },
} as const satisfies Record<string, OptionSpec>;

export type OptionName = keyof typeof OPTIONS;
