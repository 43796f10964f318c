/** Commands in one process: their JSON, exit statuses and output streams. */
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { ERRORS, OPTIONS } from "@tacit-memory/memory";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { COMMAND_TABLE, loadListed } from "./command-table.ts";
import { type TestMachine, testMachine } from "./testing-machine.ts";

const OPPOSITE = "The dev server listens on port 8081 for everybody.";
const LESSON = "The dev server listens on port 8081 because the proxy holds 8080";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

async function remembered(text = LESSON, ...more: string[]): Promise<string> {
  const { id } = (await machine.json(["remember", text, ...more])) as { id: string };
  return id;
}

describe("the command table", () => {
  test("names each command like its file, with an example and a summary without a full stop", async () => {
    const listed = await loadListed(() => true);
    expect(listed.map(({ command }) => command.name)).toEqual(
      COMMAND_TABLE.map(({ name }) => name),
    );
    for (const { command } of listed) {
      expect(command.examples.length, command.name).toBeGreaterThan(0);
      expect(command.summary, command.name).toMatch(/[^.]$/);
    }
  });
  test.each(COMMAND_TABLE.map(({ name }) => name))(
    "tacit %s --help shows an example",
    async (name) => {
      const { status, stdout } = await machine.run([...name.split(" "), "--help"]);
      expect(status).toBe(0);
      expect(stdout).toContain("Examples:\n  $ ");
    },
  );
  test("tacit --help lists the environment variables", async () => {
    const { stdout } = await machine.run(["--help"]);
    for (const { env } of Object.values(OPTIONS)) expect(stdout).toContain(env ?? "");
  });
});

describe("memories", () => {
  test("shows the same memory in remember, recall, show and list", async () => {
    mkdirSync(join(machine.folder, "src"));
    writeFileSync(join(machine.folder, "src", "a.ts"), "export const a = 1;\n");
    const id = await remembered(LESSON, "--file", "src/a.ts", "--tag", "dev", "--pin");
    const recalled = await machine.json(["recall", "which", "port", "dev", "server"]);
    expect(recalled).toMatchObject({
      query: "which port dev server",
      abstained: false,
      hits: [
        { id, content: LESSON, standing: "verified", freshness: "intact", files: ["src/a.ts"] },
      ],
    });
    const shown = await machine.json(["show", id.slice(-8)]);
    expect(shown).toMatchObject({
      id,
      tags: ["dev"],
      isPinned: true,
      version: 1,
      source: "user_taught",
    });
    expect(await machine.json(["list"])).toMatchObject([{ id }]);
    expect(await machine.json(["list", "--tag", "other"])).toEqual([]);
  });

  test("leaves handoffs out of a list and its limit unless requested", async () => {
    const old = await remembered();
    const id = await remembered("The staging port is 7781, since 7780 is taken", "--tag", "x");
    await machine.json(["remember", "Left off at the parser's tests", "--type", "handoff"]);
    expect(await machine.json(["list", "--limit", "2"])).toMatchObject([{ id }, { id: old }]);
    expect(await machine.json(["list", "--limit", "1"])).toMatchObject([{ id }]);
    expect(await machine.json(["list", "--type", "handoff"])).toMatchObject([{ type: "handoff" }]);
    expect(await machine.json(["list", "--all"])).toHaveLength(3);
  });

  test("supersedes with correct, archives, restores and forgets a memory", async () => {
    const id = await remembered();
    const better = (await machine.json([
      "correct",
      id,
      "The dev server listens on port 9090 now",
    ])) as { id: string };
    expect(better.id).not.toBe(id);
    expect(await machine.json(["list"])).toMatchObject([{ id: better.id }]);
    expect(await machine.json(["archive", better.id])).toMatchObject({ state: "archived" });
    expect(await machine.json(["list"])).toEqual([]);
    expect(await machine.json(["restore", better.id])).toMatchObject({ state: "active" });
    expect(await machine.json(["forget", better.id])).toMatchObject([{ id: better.id }]);
    expect((await machine.run(["show", better.id])).status).toBe(ERRORS.memory_not_found.exit);
  });

  test("makes a project's memory global when it is remembered for every project", async () => {
    const id = await remembered(LESSON);
    const wider = await machine.run(["remember", LESSON, "--scope", "global"]);
    expect(wider.stdout).toContain("for every project");
    expect(await machine.json(["list"])).toMatchObject([{ id, scope: "global" }]);
  });

  test("names the memory that a correction contradicts", async () => {
    const taught = await remembered("The dev server listens on port 4173 for everybody.");
    const id = await remembered("Releases are cut from main on Fridays by the release bot.");
    const { stdout } = await machine.run(["correct", id, OPPOSITE]);
    expect(stdout).toContain(
      `contradicts ${taught.slice(-8)} (The dev server listens on port 4173`,
    );
    await machine.run(["correct", taught, "--outdated"]);
    const [memory] = (await machine.json(["list"])) as { id: string }[];
    const edited = await machine.run(["edit", memory?.id ?? "", "--tag", "dev"]);
    expect(edited.stdout).not.toContain("contradicts");
  });

  test("reports unchanged fields when a known text is remembered again, and how to replace them", async () => {
    const error = ["--error", "mvn: command not found"];
    const id = await remembered(LESSON, ...error);
    const again = ["remember", LESSON, "--error", "gradle: command not found"];
    expect((await machine.run(["remember", LESSON, ...error])).stdout).not.toContain("to replace");
    expect((await machine.run(again)).stdout).toContain(
      `the stored error did not change; to replace it, run \`tacit edit ${id.slice(-8)} --error …\``,
    );
    expect(await machine.json(again)).toMatchObject({ mergedInto: id, left: ["error"] });
  });

  test("removes files and triggers when an empty one is passed", async () => {
    const id = await remembered(LESSON, "--file", "src/a.ts", "--trigger", "dev server");
    const edited = await machine.json(["edit", id, "--file", "", "--trigger", ""]);
    expect(edited).toMatchObject({ files: [] });
    const { stdout } = await machine.run(["export"]);
    expect(JSON.parse(stdout)).toMatchObject({ memories: [{ files: [], triggers: [] }] });
  });

  test("reports a file outside the project, links nothing and removes nothing", async () => {
    const id = await remembered(LESSON, "--file", "src/a.ts");
    const outside = join(dirname(machine.home), "elsewhere.ts");
    const again = ["remember", LESSON, "--file", outside, "--file", "src/b.ts"];
    expect((await machine.run(again)).stdout).toContain(`outside this project: ${outside}`);
    for (const verb of ["edit", "link"])
      expect((await machine.run([verb, id, "--file", outside])).status).toBe(64);
    expect(await machine.json(["show", id])).toMatchObject({ files: ["src/a.ts", "src/b.ts"] });
  });

  test("stores the previous version on edit and restores it with restore --version", async () => {
    const id = await remembered();
    await machine.json([
      "edit",
      id,
      "--content",
      "The dev server listens on port 3000 in this project",
    ]);
    expect(await machine.json(["history", id])).toMatchObject([
      { version: 1, change: "edited", before: { content: LESSON } },
    ]);
    expect(await machine.json(["restore", id, "--version", "1"])).toMatchObject({
      content: LESSON,
    });
  });

  test("resolves files relative to the current folder and refuses ones outside, for list and forget", async () => {
    writeFileSync(join(machine.folder, ".tacit.json"), "{}");
    const above = await remembered(LESSON, "--file", "db");
    const folder = join(machine.folder, "src");
    mkdirSync(folder);
    const here = ["--project", folder];
    const below = await remembered(
      "Migrations here are never edited once merged.",
      "--file",
      "db",
      ...here,
    );
    for (const path of ["db", "./db/", join(folder, "db"), "../src/db"]) {
      expect(await machine.json(["list", "--file", path, ...here])).toMatchObject([{ id: below }]);
    }
    expect((await machine.run(["list", "--file", "../../db", ...here])).status).toBe(64);
    const forgotten = await machine.json(["forget", "--file", "db", "--yes", ...here]);
    expect(forgotten).toMatchObject([{ id: below }]);
    expect(await machine.json(["list", "--file", "db"])).toMatchObject([{ id: above }]);
  });

  test("requires --yes to forget by filter and previews with --dry-run", async () => {
    const id = await remembered(LESSON, "--tag", "old");
    expect((await machine.run(["forget", "--tag", "old"])).status).toBe(64);
    expect(await machine.json(["forget", "--tag", "old", "--dry-run"])).toMatchObject([{ id }]);
    expect(await machine.json(["list"])).toMatchObject([{ id }]);
    expect(await machine.json(["forget", "--tag", "old", "--yes"])).toMatchObject([{ id }]);
    expect(await machine.json(["list"])).toEqual([]);
  });

  test("applies recall filters to a batch", async () => {
    await remembered("The staging port is 7781", "--type", "gotcha");
    const archived = await remembered("The old port was 7000", "--type", "fact");
    await machine.json(["archive", archived]);
    const recallHits = async (...more: string[]) => {
      const line = '{"id":"q","query":"port"}';
      const { stdout } = await machine.run(["recall", "--batch", "-", ...more], line);
      const { hits } = JSON.parse(stdout) as { hits: { id: string }[] };
      return hits.length;
    };
    expect(await recallHits()).toBe(1);
    expect(await recallHits("--archived")).toBe(2);
    expect(await recallHits("--archived", "--limit", "1")).toBe(1);
    expect(await recallHits("--type", "decision")).toBe(0);
    expect(await recallHits("--until", "2020")).toBe(0);
    const both = await machine.run(["recall", "port", "--batch", "-"], "");
    expect(both).toMatchObject({ status: 64, stdout: "" });
  });

  test("answers a batch line by line in order", async () => {
    const id = await remembered();
    const lines =
      '{"id":1,"query":"port of the dev server"}\n\n{"id":"x","query":"zebra","project":"nobody"}\n';
    const { stdout, status } = await machine.run(["recall", "--batch", "-"], lines);
    const answers = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as unknown);
    expect(status).toBe(0);
    expect(answers).toMatchObject([
      { id: 1, hits: [{ id, externalId: null, sessions: [] }] },
      { id: "x", abstained: true, hits: [] },
    ]);
  });
});

describe("exchange", () => {
  test("exports the same after importing an export into an empty home", async () => {
    const id = await remembered(LESSON, "--tag", "dev");
    await machine.json(["correct", id, "The dev server listens on port 9090 now"]);
    await remembered(
      "Never edit a released migration, add a new one instead",
      "--type",
      "convention",
    );
    const first = join(machine.folder, "first.json");
    await machine.json(["export", "--out", first]);
    const other = ["--home", join(machine.home, "other")];
    await machine.json([...other, "import", "export", first]);
    const { stdout } = await machine.run([...other, "export"]);
    expect(stdout).toBe(readFileSync(first, "utf8"));
    expect(JSON.parse(stdout)).toMatchObject({ version: 1, edges: [{ type: "supersedes" }] });
  });

  test("imports JSON lines once and reports invalid ones by number", async () => {
    const path = join(machine.folder, "in.jsonl");
    writeFileSync(path, `{"externalId":"e1","content":"${LESSON}"}\nnonsense\n{"content":""}\n`);
    expect(await machine.json(["import", "jsonl", path])).toMatchObject({
      read: 3,
      imported: 1,
      rejected: 2,
      errors: [{ line: 2, reason: "not JSON" }, { line: 3 }],
    });
    expect(await machine.json(["import", "jsonl", path])).toMatchObject({ imported: 0, merged: 1 });
  });

  test("removes secrets with scrub and reports their position", async () => {
    const { text, findings } = (await machine.json(["scrub"], "password=hunter2hunter2")) as {
      text: string;
      findings: readonly { start: number }[];
    };
    expect(text).not.toContain("hunter2hunter2");
    expect(findings[0]?.start).toBe(9);
  });
});

describe("failures", () => {
  test.each([
    ["a typo", ["lst"], 64, "Did you mean list"],
    ["an unknown option", ["list", "--nope"], 64, "unknown option"],
    ["a pasted line that looks like one", ["recall", "-port 7781"], 64, "put -- before it"],
    ["a group without its word", ["import"], 64, "one more word"],
    ["no query", ["recall"], 64, "a query"],
    ["a bad number", ["list", "--limit", "x"], 64, "1 or more"],
    ["an unknown memory", ["show", "00000000"], 66, "no such memory"],
    ["a missing file", ["import", "jsonl", "/nowhere/at/all"], 66, "no such file"],
    ["a missing transcript", ["import", "transcript", "/nowhere/at/all"], 66, "no such file"],
    ["a missing project", ["--project", "/nowhere/at/all", "list"], 66, "no such file"],
  ])("%s", async (_name, argv, status, expected) => {
    const ran = await machine.run(argv);
    expect(ran.stdout).toBe("");
    expect(ran).toMatchObject({ status });
    expect(ran.stderr).toContain(expected);
    expect(ran.stderr).toContain("\n  next: ");
  });

  test("removes terminal control characters from quoted input", async () => {
    const ran = await machine.run(["import", "jsonl", "/nowhere/\u001b[2Jred\u0007"]);
    expect(ran.stderr).toContain("/nowhere/red");
  });

  test.each([
    ["binary", Buffer.from([1, 2, 0, 3])],
    ["UTF-16", Buffer.from("\ufeff{}", "utf16le")],
    ["gzip", Buffer.from([0x1f, 0x8b, 8, 0])],
  ])("rejects %s instead of lines by its first bytes", async (_name, bytes) => {
    const path = join(machine.folder, "in");
    writeFileSync(path, bytes);
    expect((await machine.run(["observe", path])).status).toBe(ERRORS.input_malformed.exit);
    expect((await machine.run(["import", "transcript", path])).status).toBe(
      ERRORS.input_malformed.exit,
    );
  });

  test.each([
    [["observe"], "event lines"],
    [["import", "jsonl"], "memories"],
  ])("%s of an agent's transcript names the right command once", async (argv, wanted) => {
    const path = join(machine.folder, "s.jsonl");
    const line = { type: "user", sessionId: "s1", uuid: "u1", message: { content: "Mend it" } };
    writeFileSync(path, `${JSON.stringify(line)}\n`.repeat(3));
    const ran = await machine.run([...argv, path]);
    expect(ran).toMatchObject({
      status: 65,
      stderr: `tacit: ${path} is a transcript of claude-code, not ${wanted}; nothing was imported\n  next: run \`tacit import transcript ${path}\`\n`,
    });
    expect(ran.stdout).not.toContain("Invalid input");
    expect((await machine.run([...argv, path, "--json"])).stdout).toMatch(/"rejected": ?3\b/);
    expect((await machine.run([...argv, "-"], "{}\n")).stderr).toBe("");
  });

  test("prints a failure as JSON with --json", async () => {
    const { stdout, status } = await machine.run(["show", "00000000", "--json"]);
    expect(status).toBe(66);
    expect(JSON.parse(stdout)).toMatchObject({ error: { code: "memory_not_found" } });
  });

  test("allows only reading in a home that is not writable", async () => {
    const id = await remembered();
    // A dangling link with this name prevents creating the file that readers share.
    symlinkSync(join(machine.home, "nowhere", "else"), join(machine.home, "memory.db-shm"));
    expect(await machine.json(["show", id])).toMatchObject({ content: LESSON });
    expect(await machine.json(["recall", LESSON])).toMatchObject({ hits: [{ id }] });
    expect((await machine.run(["context"])).stdout).toContain(LESSON);
    for (const argv of [
      ["remember", "The build needs Java 21 and nothing older"],
      ["pin", id],
    ])
      expect((await machine.run(argv)).status).toBe(ERRORS.store_unwritable.exit);
  });

  test("treats a file name that is too long as missing and shortens it in the message", async () => {
    const ran = await machine.run(["audit", "x".repeat(100_000)]);
    expect(ran.status).toBe(66);
    expect(ran.stderr.length).toBeLessThan(3000);
  });

  test("reports a home that is a file as not writable", async () => {
    const path = join(machine.folder, "file");
    writeFileSync(path, "");
    const ran = await machine.run(["--home", join(path, "below"), "list"]);
    expect(ran).toMatchObject({ status: ERRORS.store_unwritable.exit, stdout: "" });
  });

  test("reports a damaged store in list and doctor and leaves it unchanged", async () => {
    mkdirSync(machine.home);
    const store = join(machine.home, "memory.db");
    writeFileSync(store, "no database".repeat(400));
    expect((await machine.run(["list"])).status).toBe(ERRORS.store_corrupt.exit);
    const ran = await machine.run(["doctor", "--json"]);
    expect(ran.status).toBe(ERRORS.store_corrupt.exit);
    expect(JSON.parse(ran.stdout)).toMatchObject({ ok: false });
    expect(readFileSync(store, "utf8")).toBe("no database".repeat(400));
  });

  test("exits a hook with 0 for any arguments", async () => {
    expect(await machine.run(["hook", "--json"])).toMatchObject({ status: 0, stdout: "" });
  });
});

test("reports a fresh home as healthy in doctor and counts memories in status", async () => {
  await remembered();
  expect(await machine.json(["doctor"])).toMatchObject({ ok: true });
  expect(await machine.json(["status"])).toMatchObject({
    ok: true,
    memories: [{ type: "fact", count: 1 }],
  });
});

test("confirms a doubtful memory with review accept and archives it with reject", async () => {
  const id = await remembered();
  expect(await machine.json(["review", "accept", id])).toMatchObject({
    verdict: "accepted",
    memory: { id },
  });
  expect(await machine.json(["review", "reject", id])).toMatchObject({
    memory: { state: "archived" },
  });
  expect((await machine.run(["review", "accept", "00000000"])).status).toBe(66);
});

test("prints no colour codes without a terminal", async () => {
  await remembered();
  const { stdout } = await machine.run(["list"]);
  expect(stdout).toContain(LESSON);
  expect(stdout).not.toContain("\u001b");
});
