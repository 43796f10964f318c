/**
 * Every error code with its exit status (sysexits.h), HTTP status, retry advice, meaning and next step. `docs/errors.md` is
 * generated from it.
 */
interface ErrorSpec {
  readonly exit: number;
  readonly http: number;
  readonly retry: "never" | "backoff";
  readonly text: string;
  readonly next: string;
}

/** The HTTP status that belongs to an exit status, if an entry states no other. */
const HTTP_OF_EXIT = {
  64: 400,
  65: 422,
  66: 404,
  69: 503,
  70: 500,
  73: 507,
  74: 500,
  75: 503,
  77: 403,
  78: 500,
} as const;

/** An entry of the table. An error is not worth a retry if it states none. */
interface ErrorEntry {
  readonly exit: keyof typeof HTTP_OF_EXIT;
  readonly http?: number;
  readonly retry?: "backoff";
  readonly text: string;
  readonly next: string;
}

const ENTRIES = {
  usage: {
    exit: 64,
    text: "invalid arguments",
    next: "run `tacit COMMAND --help`",
  },
  id_malformed: {
    exit: 64,
    text: "not a memory id",
    next: "run `tacit list` to see the ids; the last four or more digits are enough",
  },
  id_ambiguous: {
    exit: 64,
    http: 409,
    text: "several memories have an id that ends with these digits",
    next: "add more digits of the id",
  },
  session_ambiguous: {
    exit: 64,
    http: 409,
    text: "several sessions have an id that starts with this text",
    next: "add more characters of the id; `tacit report --list` shows full ids",
  },
  input_malformed: {
    exit: 65,
    text: "the input does not have the expected format",
    next: "see docs/cli.md for the format",
  },
  condition_malformed: {
    exit: 65,
    text: "invalid `invalid-when` condition",
    next: "write `path:GLOB gone`, `dependency:NAME >=2`, `dependency:NAME gone` or `after:2026-12-31`",
  },
  scip_malformed: {
    exit: 65,
    text: "cannot read the SCIP index",
    next: "create the index again with its indexer; until then Tacit uses the code it indexed before",
  },
  model_mismatch: {
    exit: 65,
    text: "a model file has an unexpected checksum",
    next: "no file was replaced; pull the model again, or add `--unpinned` if you trust the source",
  },
  source_unknown: {
    exit: 65,
    text: "unknown memory store format",
    next: "name the program with `--from` (`tacit import store --help` lists the programs), or convert the store and use `tacit import jsonl`",
  },
  source_newer: {
    exit: 65,
    text: "this version of Tacit does not support the version of that store",
    next: "nothing was imported; upgrade Tacit, or export the store with its own program and use `tacit import jsonl`",
  },
  source_unreadable: {
    exit: 74,
    retry: "backoff",
    text: "cannot read the other program's store",
    next: "the store was not changed; stop the program that writes to it, and try again",
  },
  time_unknown: {
    exit: 64,
    text: "invalid time",
    next: "try 3d, yesterday, last week, monday, october, 2026-10 or 2026-10-01",
  },
  input_too_large: {
    exit: 65,
    http: 413,
    text: "the input is too large for this command",
    next: "split the input, or import it as a file",
  },
  input_missing: {
    exit: 66,
    text: "no such file or folder",
    next: "check the path",
  },
  incognito: {
    exit: 77,
    text: "this project is in incognito mode: agents are shown nothing and store nothing",
    next: "to use it again, the user runs `tacit projects mode automatic`",
  },
  memory_not_found: {
    exit: 66,
    text: "no such memory",
    next: "run `tacit list`, or `tacit list --all` to include archived memories",
  },
  change_not_found: {
    exit: 66,
    text: "no change or memory has this id",
    next: "run `tacit undo --list` to see the changes that can be undone",
  },
  candidate_not_found: {
    exit: 66,
    text: "no such candidate",
    next: "run `tacit review` to see what waits for a decision, or `tacit candidates` to see all candidates",
  },
  session_not_found: {
    exit: 66,
    text: "no such session in this project",
    next: "run `tacit report --list` to see the sessions; for another project, add `--project DIR`",
  },
  project_not_found: {
    exit: 66,
    text: "no such project",
    next: "run `tacit projects` to see all projects",
  },
  model_not_found: {
    exit: 66,
    text: "this model is not installed",
    next: "run `tacit models list` to see the models, and `tacit models pull NAME` to download one",
  },
  symbol_not_found: {
    exit: 66,
    text: "no such file or symbol in the code graph",
    next: "use `path`, `path:Symbol` or `path:line`; `tacit graph export` lists all symbols, `tacit index` reports skipped files",
  },
  symbol_ambiguous: {
    exit: 64,
    http: 409,
    text: "several files have a symbol with this name",
    next: "ask for one of them, as `path:Symbol`",
  },
  driver_missing: {
    exit: 69,
    text: "the database driver is not installed",
    next: "install the package in the message, or unset TACIT_DRIVER; if the message names a Node version, use that version: hooks run the Node that ran `tacit connect HOST`, plugin hooks run the first `node` on the PATH of the host",
  },
  port_unavailable: {
    exit: 69,
    text: "cannot listen on the port",
    next: "choose another port with `--port N`, or omit `--port` to use a free port",
  },
  checker_missing: {
    exit: 69,
    text: "no supported type checker is installed in the project",
    next: "run `npm install --save-dev typescript@7` in the project; Tacit does not download a type checker",
  },
  checker_failed: {
    exit: 70,
    text: "the type checker failed or gave an unexpected answer",
    next: "omit `--precise`, or try another version of the type checker; Tacit still uses the code it indexed before",
  },
  encoder_missing: {
    exit: 69,
    text: "the encoder's runtime is not installed",
    next: "run the command in the message, or run `tacit models use built-in`",
  },
  encoder_failed: {
    exit: 69,
    retry: "backoff",
    text: "the encoder returned no usable vectors",
    next: "run `tacit models check` to test the encoder, or `tacit models use built-in` to replace it; until then recall searches by words only",
  },
  model_failed: {
    exit: 69,
    retry: "backoff",
    text: "a reranker or a language model returned no usable answer",
    next: "run `tacit models check` to test the model; Tacit works without it until then",
  },
  download_failed: {
    exit: 69,
    retry: "backoff",
    text: "the download was interrupted",
    next: "run the same command again to resume the download; to download from a mirror or a folder, add `--from`",
  },
  runtime_too_old: {
    exit: 69,
    text: "this version of Node is too old",
    next: "use Node 22.13 or newer",
  },
  transition_forbidden: {
    exit: 65,
    http: 409,
    text: "the memory's state does not allow this change",
    next: "run `tacit show ID` to see the state; `tacit restore ID` restores an archived memory",
  },
  internal: {
    exit: 70,
    text: "internal error in Tacit",
    next: "report it with the output of `tacit doctor --json`",
  },
  store_unwritable: {
    exit: 73,
    text: "cannot write to the store, or to the file in this message",
    next: "check that its folder (without a path: Tacit's home folder) exists, that you may write to it, and that its disk has space",
  },
  store_corrupt: {
    exit: 74,
    text: "the store is damaged",
    next: "run `tacit doctor --restore`; it repairs the store from what can be read and the last backup, and keeps the damaged file",
  },
  store_emptied: {
    exit: 74,
    text: "the store file is empty or gone, but this home folder had a store before",
    next: "run `tacit doctor --restore` to return to the last backup; to start with a new store, delete memory.db and the folder backups from Tacit's home folder",
  },
  store_foreign: {
    exit: 78,
    text: "the store file is a database of another program",
    next: "the file was not changed; run `tacit doctor --restore` to move it aside and return to the last backup, or set `TACIT_HOME` to another folder",
  },
  store_incomplete: {
    exit: 74,
    text: "a table of the store is missing",
    next: "run `tacit doctor --restore`; it takes the table from the last backup",
  },
  server_unreachable: {
    exit: 69,
    retry: "backoff",
    text: "cannot reach the store server",
    next: "check that the server runs and that `tacit config get url` shows its address; to use the store on this machine, unset that option",
  },
  server_refused: {
    exit: 77,
    http: 502,
    text: "the store server refused the token",
    next: "run `tacit config set authToken -` and enter a valid token; if `TACIT_AUTH_TOKEN` is set, correct it",
  },
  store_full: {
    exit: 74,
    http: 507,
    retry: "backoff",
    text: "the disk is full",
    next: "free some disk space and try again; no confirmed change was lost",
  },
  store_outdated: {
    exit: 75,
    retry: "backoff",
    text: "the store is from an older version of Tacit and must be updated first",
    next: "run `tacit status`; it makes a backup and updates the store",
  },
  dream_running: {
    exit: 75,
    retry: "backoff",
    text: "another process is consolidating the memories",
    next: "wait until it ends; `tacit status` shows when consolidation last ran",
  },
  learning_running: {
    exit: 75,
    retry: "backoff",
    text: "another process is learning from sessions",
    next: "try again when it has ended; it learns what hooks recorded, and an import continues where it stopped",
  },
  store_busy: {
    exit: 75,
    retry: "backoff",
    text: "another process holds the write lock",
    next: "wait a moment and try again",
  },
  store_replaced: {
    exit: 75,
    retry: "backoff",
    text: "the store file was replaced or deleted while it was open",
    next: "run the same command again; it opens the current file",
  },
  interrupted: {
    exit: 75,
    retry: "backoff",
    text: "stopped by Ctrl-C",
    next: "run the same command again; completed work is stored",
  },
  not_allowed: {
    exit: 77,
    text: "not allowed",
    next: "nothing was changed; see the reason in the message",
  },
  config_malformed: {
    exit: 78,
    text: "cannot read a configuration file",
    next: "fix or delete the file; Tacit never overwrites a file that it cannot parse",
  },
  store_newer: {
    exit: 78,
    text: "the store was written by a newer version",
    next: "upgrade Tacit; the store was not changed",
  },
} as const satisfies Record<string, ErrorEntry>;

export const ERRORS = Object.fromEntries(
  Object.entries<ErrorEntry>(ENTRIES).map(([code, entry]): [string, ErrorSpec] => [
    code,
    { http: HTTP_OF_EXIT[entry.exit], retry: "never", ...entry },
  ]),
) as Readonly<Record<keyof typeof ENTRIES, ErrorSpec>>;
