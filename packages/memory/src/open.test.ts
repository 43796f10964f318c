/** Tests that a memory survives a restart, another machine and a renamed project, and that the modes are respected. */
import { describe, expect, test } from "vitest";
import { MemoryError } from "./domain/errors.ts";
import { DAY_MS, exportAllOf, learn, makePlace, sessionScript } from "./testing/testing-life.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";
const RULE = "Always use pnpm for installs in this repository, never npm.";
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;

test("recalls what was stored before the store was closed", async () => {
  const place = makePlace();
  const first = await place.open();
  const { id, accepted } = await first.memories.remember({
    content: PORT,
    source: "agent_explicit",
  });
  expect(accepted).toBe(true);
  await first.close();
  const second = await place.open();
  const { hits, abstained } = await second.memories.recall({
    query: "which port must the preview server listen on",
  });
  expect(hits.map((hit) => hit.memory.id)).toEqual([id]);
  expect(abstained).toBe(false);
  expect(await second.memories.recall({ query: "how is the weather in Lisbon" })).toMatchObject({
    hits: [],
    abstained: true,
  });
});

test("provides a user's rule to the next session", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const [learned] = await learn(tacit, sessionScript("s1").prompt(RULE).end());
  expect(learned?.promoted).toMatchObject([
    { content: RULE, source: "user_taught", standing: "hypothesis" },
  ]);
  const block = await tacit.brief.startBlock({ session: "s2", point: "session_start" });
  expect(block.text).toContain("user said: Always use pnpm");
  place.clock.nowMs += DAY_MS;
  await learn(tacit, sessionScript("s2", place.clock.nowMs).prompt(RULE).end());
  expect(await tacit.memories.list()).toMatchObject([{ content: RULE, standing: "verified" }]);
});

test.each([
  ["Use tabs, not spaces.", "Use spaces, not tabs."],
  ["Always use yarn for installs.", "Don't use yarn, this is a pnpm workspace."],
])("replaces a user's rule with its later opposite: %j, then %j", async (first, then) => {
  const tacit = await makePlace().open();
  await learn(tacit, sessionScript("s1").prompt("Fix the build.").prompt(first).end());
  await learn(tacit, sessionScript("s2").prompt("Fix the build.").prompt(then).end());
  const [newer] = (await tacit.memories.list()).filter(({ supersededBy }) => supersededBy === null);
  expect(newer).toMatchObject({ content: then, isDisputed: false });
  const block = await tacit.brief.startBlock({ session: "s3", point: "session_start" });
  expect(block.text).toContain(then.replace(/\.$/, ""));
  expect(block.text).not.toContain(first.replace(/\.$/, ""));
});

test("learns nothing new from a replayed session", async () => {
  const tacit = await makePlace().open();
  const script = sessionScript("s1").prompt(RULE).end();
  await learn(tacit, script);
  const before = await exportAllOf(tacit);
  await learn(tacit, script);
  expect(await exportAllOf(tacit)).toEqual(before);
});

test("learns a forgotten rule again only from a new session", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const script = sessionScript("s1").prompt(RULE).end();
  await learn(tacit, script);
  const rules = () =>
    tacit.memories.list({ type: "convention" }).then((all) => all.map((item) => item.content));
  const [memory] = await tacit.memories.list({ tag: "user-rule" });
  place.clock.nowMs += 3_600_000;
  await tacit.memories.forget([memory?.id ?? ""]);
  const replayed = sessionScript("s1-again").prompt(RULE).end();
  await learn(tacit, replayed);
  expect(await tacit.memories.list({ tag: "user-rule" })).toEqual([]);
  expect(await rules()).not.toContain(RULE);
  place.clock.nowMs += 7_200_000;
  await learn(
    tacit,
    sessionScript("s3", place.clock.nowMs - 60_000)
      .prompt(RULE)
      .end(),
  );
  expect((await tacit.memories.list({ tag: "user-rule" })).map((item) => item.content)).toEqual([
    RULE,
  ]);
});

test("recalls a memory for a prompt that is also a session's goal", async () => {
  const tacit = await makePlace().open();
  const script = sessionScript("s1").prompt(RULE);
  await tacit.sessions.ingest(script.events, "live");
  await tacit.sessions.writeHandoff("s1");
  await tacit.memories.remember({ content: RULE, source: "agent_explicit" });
  const { hits } = await tacit.memories.recall({ query: "pnpm or npm for installs" });
  expect(hits.map((hit) => hit.memory.type)).not.toContain("handoff");
  expect(hits).toHaveLength(1);
});

describe("an export", () => {
  async function exported() {
    const tacit = await makePlace().open();
    const first = await tacit.memories.remember({
      content: PORT,
      source: "agent_explicit",
      files: ["src/server.ts"],
      tags: ["net"],
      triggers: ["preview"],
      externalId: "e1",
      isPinned: true,
    });
    await tacit.memories.remember({ content: RULE, source: "user_taught", scope: "global" });
    await tacit.memories.correct(first.id ?? "", {
      kind: "replace",
      text: PORT.replace("3000", "4173"),
    });
    const third = await tacit.memories.remember({
      content: "Cents are integers, because floats round.",
      source: "agent_explicit",
    });
    await tacit.memories.archive(third.id ?? "");
    return { tacit, document: await tacit.exchange.exportAll() };
  }

  test("imports into an empty store with an identical export, and changes nothing the second time", async () => {
    const { document } = await exported();
    expect(document.memories).toHaveLength(4);
    expect(document.edges.length).toBeGreaterThan(0);
    const other = await makePlace().open({ clock: () => Date.UTC(2027, 0, 1) });
    const copy = JSON.parse(JSON.stringify(document));
    expect(await other.exchange.importExport(copy)).toMatchObject({
      read: 4,
      imported: 4,
      merged: 0,
    });
    const again = await other.exchange.exportAll();
    const home = (all: typeof document.memories) =>
      all.map((memory) => ({ ...memory, projectId: memory.projectId === null ? null : "here" }));
    expect(home(again.memories)).toEqual(home(document.memories));
    expect(again.edges).toEqual(document.edges);
    expect(await other.exchange.importExport(copy)).toMatchObject({ imported: 0, merged: 4 });
    expect(await other.exchange.exportAll()).toEqual(again);
  });

  test("contains no secrets", async () => {
    const { tacit } = await exported();
    await tacit.memories.remember({
      content: "The vault is behind the third painting.",
      source: "user_taught",
      visibility: "secret",
    });
    expect(JSON.stringify(await tacit.exchange.exportAll())).not.toContain("vault");
  });

  test("from elsewhere imports no secrets and no file names outside the project", async () => {
    const { document } = await exported();
    const [memory] = document.memories;
    const evil = {
      ...memory,
      content: `Use ${TOKEN} to log in.`,
      files: ["../../etc/passwd", "/etc/passwd", "ok.ts"],
    };
    const other = await makePlace().open();
    await other.exchange.importExport({ version: 1, memories: [evil] });
    const [read] = await other.memories.list({ state: null, withSuperseded: true });
    expect(read?.files).toEqual(["ok.ts"]);
    expect(read?.content).not.toContain(TOKEN.slice(4));
  });

  test.each([
    ["nothing", null, "input_malformed"],
    ["a list", [], "input_malformed"],
    ["no version", { memories: [] }, "input_malformed"],
    ["a newer version", { version: 99, memories: [] }, "store_newer"],
    [
      "half a memory",
      { version: 1, memories: [{ id: "x", content: "y", type: "fact" }] },
      "input_malformed",
    ],
  ])("is rejected as a whole when it is %s", async (_name, document, code) => {
    const tacit = await makePlace().open();
    const error = await tacit.exchange.importExport(document).catch((item: unknown) => item);
    expect(MemoryError.is(error) ? error.code : error).toBe(code);
    expect(await tacit.memories.list()).toEqual([]);
  });

  test("is rejected as a whole for a single bad memory", async () => {
    const { document } = await exported();
    const other = await makePlace().open();
    const [good, ...rest] = document.memories;
    const bad = { ...good, id: "not an id" };
    await expect(
      other.exchange.importExport({ ...document, memories: [...rest, bad] }),
    ).rejects.toThrow();
    expect(await other.memories.list({ state: null })).toEqual([]);
  });
});

describe("imported lines", () => {
  async function* of(...lines: (object | string)[]) {
    for (const line of lines) yield typeof line === "string" ? line : JSON.stringify(line);
  }

  test("are stored once however often they are imported, and rejections state a reason", async () => {
    const tacit = await makePlace().open();
    const lines = () =>
      of(
        { externalId: "1", content: PORT, createdAt: "2026-01-01" },
        { externalId: "2", content: RULE, scope: "global" },
        "",
        "not json",
        { content: "x", type: "unheard" },
        { content: "looks good" },
        { content: PORT, scope: "galactic" },
        { content: PORT, createdAt: "the other day" },
      );
    const report = await tacit.exchange.importLines(lines(), { isVerbatim: false });
    expect(report).toMatchObject({ read: 7, imported: 2, merged: 0, rejected: 5 });
    expect(report.errors.map((error) => error.line)).toEqual([4, 5, 6, 7, 8]);
    const before = await exportAllOf(tacit);
    expect(await tacit.exchange.importLines(lines(), { isVerbatim: false })).toMatchObject({
      imported: 0,
      merged: 2,
    });
    expect(await exportAllOf(tacit)).toEqual(before);
  });
});

describe("modes", () => {
  const script = () => sessionScript("s1").prompt(RULE).end();

  test.each(["off", "incognito"] as const)(
    "%s: captures nothing and learns nothing",
    async (mode) => {
      const tacit = await makePlace().open();
      await tacit.admin.setMode(mode);
      expect(await learn(tacit, script())).toEqual([]);
      expect(await tacit.memories.list()).toEqual([]);
      expect(await tacit.sessions.events("s1")).toEqual([]);
    },
  );

  test("review: stores everything as a candidate until it is accepted", async () => {
    const tacit = await makePlace().open();
    await tacit.admin.setMode("review");
    await learn(tacit, script());
    expect(await tacit.memories.list()).toEqual([]);
    const [waiting] = await tacit.memories.candidates({ state: "proposed" });
    expect(waiting).toMatchObject({ reason: "awaits_review", content: RULE });
    await tacit.memories.accept(waiting?.id ?? "");
    expect(
      (await tacit.memories.list({ tag: "user-rule" })).map((memory) => memory.content),
    ).toEqual([RULE]);
  });

  test("stores the mode across processes", async () => {
    const place = makePlace();
    await (await place.open()).admin.setMode("review");
    expect(await (await place.open()).admin.mode()).toBe("review");
  });
});

describe("merged projects", () => {
  test("recalls under the new name what was learned under the old one, from both folders", async () => {
    const [here, there] = [makePlace(), makePlace()];
    const old = await here.open();
    await old.memories.remember({ content: PORT, source: "agent_explicit" });
    const now = await there.open({ home: here.home });
    await now.memories.remember({ content: RULE, source: "agent_explicit" });
    await now.admin.mergeProjects(old.identity.id, now.identity.id);
    const again = await here.open();
    expect(again.projectId).toBe(now.projectId);
    for (const tacit of [now, again]) {
      expect((await tacit.memories.list()).map((memory) => memory.content).sort()).toEqual(
        [RULE, PORT].sort(),
      );
    }
    await again.memories.remember({
      content: "Written under the old name since then.",
      source: "agent_explicit",
    });
    expect(await now.memories.list()).toHaveLength(3);
  });

  test("throws project_not_found for an unknown project", async () => {
    const tacit = await makePlace().open();
    await expect(tacit.admin.mergeProjects("p_none", tacit.identity.id)).rejects.toThrow(
      expect.objectContaining({ code: "project_not_found" }),
    );
  });
});

test("stores no secret from any input", async () => {
  const place = makePlace();
  const tacit = await place.open({ env: { MY_API_KEY: "s3cr3t-value-of-mine-42" } });
  const secrets = [TOKEN, "s3cr3t-value-of-mine-42"];
  const text = `Please always log in with ${secrets.join(" and ")} in this repository.`;
  await learn(tacit, sessionScript("s1").prompt(text).shell(`login ${TOKEN}`, text, 1).end());
  await tacit.memories.remember({
    content: text,
    source: "user_taught",
    title: text,
    tags: [TOKEN],
  });
  const db = await place.database();
  for (const table of ["event", "memory", "candidate", "op", "session", "memory_version"]) {
    const rows = JSON.stringify(await db.all(`SELECT * FROM ${table}`));
    for (const secret of secrets) expect(rows, table).not.toContain(secret);
  }
});

test("health: passes every probe on an empty and a filled store, and status counts the contents", async () => {
  const tacit = await makePlace().open();
  expect(
    (await tacit.admin.examine()).filter((check) => !check.ok && check.name !== "disk space"),
  ).toEqual([]);
  await tacit.memories.remember({ content: PORT, source: "agent_explicit" });
  expect(
    (await tacit.admin.examine()).filter((check) => !check.ok && check.name !== "disk space"),
  ).toEqual([]);
  expect(await tacit.admin.status()).toMatchObject({
    project: { mode: "automatic" },
    sessions: 0,
    events: 0,
  });
  expect(await tacit.memories.list()).toHaveLength(1);
});
