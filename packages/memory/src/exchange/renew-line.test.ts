/** Lines imported again: changes in their source, a person's changes, and lines without changes. */
import { renameSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import type { Memory } from "../domain/memory.ts";
import { DAY_MS, makePlace } from "../testing/testing-life.ts";

const NPM = "Use npm, not yarn, to install what the web folder needs.";
const BUN = "Use bun, not yarn, to install what the web folder needs.";
const DENO = "Use deno, not yarn, to install what the web folder needs.";
const OTHER = "The staging database is reset every night at two.";
const line = (content: string, more: object = {}) => ({ externalId: "e1", content, ...more });

async function place(more: { readonly isVerbatim?: boolean } = {}) {
  const made = makePlace();
  const tacit = await made.open({ env: { TACIT_ENCODER: "off" } });
  const take = (...lines: object[]) => {
    async function* texts() {
      for (const item of lines) yield JSON.stringify(item);
    }
    return tacit.exchange.importLines(texts(), {
      isVerbatim: more.isVerbatim === true,
      isTrusted: true,
    });
  };
  const all = () => tacit.memories.list({ state: null, withSuperseded: true });
  const one = async (): Promise<Memory> => {
    const [memory, ...rest] = await all();
    if (memory === undefined || rest.length > 0) throw new Error("not one memory");
    return memory;
  };
  return { ...made, tacit, take, all, one };
}

test.each([false, true])("a changed line changes its memory, verbatim %s", async (isVerbatim) => {
  const { tacit, take, one: item } = await place({ isVerbatim });
  await take(line(NPM, { tags: ["web"] }));
  const before = await item();
  const again = await take(line(BUN, { type: "convention", tags: ["tools"], validUntil: "2027" }));
  expect(again).toMatchObject({ read: 1, imported: 0, merged: 1, corrected: 1, rejected: 0 });
  const after = await item();
  expect(after).toMatchObject({
    id: before.id,
    content: BUN,
    title: BUN,
    type: "convention",
    tags: ["tools"],
    observationCount: 1,
  });
  expect(after.validToMs).not.toBeNull();
  const { versions } = await tacit.memories.story(after.id);
  expect(versions.map(({ change, before: { content } }) => [change, content])).toEqual([
    ["changed at its source", NPM],
  ]);
  expect((await tacit.memories.recall({ query: "bun yarn web folder" })).hits).toHaveLength(1);
  expect(await take(line(DENO))).toMatchObject({ corrected: 1 });
  expect((await item()).content).toBe(DENO);
});

test("a line with another scope changes the same memory to global and back", async () => {
  const { take, one: item } = await place();
  await take(line(NPM));
  const { id, projectId } = await item();
  expect(await take(line(NPM, { scope: "global" }))).toMatchObject({ imported: 0, corrected: 1 });
  expect(await item()).toMatchObject({ id, scope: "global", projectId: null });
  expect(await take(line(NPM))).toMatchObject({ imported: 0, merged: 1, corrected: 0 });
  expect(await take(line(BUN, { scope: "project" }))).toMatchObject({ imported: 0, corrected: 1 });
  expect(await item()).toMatchObject({ id, scope: "project", projectId, content: BUN });
});

test("a line does not narrow the scope that a person has widened", async () => {
  const { tacit, take, one: item } = await place();
  await take(line(NPM, { scope: "project" }));
  const { id } = await item();
  await tacit.memories.edit(id, { scope: "global" });
  await take(line(NPM, { scope: "project" }));
  expect(await item()).toMatchObject({ id, scope: "global" });
});

test("an id of this project does not refer to another project's global memory", async () => {
  const { take, all, open, write, root } = await place();
  await take(line(NPM, { scope: "global" }));
  write("../other/package.json", "{}");
  const other = await open({ cwd: `${root}/../other`, env: { TACIT_ENCODER: "off" } });
  async function* texts() {
    yield JSON.stringify(line(OTHER, { scope: "project" }));
  }
  expect(await other.exchange.importLines(texts(), { isVerbatim: false })).toMatchObject({
    imported: 1,
  });
  expect((await all()).map(({ content }) => content)).toEqual([NPM]);
});

test("importing the same file again changes nothing, whatever its lines were merged into", async () => {
  const { tacit, take, all } = await place();
  await tacit.memories.remember({ content: OTHER, source: "user_taught" });
  // The last of the first two lines wins; the third is known, the fourth has no id.
  const file = [
    line(NPM),
    line(BUN),
    line(OTHER, { externalId: "e2" }),
    { content: "Run the linter with --fix before each commit." },
  ];
  expect(await take(...file)).toMatchObject({ imported: 2, corrected: 1, merged: 2 });
  const before = await all();
  expect(before.map(({ content }) => content)).toContain(BUN);
  expect(await take(...file)).toMatchObject({ imported: 0, corrected: 0, merged: 4, rejected: 0 });
  expect(await all()).toEqual(before);
});

test.each<[string, (of: Awaited<ReturnType<typeof place>>, id: string) => Promise<unknown>]>([
  ["edited", ({ tacit }, id) => tacit.memories.edit(id, { content: OTHER })],
  ["corrected", ({ tacit }, id) => tacit.memories.correct(id, { kind: "replace", text: OTHER })],
  ["called wrong", ({ tacit }, id) => tacit.memories.correct(id, { kind: "wrong" })],
  [
    "set back",
    async ({ tacit, take }, id) => {
      await take(line(BUN));
      return tacit.memories.restore(id, 1);
    },
  ],
])("a memory that a person has %s stays unchanged", async (_how, act) => {
  const here = await place();
  await here.take(line(NPM));
  await act(here, (await here.one()).id);
  const before = await here.all();
  expect(await here.take(line(DENO))).toMatchObject({ merged: 1, corrected: 0 });
  expect(await here.all()).toEqual(before);
});

test("a line also updates time, files and tags, and omitted fields stay", async () => {
  const { take, one: item } = await place();
  await take(line(NPM, { tags: ["web"], files: ["web/a.ts"] }));
  const now = line(NPM, { tags: ["tools"], validUntil: "2027-01" });
  expect(await take(now)).toMatchObject({ corrected: 1 });
  const after = await item();
  expect(after).toMatchObject({ content: NPM, tags: ["tools"], files: ["web/a.ts"] });
  expect(after.validToMs).not.toBeNull();
  expect(await take(now)).toMatchObject({ corrected: 0, merged: 1 });
  expect(await item()).toEqual(after);
});

test("a new start after the old end removes the end", async () => {
  const { take, one: item } = await place();
  await take(line(NPM, { validFrom: "2026-01", validUntil: "2026-02" }));
  await take(line(NPM, { validFrom: "2026-05" }));
  const after = await item();
  expect([new Date(after.validFromMs ?? 0).getMonth(), after.validToMs]).toEqual([4, null]);
});

test("fields changed by a person stay, and the others follow the source", async () => {
  const { tacit, take, one: item } = await place();
  await take(line(NPM, { type: "fact", tags: ["web"] }));
  await tacit.memories.edit((await item()).id, { type: "convention", addTags: ["mine"] });
  expect(await take(line(BUN, { type: "gotcha", tags: ["tools"] }))).toMatchObject({
    corrected: 1,
  });
  expect(await item()).toMatchObject({ content: BUN, type: "convention", tags: ["web", "mine"] });
});

test("a memory without its history and one that was not imported stay unchanged", async () => {
  const there = await place();
  await there.take(line(NPM));
  await there.tacit.memories.edit((await there.one()).id, { content: OTHER });
  const here = await place();
  await here.tacit.exchange.importExport(await there.tacit.exchange.exportAll());
  const taught = { externalId: "e2", source: "user_taught" } as const;
  await here.tacit.memories.remember({ content: "Port 3000 is the proxy's alone.", ...taught });
  const before = await here.all();
  const lines = [line(NPM), line(DENO, { externalId: "e2" })];
  expect(await here.take(...lines)).toMatchObject({ merged: 2, corrected: 0 });
  expect(await here.all()).toEqual(before);
});

test("a changed line restores a faded memory", async () => {
  const { tacit, clock, take, one: item } = await place();
  await take(line(NPM));
  await tacit.memories.archive((await item()).id);
  clock.nowMs += DAY_MS;
  await take(line(NPM));
  expect((await item()).state).toBe("archived");
  await take(line(BUN));
  expect(await item()).toMatchObject({ state: "active", content: BUN, confirmedAtMs: clock.nowMs });
});

test("a forgotten memory is imported again only if it was written since", async () => {
  const { tacit, clock, take, one: item, all } = await place();
  await take({ content: NPM });
  await tacit.memories.forget([(await item()).id]);
  expect(await all()).toEqual([]);
  expect(await take({ content: NPM })).toMatchObject({ imported: 0, rejected: 1 });
  expect(await take({ content: NPM, createdAt: clock.nowMs + 1 })).toMatchObject({ imported: 1 });
});

test("rejects a line that became meaningless, and stores no secret", async () => {
  const { take, one: item } = await place();
  await take(line(NPM));
  expect(await take(line("looks good"))).toMatchObject({ rejected: 1, corrected: 0 });
  const token = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
  await take(line(`${BUN} The token is ${token}.`, { tags: [token] }));
  const memory = await item();
  expect(memory.content).toContain("Use bun");
  expect(JSON.stringify(memory)).not.toContain(token);
});

test("reports how many imported lines are lost if the store is replaced meanwhile", async () => {
  if (process.platform === "win32") return;
  const { home, tacit, all } = await place();
  const path = `${home}/memory.db`;
  async function* texts() {
    for (let i = 0; i < 700; i++) yield JSON.stringify({ content: `Lesson ${i} is about m${i}.` });
    writeFileSync(`${path}.other`, "");
    renameSync(`${path}.other`, path);
  }
  await expect(tacit.exchange.importLines(texts(), { isVerbatim: true })).rejects.toMatchObject({
    code: "store_replaced",
    facts: { reason: expect.stringContaining("the 500 lines imported before are lost") },
  });
  expect(await all()).toHaveLength(500);
});
