/**
 * Every failure has a code; this table gives the code its exit status (sysexits.h), HTTP status, retry
 * advice, what it means and what to do next. `docs/errors.md` is generated from it.
 */

interface ErrorSpec {
  readonly exit: number;
  readonly http: number;
  readonly retry: "never" | "backoff";
  readonly text: string;
  readonly next: string;
}

export const ERRORS = {
  usage: {
    exit: 64,
    http: 400,
    retry: "never",
    text: "the call is not of the command's form",
    next: "see `tacit COMMAND --help`",
  },
  id_malformed: {
    exit: 64,
    http: 400,
    retry: "never",
    text: "not a memory id",
    next: "ids are shown by `tacit list`; four or more of their last digits are enough",
  },
  id_ambiguous: {
    exit: 64,
    http: 409,
    retry: "never",
    text: "more than one memory has an id that ends like this",
    next: "give more digits",
  },
  session_ambiguous: {
    exit: 64,
    http: 409,
    retry: "never",
    text: "more than one session has an id that begins like this",
    next: "give more of it; `tacit report --list` shows whole ids",
  },
  input_malformed: {
    exit: 65,
    http: 422,
    retry: "never",
    text: "the input is not of the expected form",
    next: "see docs/cli.md for the format",
  },
  condition_malformed: {
    exit: 65,
    http: 422,
    retry: "never",
    text: "a condition for when a memory no longer holds cannot be read",
    next: "write `path:GLOB gone`, `dependency:NAME >=2`, `dependency:NAME gone` or `after:2026-12-31`",
  },
  scip_malformed: {
    exit: 65,
    http: 422,
    retry: "never",
    text: "a SCIP index cannot be read",
    next: "make it again with its indexer; what was indexed before still answers",
  },
  model_mismatch: {
    exit: 65,
    http: 422,
    retry: "never",
    text: "a model's file is not the one that was expected",
    next: "nothing was replaced; pull it again, or say `--unpinned` if you trust where it comes from",
  },
  source_unknown: {
    exit: 65,
    http: 422,
    retry: "never",
    text: "not a memory store that Tacit knows",
    next: "say whose it is with `--from`; `tacit import store --help` lists them, and `tacit import jsonl` takes any other",
  },
  source_newer: {
    exit: 65,
    http: 422,
    retry: "never",
    text: "the store is of a version that this Tacit does not know",
    next: "nothing was imported; upgrade Tacit, or export it with its own program and use `tacit import jsonl`",
  },
  source_unreadable: {
    exit: 74,
    http: 500,
    retry: "backoff",
    text: "another program's store cannot be read",
    next: "nothing was changed in it; end the program that writes it, and try again",
  },
  time_unknown: {
    exit: 64,
    http: 400,
    retry: "never",
    text: "not a time that is understood",
    next: "try 3d, yesterday, last week, monday, october, 2026-10 or 2026-10-01",
  },
  input_too_large: {
    exit: 65,
    http: 413,
    retry: "never",
    text: "the input is larger than this command takes",
    next: "split it, or import it as a file",
  },
  input_missing: {
    exit: 66,
    http: 404,
    retry: "never",
    text: "no such file or folder",
    next: "check the path",
  },
  memory_not_found: {
    exit: 66,
    http: 404,
    retry: "never",
    text: "no such memory",
    next: "see `tacit list`; `tacit list --all` shows archived ones too",
  },
  candidate_not_found: {
    exit: 66,
    http: 404,
    retry: "never",
    text: "no such candidate",
    next: "see `tacit candidates`",
  },
  session_not_found: {
    exit: 66,
    http: 404,
    retry: "never",
    text: "no such session in this project",
    next: "see `tacit report --list`; a session of another project is told with `--project`",
  },
  project_not_found: {
    exit: 66,
    http: 404,
    retry: "never",
    text: "no such project",
    next: "see `tacit projects`",
  },
  model_not_found: {
    exit: 66,
    http: 404,
    retry: "never",
    text: "no such model here",
    next: "see `tacit models list`; `tacit models pull NAME` fetches one",
  },
  symbol_not_found: {
    exit: 66,
    http: 404,
    retry: "never",
    text: "no such file or symbol in the code graph",
    next: "give `path`, `path:Symbol` or `path:line`; `tacit graph export` shows every one, `tacit index` what is skipped",
  },
  symbol_ambiguous: {
    exit: 64,
    http: 409,
    retry: "never",
    text: "more than one file has a symbol of this name",
    next: "give it with its file, as `path:Symbol`",
  },
  driver_missing: {
    exit: 69,
    http: 503,
    retry: "never",
    text: "the database driver is not there",
    next: "install the package it names, or unset TACIT_DRIVER; where it names a Node, use the one it needs: hooks run the Node that ran `tacit connect HOST`, those of a plugin the first `node` on the PATH of the host",
  },
  port_unavailable: {
    exit: 69,
    http: 503,
    retry: "never",
    text: "the port cannot be listened on",
    next: "give another with `--port`, or leave it away: then a free one is taken",
  },
  checker_missing: {
    exit: 69,
    http: 503,
    retry: "never",
    text: "the project has no type checker that can be asked",
    next: "install it in the project: `npm install --save-dev typescript@7`; Tacit downloads none",
  },
  checker_failed: {
    exit: 70,
    http: 500,
    retry: "never",
    text: "the type checker failed, or answered otherwise than expected",
    next: "what was indexed before still answers; leave `--precise` away, or try another version of it",
  },
  encoder_missing: {
    exit: 69,
    http: 503,
    retry: "never",
    text: "the encoder's runtime is not installed",
    next: "run the command it names, or go back with `tacit models use built-in`",
  },
  encoder_failed: {
    exit: 69,
    http: 503,
    retry: "backoff",
    text: "the encoder gave no usable vectors",
    next: "recall goes on without it meanwhile; `tacit models check` looks closer at the chosen one, `tacit models use built-in` goes back",
  },
  model_failed: {
    exit: 69,
    http: 503,
    retry: "backoff",
    text: "a reranker or a language model gave no usable answer",
    next: "everything else goes on without the model; `tacit models check` looks closer",
  },
  download_failed: {
    exit: 69,
    http: 503,
    retry: "backoff",
    text: "a download did not come to its end",
    next: "run the same command again, it goes on where it stopped; `--from` takes a mirror or a folder",
  },
  runtime_too_old: {
    exit: 69,
    http: 503,
    retry: "never",
    text: "this Node is too old",
    next: "use Node 22.13 or newer",
  },
  transition_forbidden: {
    exit: 65,
    http: 409,
    retry: "never",
    text: "the lifecycle does not allow this step",
    next: "see the state in `tacit show ID`; `tacit restore ID` brings an archived memory back",
  },
  internal: {
    exit: 70,
    http: 500,
    retry: "never",
    text: "a defect in Tacit",
    next: "please report it with the output of `tacit doctor --json`",
  },
  store_unwritable: {
    exit: 73,
    http: 507,
    retry: "never",
    text: "the store cannot be written",
    next: "check the permissions of the home folder and the free space of its disk",
  },
  store_corrupt: {
    exit: 74,
    http: 500,
    retry: "never",
    text: "the store is damaged",
    next: "nothing was changed; restore a copy from `backups/`, or move the file away and import again",
  },
  store_emptied: {
    exit: 74,
    http: 500,
    retry: "never",
    text: "the store's file is empty, and this home had a store before",
    next: "restore a copy of `memory.db`; to begin anew, remove the empty file first",
  },
  store_foreign: {
    exit: 78,
    http: 500,
    retry: "never",
    text: "the store's file is another program's database",
    next: "nothing was changed in it; move it away and restore a copy of your own, or choose another folder with `TACIT_HOME`",
  },
  store_incomplete: {
    exit: 74,
    http: 500,
    retry: "never",
    text: "a table of the store is missing",
    next: "`tacit doctor --repair` makes what can be derived; otherwise restore a copy of `memory.db`",
  },
  server_unreachable: {
    exit: 69,
    http: 503,
    retry: "backoff",
    text: "the store's server cannot be reached",
    next: "check that the server runs and that `TACIT_URL` is right; without `TACIT_URL` the store of this machine is used",
  },
  store_full: {
    exit: 74,
    http: 507,
    retry: "backoff",
    text: "the disk is full",
    next: "free some space and try again; nothing acknowledged was lost",
  },
  store_busy: {
    exit: 75,
    http: 503,
    retry: "backoff",
    text: "another process holds the write lock",
    next: "try again in a moment: another process of Tacit is at work on the same",
  },
  store_replaced: {
    exit: 75,
    http: 503,
    retry: "backoff",
    text: "the store's file was replaced or removed while it was open",
    next: "run the same command again: it opens the file that is there now",
  },
  interrupted: {
    exit: 75,
    http: 503,
    retry: "backoff",
    text: "stopped by Ctrl-C",
    next: "run the same command again: what was done stays done",
  },
  not_allowed: {
    exit: 77,
    http: 403,
    retry: "never",
    text: "not allowed",
    next: "nothing was changed: the message says why",
  },
  config_malformed: {
    exit: 78,
    http: 500,
    retry: "never",
    text: "a configuration file cannot be read",
    next: "mend or remove it; Tacit never overwrites what it cannot parse",
  },
  store_newer: {
    exit: 78,
    http: 500,
    retry: "never",
    text: "the store was written by a newer version",
    next: "upgrade Tacit; nothing was changed",
  },
} as const satisfies Record<string, ErrorSpec>;

export type ErrorCode = keyof typeof ERRORS;
export type ErrorFacts = Readonly<Record<string, unknown>> & { readonly cause?: unknown };

/** A failure with a code of the table and the facts a reader needs. `cause` is one of the facts. */
export class MemoryError extends Error {
  readonly code: ErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;

  constructor(code: ErrorCode, facts: ErrorFacts = {}) {
    const { cause, ...rest } = facts;
    super(describe(code, rest), cause === undefined ? undefined : { cause });
    this.name = "MemoryError";
    this.code = code;
    this.facts = rest;
  }

  /** By name and code, so it holds across duplicate installs. */
  static is(error: unknown, code?: ErrorCode): error is MemoryError {
    return (
      error instanceof Error &&
      error.name === "MemoryError" &&
      "code" in error &&
      (code === undefined || error.code === code)
    );
  }
}

/** The failure of a package whose codes are also codes of this table, as a `MemoryError` with the same code and facts. */
export function memoryErrorOf({ code, facts, cause }: PackageFailure): MemoryError {
  return new MemoryError(code, cause === undefined ? facts : { ...facts, cause });
}

interface PackageFailure {
  readonly code: ErrorCode;
  readonly facts: Readonly<Record<string, unknown>>;
  readonly cause?: unknown;
}

function describe(code: ErrorCode, facts: Readonly<Record<string, unknown>>): string {
  const told = Object.entries(facts)
    .filter(([, value]) => value !== undefined)
    .map(
      ([name, value]) => `${name}: ${typeof value === "string" ? value : JSON.stringify(value)}`,
    );
  return told.length === 0 ? ERRORS[code].text : `${ERRORS[code].text} (${told.join(", ")})`;
}
