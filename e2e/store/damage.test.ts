/**
 * Damages a store in many ways and tests that everything that could be saved is recalled after the command that the alarm
 * names. Each command is a process of the installed program.
 */
import { readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { base, copyOf, EARLY, type homes, LATE, makeHomes, program } from "./damaged-homes.ts";
import {
  backups,
  both,
  dropped,
  filled,
  garbage,
  type Harm,
  lateBackup,
  noBackup,
  overwrite,
  PAGE,
  pageWith,
  removed,
  rootOf,
  size,
  spoilPage,
  spooled,
  sql,
  store,
  truncated,
} from "./harms.ts";

beforeAll(makeHomes);
afterAll(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

interface Row {
  readonly name: string;
  readonly from?: keyof typeof homes;
  readonly harm: Harm;
  /** Alarm of `tacit doctor` or of a recall; undefined if nothing is lost and nothing needs to be done. */
  readonly alarm?: RegExp;
  /** Command that the alarm names. */
  readonly run?: readonly string[];
  readonly saved: "all" | "early" | "some";
}

const RESTORE = ["doctor", "--restore"];
const DAMAGED = /--restore/;

const ROWS: readonly Row[] = [
  {
    name: "cut to three quarters",
    harm: truncated((home) => Math.floor((size(home) * 3) / 4)),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  {
    name: "cut to half",
    harm: truncated((home) => Math.floor(size(home) / 2)),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  {
    name: "cut within a page",
    harm: truncated((home) => size(home) - 1000),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  {
    name: "cut to one page",
    harm: truncated(() => PAGE),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  {
    name: "cut to its header",
    harm: truncated(() => 100),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  { name: "an empty file", harm: truncated(() => 0), alarm: DAMAGED, run: RESTORE, saved: "early" },
  {
    name: "a page of zeros among the memories",
    harm: spoilPage((home) => pageWith(home, EARLY[7] ?? ""), new Uint8Array(PAGE)),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "a page of garbage among the memories",
    harm: spoilPage((home) => pageWith(home, EARLY[20] ?? "")),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "garbage in the first page",
    harm: spoilPage(() => 0),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  {
    name: "an overwritten header",
    harm: (home) => overwrite(store(home), 0, garbage(96)),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "a damaged index",
    harm: spoilPage((home) => rootOf(home, "session_state")),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "garbage in the events",
    harm: spoilPage((home) => rootOf(home, "event")),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "a write-ahead log of garbage, and a newer backup",
    from: "open",
    harm: both(lateBackup, (home) => overwrite(`${store(home)}-wal`, 0, garbage(2 * PAGE))),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "no write-ahead log, and a newer backup",
    from: "open",
    harm: both(lateBackup, removed("memory.db-wal", "memory.db-shm")),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  { name: "no write-ahead log", from: "open", harm: removed("memory.db-wal"), saved: "early" },
  {
    name: "garbage as the log's index",
    from: "open",
    harm: (home) => writeFileSync(`${store(home)}-shm`, garbage(32768)),
    saved: "all",
  },
  {
    name: "a damaged page and a log",
    from: "open",
    harm: spoilPage((home) => pageWith(home, EARLY[20] ?? "")),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "a full-text index out of step",
    harm: sql("INSERT INTO memory_fts(memory_fts) VALUES ('delete-all')"),
    alarm: /--repair/,
    run: ["doctor", "--repair"],
    saved: "all",
  },
  {
    name: "a table of the full-text index gone",
    harm: dropped("memory_fts_data"),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "the table of memories gone",
    harm: sql("PRAGMA foreign_keys = OFF", "DROP TABLE memory"),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  {
    name: "its version gone",
    harm: sql("DROP TABLE schema_version"),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "all",
  },
  {
    name: "index files gone",
    harm: (home) => removed(...readdirSync(home).filter((name) => name.endsWith(".idx")))(home),
    saved: "all",
  },
  {
    name: "index files of garbage",
    harm: both(filled(/^vectors-/), filled(/^words/)),
    saved: "all",
  },
  { name: "garbage in the spool", harm: spooled(garbage(20_000).toString("latin1")), saved: "all" },
  { name: "a spool cut in a line", harm: spooled('{"project":{"id":"x'), saved: "all" },
  {
    name: "half a backup as the newest, and a damaged store",
    harm: both(
      lateBackup,
      (home) => truncateSync(backups(home).sort().at(-1) ?? "", 3 * PAGE),
      truncated(() => PAGE),
    ),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  {
    name: "no backup, and a damaged page",
    harm: both(
      noBackup,
      spoilPage((home) => pageWith(home, EARLY[20] ?? "")),
    ),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "some",
  },
  {
    name: "another program's database",
    harm: both(
      removed("memory.db"),
      sql("CREATE TABLE event (name TEXT)", "INSERT INTO event VALUES ('theirs')"),
    ),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
  {
    name: "text in place of a database",
    harm: (home) => writeFileSync(store(home), "hello\n".repeat(900)),
    alarm: DAMAGED,
    run: RESTORE,
    saved: "early",
  },
];

const TRUE_SIZES = { all: EARLY.length + LATE.length, early: EARLY.length, some: 30 };

function listed(home: string): Set<string> {
  const ran = program(home)(["list", "--limit", "200", "--json"]);
  expect(ran.status, ran.stderr).toBe(0);
  return new Set((JSON.parse(ran.stdout) as { content: string }[]).map(({ content }) => content));
}

describe("a damaged store", () => {
  test.each(ROWS)("$name", ({ from = "rest", harm, alarm, run, saved }) => {
    const home = copyOf(from);
    harm(home);
    const tacit = program(home);
    if (alarm !== undefined && run !== undefined) {
      const checked = tacit(["doctor", "--json"]);
      expect(checked.stdout).toMatch(alarm);
      expect(checked.status).not.toBe(0);
      const repaired = tacit([...run, ...(run === RESTORE ? ["--json"] : [])]);
      expect(repaired.status, repaired.stderr + repaired.stdout).toBe(0);
      if (run === RESTORE) expect(JSON.parse(repaired.stdout)).toMatchObject({ restored: true });
    }
    const there = listed(home);
    const survivors = [...EARLY, ...LATE].filter((item) => there.has(item));
    expect(survivors.length).toBeGreaterThanOrEqual(TRUE_SIZES[saved]);
    const found = tacit(["recall", "early gateway 1 port", "--json"]);
    expect(found.stdout, found.stderr).toContain("early gateway 1 listens");
    const { checks } = JSON.parse(tacit(["doctor", "--json"]).stdout) as {
      checks: { name: string; ok: boolean; detail: string }[];
    };
    const failed = checks.filter(({ name, ok }) => !ok && /store|backups|index|memory/.test(name));
    expect(failed).toEqual([]);
  });
});

test("undoes a restore with the replaced file that the restore preserved", () => {
  const home = copyOf("rest");
  const tacit = program(home);
  const [backup = ""] = backups(home);
  const ran = tacit(["doctor", "--restore", "--from", backup, "--json"]);
  expect(ran.status, ran.stderr).toBe(0);
  expect(listed(home)).toEqual(new Set(EARLY));
  const { keptAt } = JSON.parse(ran.stdout) as { keptAt: string };
  const undone = tacit(["doctor", "--restore", "--from", join(keptAt, "memory.db")]);
  expect(undone.status, undone.stderr).toBe(0);
  expect(listed(home)).toEqual(new Set([...EARLY, ...LATE]));
});

test("names the folder of damaged files, which cannot be put back", () => {
  const home = copyOf("rest");
  truncated(() => PAGE)(home);
  const ran = program(home)(RESTORE);
  expect(ran.status, ran.stderr).toBe(0);
  expect(ran.stdout).toMatch(/The damaged files are now in .*replaced-/);
  expect(ran.stdout).not.toContain("To undo this");
});

test("fails when no memory could be saved, and names the damaged files", () => {
  const home = copyOf("rest");
  overwrite(store(home), 0, garbage(size(home)));
  noBackup(home);
  const ran = program(home)(RESTORE);
  expect(ran.status).not.toBe(0);
  expect(ran.stdout).toMatch(
    /^No memory could be saved.*The damaged files are now in .*replaced-/s,
  );
});

test("refuses a store of a newer version and leaves it unchanged", () => {
  const home = copyOf("rest");
  sql("INSERT INTO schema_version (version, min_safe_version, applied_at_ms) VALUES (999, 999, 0)")(
    home,
  );
  const before = readFileSync(store(home));
  const ran = program(home)(RESTORE);
  expect(ran.status).not.toBe(0);
  expect(ran.stderr).toMatch(/written by a newer version/);
  expect(readFileSync(store(home)).equals(before)).toBe(true);
});

test.each([
  ["--from without --restore", ["doctor", "--from", "x.db"], /--from goes with --restore/],
  [
    "a backup that is not there",
    ["doctor", "--restore", "--from", "x.db"],
    /no such file or folder/,
  ],
] as const)("%s is refused", (_name, words, message) => {
  const ran = program(copyOf("rest"))(words);
  expect(ran.status).not.toBe(0);
  expect(ran.stderr).toMatch(message);
});
