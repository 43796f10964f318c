/** The installed program in separate processes: the first run, pipes, unusable stores. */
import { type StdioOptions, spawn, spawnSync } from "node:child_process";
import {
  closeSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("../../", import.meta.url));
const LAUNCHER = join(ROOT, "apps", "cli", "bin", "tacit.mjs");
const EXAMPLE = join(ROOT, "e2e", "fixtures", "example", "sessions");

/** Exported events of the example have more than a megabyte, the default. */
const MAX_OUTPUT = 64 * 1024 * 1024;

let base: string;
let home: string;
let project: string;

beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), "tacit-e2e-"));
  home = join(base, "home");
  project = join(base, "project");
  mkdirSync(project);
});
afterEach(() => rmSync(base, { recursive: true, force: true, maxRetries: 3 }));

function tacit(argv: readonly string[], input = "") {
  const env = { ...process.env, TACIT_HOME: home, HOME: join(base, "user"), NO_COLOR: "1" };
  const options = { cwd: project, env, input, encoding: "utf8" as const, maxBuffer: MAX_OUTPUT };
  return spawnSync(process.execPath, [LAUNCHER, ...argv], options);
}

function document(argv: readonly string[]): unknown {
  const { status, stdout, stderr } = tacit([...argv, "--json"]);
  expect(status, stderr).toBe(0);
  return JSON.parse(stdout);
}

interface Learned {
  readonly isExample: boolean;
  readonly learned: readonly { readonly content: string }[];
  readonly known: number;
  readonly recall: { readonly hits: readonly unknown[] };
  readonly context: { readonly text: string };
}

describe("learn", () => {
  test("shows the example, apart from the project's own home, if nothing can be learned", () => {
    const first = document(["learn", "--no-home"]) as Learned;
    expect(first.isExample).toBe(true);
    expect(first.learned.length).toBeGreaterThan(0);
    expect(first.recall.hits.length).toBeGreaterThan(0);
    expect(first.context.text).toContain("<tacit-memory>");
    expect(document(["list"])).toEqual([]);
    const again = document(["learn", "--no-home"]) as Learned;
    expect(again).toMatchObject({ isExample: true, learned: [], known: first.known });
  });

  test("shows a poor history with the example for people, and only the project's own as JSON", () => {
    const git = (...argv: string[]) => {
      const named = ["-c", "user.name=a", "-c", "user.email=a@example.com", ...argv];
      const { status, stderr } = spawnSync("git", named, { cwd: project, encoding: "utf8" });
      expect(status, stderr).toBe(0);
    };
    git("init", "-q");
    for (let i = 0; i < 40; i++)
      git("commit", "-q", "--allow-empty", "-m", `fix(shop): mend the price of ${i}`);
    const { stdout, stderr } = tacit(["learn", "--no-home"]);
    expect(stderr).toContain("the bundled example");
    expect(stdout).toMatch(/Most useful new memories[\s\S]*`fix`[\s\S]*Most useful new memories/);
    expect(document(["learn", "--no-home"])).toMatchObject({ isExample: false, known: 1 });
  });

  test("reads rule files and leaves the user's home alone unless allowed", () => {
    writeFileSync(
      join(project, "CLAUDE.md"),
      "# Rules\n\n- Always run `npm test` before a commit.\n",
    );
    const transcripts = join(
      base,
      "user",
      ".claude",
      "projects",
      project.replace(/[^A-Za-z0-9]/g, "-"),
    );
    cpSync(EXAMPLE, transcripts, { recursive: true });
    const { stderr, stdout } = tacit(["learn"]);
    expect(stderr).toContain("not read: to read those of this project, add --yes");
    expect(stderr).toContain("CLAUDE.md: 1 rule, 1 new");
    // Rules alone are not learned; the example shows what learned memories look like.
    expect(stdout).toContain("Most useful new memories");
    expect(stdout).toMatch(/Example of a question[\s\S]*ses:[0-9a-f]{8}/);
    const agreed = document(["learn", "--yes"]);
    expect(agreed).toMatchObject({
      isExample: false,
      transcripts: { files: readdirSync(EXAMPLE).length },
    });
  });
});

test("adds nothing when transcripts are imported a second time", () => {
  const first = document(["--project", project, "import", "transcript", EXAMPLE]);
  expect(first).toMatchObject({ sessions: readdirSync(EXAMPLE).length, skipped: 0, errors: 0 });
  const second = document(["--project", project, "import", "transcript", EXAMPLE]);
  expect(second).toMatchObject({ sessions: 0, events: 0, promoted: 0 });
});

test("stores sessions of a missing folder separately, reachable and mergeable", () => {
  const { stdout } = tacit(["import", "transcript", EXAMPLE]);
  expect(stdout).toContain("Stored as separate projects");
  expect(document(["list"])).toEqual([]);
  const projects = document(["projects"]) as { canonical: string; memories: number }[];
  const apart = projects.find((item) => item.memories > 0);
  expect(apart).toBeDefined();
  const list = document(["--project", apart?.canonical ?? "", "list"]) as unknown[];
  expect(list.length).toBeGreaterThan(0);
});

test("learns the same from exported events in another home", () => {
  document(["--project", project, "import", "transcript", EXAMPLE]);
  const { stdout } = tacit(["events", "export"]);
  const path = join(base, "events.jsonl");
  writeFileSync(path, stdout);
  const contents = (list: unknown) =>
    (list as { type: string; content: string }[]).map(({ content }) => content).sort();
  document(["--home", join(base, "other"), "observe", path, "--finalize"]);
  expect(contents(document(["--home", join(base, "other"), "list"]))).toEqual(
    contents(document(["list"])),
  );
});

describe("unusable stores", () => {
  test("rejects a newer store without changing it", () => {
    document(["status"]);
    const db = new DatabaseSync(join(home, "memory.db"));
    db.exec("INSERT INTO schema_version VALUES (999, 999, 0)");
    db.close();
    const { status, stderr, stdout } = tacit(["list"]);
    expect([status, stdout]).toEqual([78, ""]);
    expect(stderr).toContain("next: upgrade Tacit");
  });

  test("exits with 75 for a locked store", () => {
    document(["status"]);
    const db = new DatabaseSync(join(home, "memory.db"));
    db.exec("BEGIN IMMEDIATE");
    const { status, stderr } = tacit([
      "remember",
      "The build needs the flag --wide on this project",
    ]);
    db.exec("ROLLBACK");
    db.close();
    expect(status).toBe(75);
    expect(stderr).toContain("next: wait a moment");
  });
});

test("does not fail when the reader stops early", async () => {
  for (let i = 0; i < 3; i++)
    document(["remember", `Lesson ${i}: the port of service ${i} is ${4000 + i}`]);
  const child = spawn(process.execPath, [LAUNCHER, "list"], {
    cwd: project,
    env: { ...process.env, TACIT_HOME: home },
    stdio: ["ignore", "pipe", "pipe"],
  });
  child.stdout.destroy();
  const errors: string[] = [];
  child.stderr.on("data", (chunk) => errors.push(String(chunk)));
  const status = await new Promise((resolve) => child.on("close", resolve));
  expect([status, errors.join("")]).toEqual([0, ""]);
});

test("reports output that a full disk rejects", () => {
  if (process.platform !== "linux") return;
  const full = openSync("/dev/full", "w");
  const env = { ...process.env, TACIT_HOME: home, HOME: join(base, "user") };
  const options = { cwd: project, env, encoding: "utf8" as const };
  const stdio = ["ignore", full, "pipe"] satisfies StdioOptions;
  const ran = spawnSync(process.execPath, [LAUNCHER, "status"], { ...options, stdio });
  closeSync(full);
  expect(ran.stderr).toMatch(/^tacit: the disk is full .*\n {2}next: /);
  expect(ran.status).toBe(74);
});

test("reports a deleted working directory with the next step", () => {
  const gone = join(base, "gone");
  mkdirSync(gone);
  const script = `process.chdir(${JSON.stringify(gone)}); require("node:fs").rmdirSync(${JSON.stringify(gone)});
    process.argv.splice(1, process.argv.length, ${JSON.stringify(LAUNCHER)}, "list");
    import(${JSON.stringify(LAUNCHER)});`;
  const env = { ...process.env, TACIT_HOME: home };
  const { status, stderr } = spawnSync(process.execPath, ["-e", script], { env, encoding: "utf8" });
  expect(status).toBe(66);
  expect(stderr).toContain("--project");
});

test("answers like the bundled hook, and status counts its session", () => {
  const payload = JSON.stringify({ session_id: "s1", cwd: project, source: "startup" });
  expect(tacit(["hook", "claude-code", "SessionStart"], payload).status).toBe(0);
  expect(tacit(["hook", "claude-code", "SessionStart"], "{broken").status).toBe(0);
  expect(document(["status"])).toMatchObject({ sessions: 1 });
});

test("recalls in another process only what was learned in a time range", () => {
  const lines = [
    {
      content: "The cache is keyed by tenant and locale, never by host.",
      createdAt: "2026-09-03T10:00:00Z",
    },
    {
      content: "The cache is emptied by the nightly job, not by deploys.",
      createdAt: "2026-10-03T10:00:00Z",
    },
  ];
  const input = lines.map((line) => JSON.stringify(line)).join("\n");
  expect(tacit(["import", "jsonl", "-"], input).status).toBe(0);
  const hitCount = (...more: string[]) => {
    const output = tacit(["recall", "cache", "--json", ...more]);
    return (JSON.parse(output.stdout) as { hits: { content: string }[] }).hits.length;
  };
  expect([hitCount(), hitCount("--since", "2026-10"), hitCount("--until", "2026-09-02")]).toEqual([
    2, 1, 0,
  ]);
  expect(hitCount("--since", "2026-09", "--until", "2026-09")).toBe(1);
  const listed = tacit(["list", "--json", "--since", "2026-10-01"]);
  expect((JSON.parse(listed.stdout) as unknown[]).length).toBe(1);
  const unknown = tacit(["recall", "cache", "--since", "some day"]);
  expect(unknown.status).toBe(64);
  expect(unknown.stderr).toMatch(/some day[\s\S]*last week/);
});
