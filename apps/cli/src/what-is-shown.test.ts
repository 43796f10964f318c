/** What a person is shown is counted correctly and cut visibly. */
import { execFileSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

const LONG = `The importer reads its files as streams ${"and keeps their order ".repeat(5)}`.trim();

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

test("does not count what `learn` shows a person as shown to an agent", async () => {
  await machine.json(["remember", "The dev server listens on port 8081 behind the proxy"]);
  expect(await machine.json(["learn", "--no-home"])).toBeTypeOf("object");
  expect(await machine.json(["status"])).toMatchObject({ injections: { count: 0, tokens: 0 } });
});

test("`learn` names the example's memories as such, and offers to connect only if no agent is", async () => {
  const shown = async () => (await machine.run(["learn", "--no-home"])).stdout;
  expect(await shown()).toContain("tacit init");
  mkdirSync(join(dirname(machine.home), "user", ".claude"), { recursive: true });
  await machine.json(["connect", "--yes"]);
  const again = await shown();
  expect(again).toContain("Memories of the example");
  expect(again).not.toMatch(/tacit init|No new memories/);
});

test("counts a start block for a session as shown to an agent, but not a preview", async () => {
  await machine.json(["remember", "The dev server listens on port 8081 behind the proxy", "--pin"]);
  for (const preview of [
    ["context"],
    ["context", "--for", "subagent"],
    ["recall", "port", "--explain"],
  ])
    await machine.json(preview);
  expect(await machine.json(["status"])).toMatchObject({ injections: { count: 0, tokens: 0 } });
  const { tokens } = (await machine.json(["context", "--session", "s1"])) as { tokens: number };
  expect(await machine.json(["status"])).toMatchObject({ injections: { count: 1, tokens } });
});

test("the context after a merge has what was learned on the branch at once", async () => {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: machine.folder,
      stdio: "ignore",
    });
  const commit = (text: string) => {
    writeFileSync(join(machine.folder, "parser.py"), text);
    git("add", "-A");
    git("commit", "-qm", text);
  };
  git("init", "-qb", "main");
  commit("first");
  git("checkout", "-qb", "feat/tabs");
  commit("second");
  const learned = "The tab parser drops trailing empty cells; use rstrip first";
  await machine.json(["remember", learned, "--file", "parser.py"]);
  git("checkout", "-q", "main");
  const shown = async () => (await machine.run(["context"])).stdout;
  expect(await shown()).not.toContain(learned);
  git("merge", "-q", "feat/tabs");
  expect(await shown()).toContain(learned);
});

test("the context of an incognito project states that agents are shown nothing", async () => {
  await machine.json(["remember", "The dev server listens on port 8081 behind the proxy", "--pin"]);
  await machine.json(["projects", "mode", "incognito"]);
  expect((await machine.run(["context"])).stdout).toMatch(
    /agents are shown nothing.*mode automatic/,
  );
  expect(await machine.json(["context"])).toMatchObject({ text: "", memories: [] });
});

test("the review of a disputed memory names what it contradicts", async () => {
  for (const port of [5001, 5002])
    await machine.json(["remember", `The queue worker runs on port ${port}`]);
  const { stdout } = await machine.run(["review"]);
  expect(stdout).toMatch(/contradicts \w{8} \(The queue worker runs on port 5001\)/);
  expect(stdout).toMatch(/contradicts \w{8} \(The queue worker runs on port 5002\)/);
});

test("states the next step for a statement that is too long or too short, and for an answer of no time", async () => {
  const long = await machine.run(["remember", "The importer reads its files. ".repeat(400)]);
  expect(long.stdout).toBe("not stored: too long; state each point as a memory of its own\n");
  expect((await machine.run(["remember", "Use it"])).stdout).toMatch(/; write a full sentence/);
  const recalled = await machine.run(["recall", "what happened last week"]);
  expect(recalled.stdout).toBe("no results of this time: last week\n");
});

test("names the file that an export cannot write, and the way to it", async () => {
  const [file, out] = [join(machine.folder, "file"), join(machine.folder, "out.json")];
  writeFileSync(file, "");
  // The link leads to a path below a file, where nothing can be written.
  symlinkSync(join(file, "below"), out);
  const { status, stderr } = await machine.run(["export", "--out", out]);
  expect([status, stderr]).toEqual([
    73,
    expect.stringContaining(
      `to the file in this message (path: ${out})\n  next: check that its folder`,
    ),
  ]);
});

test("undo of a change of a forgotten memory states that nothing was undone", async () => {
  const { id } = (await machine.json(["remember", "The queue worker runs on port 5001"])) as {
    id: string;
  };
  await machine.json(["tag", id, "add", "ports"]);
  const [tagged] = (await machine.json(["undo", "--list"])) as { id: string }[];
  await machine.json(["forget", id, "--yes"]);
  expect((await machine.run(["undo", tagged?.id ?? ""])).stdout).toMatch(/^not undone: edit/);
});

test("tells a person when the pinned memories no longer fit", async () => {
  const long = (i: number) =>
    `Rule ${i}: ${Array.from({ length: 60 }, (_, at) => `part${i}x${at}`).join(" ")} is never used.`;
  const words = /pinned memor(?:y does|ies do) not fit in full at the start of a session/;
  const hints: boolean[] = [];
  for (let i = 0; i < 12; i++)
    hints.push(words.test((await machine.run(["remember", long(i), "--pin"])).stdout));
  expect(hints[0]).toBe(false);
  expect(hints.at(-1)).toBe(true);
  expect((await machine.run(["status"])).stdout).toMatch(words);
  expect(await machine.json(["status"])).toMatchObject({ pinnedByTitle: expect.any(Number) });
  const [{ id } = { id: "" }] = (await machine.json(["list"])) as { id: string }[];
  expect((await machine.run(["pin", id])).stdout).toMatch(words);
});

test("status counts the same memories as list, and handoffs separately", async () => {
  const about = { v: 1, session: "s1", agent: "codex" };
  const lines = [
    {
      ...about,
      seq: 0,
      ts: "2026-10-01T10:00:00.000Z",
      kind: "prompt",
      text: "Make the parser read tags",
    },
    {
      ...about,
      seq: 1,
      ts: "2026-10-01T10:00:01.000Z",
      kind: "tool_call",
      callId: "c",
      tool: "edit",
      input: {},
      files: ["src/p.ts"],
    },
    {
      ...about,
      seq: 2,
      ts: "2026-10-01T10:00:02.000Z",
      kind: "tool_result",
      callId: "c",
      tool: "edit",
      output: "ok",
      isError: false,
    },
    {
      ...about,
      seq: 3,
      ts: "2026-10-01T10:00:03.000Z",
      kind: "message",
      text: "I changed the parser. Next: add a test.",
    },
  ];
  await machine.json(
    ["observe", "-", "--finalize"],
    lines.map((line) => JSON.stringify(line)).join("\n"),
  );
  expect(await machine.json(["list"])).toEqual([]);
  expect((await machine.run(["status"])).stdout).toContain("0 memories; plus 1 handoff");
  const [handoff] = (await machine.json(["list", "--type", "handoff"])) as { id: string }[];
  await machine.json(["archive", handoff?.id ?? ""]);
  expect(await machine.json(["stats"])).toMatchObject({ memories: { active: 0, archived: 0 } });
});

test("marks a cut text in a history", async () => {
  const { id } = (await machine.json(["remember", LONG])) as { id: string };
  await machine.json(["pin", id]);
  const { stdout } = await machine.run(["history", id]);
  expect(stdout).toMatch(/^before change 1 +today +\w+ +The importer reads its files .*…$/m);
});

test("fits a table of modules to the terminal", async () => {
  const folder = join(machine.folder, "src", "importers");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "the-only-base-of-all-importers.ts"), "export function base() {}\n");
  for (const name of ["one", "two", "three"]) {
    const inner = "{ const read = () => base(); read(); }";
    writeFileSync(
      join(folder, `a-rather-long-name-of-an-importer-${name}.ts`),
      `import { base } from "./the-only-base-of-all-importers";\nexport function a() ${inner}\nexport function b() ${inner}\n`,
    );
  }
  for (const line of (await machine.run(["modules"])).stdout.split("\n")) {
    expect(line.length).toBeLessThanOrEqual(100);
  }
});

test("aligns the example's next steps with their descriptions for a long home path", async () => {
  const { stdout } = await machine.run(["learn", "--no-home"]);
  expect(stdout).toMatch(/^ {2}tacit init {2,10}connect your agents/m);
  expect(stdout).toContain(`tacit list --home ${join(machine.home, "example")} --project`);
});

test("a memory in the archive is called archived once, and a new title is shown as it is", async () => {
  const { id } = (await machine.json(["remember", "The dev server listens on port 8081"])) as {
    id: string;
  };
  const retitled = (await machine.run(["edit", id, "--title", "Port of the dev server"])).stdout;
  expect(retitled.split("\n")[1]?.trim()).toBe("Port of the dev server");
  await machine.json(["archive", id]);
  expect((await machine.run(["show", id])).stdout).toMatch(/^state +archived$/m);
});

test("shows a proposal of `dream` in the review, counts it by status, and applies it once", async () => {
  for (const text of [
    "Add a changelog entry for every user-visible change.",
    "Every user-visible change needs a changelog entry.",
  ])
    await machine.json(["remember", text, "--type", "convention"]);
  const dream = await machine.run(["dream"]);
  expect(dream.stdout).toBe("1 proposal added to the review queue: `tacit review`\n");
  expect(await machine.json(["status"])).toMatchObject({ proposals: 1 });
  const shown = await machine.run(["review"]);
  expect(shown.stdout).toMatch(/merge: do these say the same\?/);
  const { proposals } = (await machine.json(["review"])) as {
    proposals: { id: string; kind: string; memories: unknown[] }[];
  };
  expect(proposals).toMatchObject([{ kind: "merge" }]);
  const id = proposals[0]?.id ?? "";
  expect(await machine.json(["review", "accept", id])).toMatchObject({
    ...{ verdict: "accepted", candidate: null },
    ...{ memory: { state: "active" }, proposal: { id, kind: "merge" } },
  });
  expect((await machine.json(["list"])) as unknown[]).toHaveLength(1);
  expect((await machine.run(["review", "reject", id])).status).toBe(66);
  await machine.json(["undo"]);
  expect(await machine.json(["review", "reject", id])).toMatchObject({
    ...{ verdict: "rejected", memory: null, proposal: { id, kind: "merge" } },
  });
  expect(await machine.json(["status"])).toMatchObject({ proposals: 0 });
});

test("fails for a text that is not stored, and says how to state it", async () => {
  const { status, stdout } = await machine.run(["remember", "ok then"]);
  expect(status).toBe(65);
  expect(stdout).toMatch(/^not stored: .*; write a full sentence/);
});

test("lists for whom a memory is, if not for everyone in the project", async () => {
  const { id } = (await machine.json(["remember", LONG])) as { id: string };
  expect((await machine.run(["list"])).stdout).not.toMatch(/secret|agent/);
  await machine.json([
    "edit",
    id,
    "--visibility",
    "secret",
    "--scope",
    "agent",
    "--owner",
    "codex",
  ]);
  expect((await machine.run(["list"])).stdout).toContain("agent codex · secret");
});
