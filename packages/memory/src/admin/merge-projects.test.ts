/** A folder that merely names a known remote is shown nothing and joins the project only when a person confirms it. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readModeMarker, stricterMode } from "@tacit-memory/project";
import { expect, test } from "vitest";
import { setOption } from "../config/change-config.ts";
import { layersFor, readUserConfig } from "../config/config-files.ts";
import { git } from "../testing/testing-git.ts";
import { makePlace, sessionScript } from "../testing/testing-life.ts";

const DOOR = "The deploy of the app needs the bastion at 10.9.8.7 behind the blue door.";
const MINE = "The parser of this folder reads its rules from rules.txt only.";

test("a spoofed remote neither reads nor writes the project until a person joins the two", async () => {
  const { root: base, home, open } = makePlace();
  const folder = (name: string) => {
    const at = join(base, name);
    mkdirSync(at);
    git(at, "init", "-q", "-b", "main");
    writeFileSync(join(at, "a.txt"), name);
    git(at, "add", "-A");
    git(at, "commit", "-qm", "first");
    appendFileSync(join(at, ".git/config"), '[remote "origin"]\n\turl = https://x.org/v/p\n');
    return at;
  };
  mkdirSync(home, { recursive: true });
  const original = await open({ cwd: folder("known") });
  await original.memories.remember({ content: DOOR, source: "user_taught", isPinned: true });
  const at = folder("spoof");
  const spoof = await open({ cwd: at });
  const start = { session: "s", point: "session_start" } as const;
  expect((await spoof.brief.startBlock(start, {})).text).toBe("");
  expect((await spoof.memories.recall({ query: DOOR })).hits).toEqual([]);
  expect((await spoof.admin.status()).degraded.join()).toContain(
    "tacit projects merge . x.org/v/p",
  );
  await spoof.admin.mergeProjects(spoof.identity.id, original.identity.id);
  const joined = await open({ cwd: at });
  expect((await joined.admin.status()).degraded.join()).not.toContain("a separate project");
  await joined.memories.remember({ content: MINE, source: "user_taught" });
  expect((await joined.brief.startBlock(start, {})).text).toContain("bastion");
  expect((await original.memories.list()).map(({ content }) => content).sort()).toEqual(
    [DOOR, MINE].sort(),
  );
});

test.each([
  ["automatic", "incognito"],
  ["off", "automatic"],
  ["automatic", "automatic"],
] as const)(
  "merging %s into %s: both folders have the stricter mode, for hooks too",
  async (one, other) => {
    const { root: base, home, open } = makePlace();
    const [from, to] = ["from", "to"].map((name) => join(base, name));
    for (const [at = "", mode] of [
      [from, one],
      [to, other],
    ] as const) {
      mkdirSync(at);
      await (await open({ cwd: at })).admin.setMode(mode);
    }
    const target = await open({ cwd: to ?? "" });
    const source = await open({ cwd: from ?? "" });
    const merged = await target.admin.mergeProjects(source.projectId, target.projectId);
    const expected = stricterMode(one, other);
    expect(merged.mode).toBe(expected);
    for (const { identity } of [source, target]) {
      expect(readModeMarker(home, identity) ?? "automatic").toBe(expected);
      expect(await (await open({ cwd: identity.root })).admin.mode()).toBe(expected);
    }
    await (await open({ cwd: from ?? "" })).admin.setMode("automatic");
    for (const { identity } of [source, target]) expect(readModeMarker(home, identity)).toBeNull();
  },
);

test("a project without options of its own gets those of the project merged into it", async () => {
  const { root: base, home, open } = makePlace();
  const [from, to] = ["from", "to"].map((name) => join(base, name));
  for (const at of [from, to]) mkdirSync(at ?? "");
  const source = await open({ cwd: from ?? "" });
  const target = await open({ cwd: to ?? "" });
  setOption({ home, name: "trust", project: source.identity }, "L1");
  for (const tacit of [source, target])
    await tacit.memories.remember({ content: MINE, source: "user_taught" });
  await target.admin.mergeProjects(source.projectId, target.projectId);
  expect(layersFor(readUserConfig(home), target.identity).project).toEqual({ trust: "L1" });
});

test("an import into a merged project goes to the project it was merged into", async () => {
  const { root: base, home, open } = makePlace();
  const folder = (name: string) => {
    const at = join(base, name);
    mkdirSync(at);
    return at;
  };
  const [from, to] = [folder("from"), folder("to")];
  const old = await open({ home, cwd: from });
  await old.memories.remember({ content: DOOR, source: "user_taught" });
  const target = await open({ home, cwd: to });
  await target.memories.remember({ content: MINE, source: "user_taught" });
  await target.admin.mergeProjects(old.identity.id, target.identity.id);
  const project = old.identity.canonical;
  const { events } = sessionScript("s1").prompt("From now on always use tabs in Makefiles.").end();
  await target.sessions.ingest(
    events.map((event) => ({ ...event, project })),
    "transcript",
  );
  async function* lines() {
    yield JSON.stringify({
      content: "The printer needs Java 21, it fails with 17.",
      externalId: "e",
    });
  }
  await (await open({ home, cwd: from })).exchange.importLines(lines(), { isVerbatim: false });
  const here = await open({ home, cwd: to });
  expect((await here.admin.projects()).map(({ canonical }) => canonical)).toEqual([
    target.identity.canonical,
  ]);
  expect((await here.memories.list()).map(({ projectId }) => projectId)).toEqual(
    Array(3).fill(target.identity.id),
  );
  expect((await here.admin.status()).sessions).toBe(1);
});
