/** Tests the write path: what is rejected and why, what is merged, what is flagged, and that no secret is stored. */
import { describe, expect, test } from "vitest";
import { restore } from "../../curate/revise/revise.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import { eraseMemory } from "../../store/memories/erase.ts";
import { changeMemory, getMemories, listVersions } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import { PROJECT } from "../../testing/testing-life.ts";
import { writePath } from "../../testing/testing-write-path.ts";
import { admit } from "./admit.ts";
import { guessType } from "./classify.ts";
import type { NewMemory } from "./new-memory.ts";

/** A made-up token in a valid format. */
const TOKEN = `ghp_${"a1B2c3D4e5".repeat(4).slice(0, 36)}`;
const PORT = "The preview server must listen on port 3000 because the proxy expects it.";

/** Long enough that a change of one word makes a near duplicate. */
const LONG =
  "The preview server of our shop panel must always listen on port 3000 of the loopback address because theProxy expects it there and nowhere else.";

describe("white space", () => {
  const YAML =
    "The config must be:\n\n```yaml\nspec:\n  replicas: 2\n  template:\n    metadata: x\n```";

  test.each([
    ["indentation stays", YAML, YAML],
    ["indentation of all lines goes", YAML.replace(/^(?=.)/gm, "    "), YAML],
    [
      "blanks at the ends of lines go",
      `\n ${PORT}  \r\n\t\n\n\nSee a.ts. \n`,
      `${PORT}\n\nSee a.ts.`,
    ],
    ["blanks around one line go", `  ${PORT}\n`, PORT],
  ])("%s", async (_, content, expected) => {
    const { write, read } = await writePath();
    const { id } = await write(content);
    expect((await read(id)).content).toBe(expected);
  });

  test("that differs alone makes no second memory", async () => {
    const { db, write } = await writePath();
    await write(YAML);
    await write(YAML.replaceAll("\n", "\n "));
    expect(await listMemories(db, { projectId: PROJECT })).toHaveLength(1);
  });
});

describe("secrets", () => {
  test("are removed from every field and reported", async () => {
    const { write, read } = await writePath();
    const admission = await write(`Use the token ${TOKEN} only for reading the registry.`, {
      title: `About ${TOKEN}`,
      tags: [TOKEN],
      payload: { fix: { kind: "edit", files: [TOKEN], before: TOKEN, after: "" } },
      triggers: [`use ${TOKEN}`],
    });
    expect(admission.accepted).toBe(true);
    expect(admission.redactions.length).toBeGreaterThan(0);
    expect(JSON.stringify(await read(admission.id))).not.toContain(TOKEN.slice(4));
  });

  test("are also removed from merged input", async () => {
    const { write, read } = await writePath();
    const { id } = await write(PORT);
    const evidence = [{ kind: "user" as const, detail: TOKEN, session: "s", atMs: 0 }];
    await write(PORT, { tags: [TOKEN], evidence, files: [`${TOKEN}.txt`], sessions: ["s2"] });
    expect(JSON.stringify(await read(id))).not.toContain(TOKEN.slice(4));
  });

  test.each([
    ["all_secret", TOKEN],
    ["private", "<private>Nobody is to know that the launch is in May.</private>"],
    ["too_short", "   "],
    ["too_short", "<tacit-memory>- [mem:ab12cd34] a fact that was told</tacit-memory>"],
  ])("verbatim rejects only what must not be stored: %s", async (reason, content) => {
    const { write } = await writePath();
    expect(await write(content, {}, { isVerbatim: true })).toMatchObject({
      accepted: false,
      reason,
    });
  });
});

describe("a statement that is stored already", () => {
  test.each([
    ["word for word", PORT],
    ["in other case and spacing", `  ${PORT.toUpperCase()}  `],
    ["in nearly the same words", PORT.replace("expects it", "expects it so")],
  ])("%s: reinforces the memory instead of storing it twice", async (_name, again) => {
    const { db, place, write, read } = await writePath();
    const first = await write(PORT, { files: ["a.ts"], tags: ["x"], sessions: ["s1"] });
    place.clock.nowMs += 5000;
    const second = await write(again, { files: ["b.ts"], tags: ["y"], sessions: ["s2"] });
    expect(second).toMatchObject({ accepted: true, id: first.id, mergedInto: first.id });
    expect(await read(first.id)).toMatchObject({
      content: PORT,
      observationCount: 2,
      files: ["a.ts", "b.ts"],
      tags: ["x", "y"],
      sessions: ["s1", "s2"],
      confirmedAtMs: place.clock.nowMs,
    });
    expect(await listMemories(db, { projectId: PROJECT })).toHaveLength(1);
  });

  test("by the same session, or the same line imported again, is not a new observation", async () => {
    const { write, read } = await writePath();
    const first = await write(PORT, { sessions: ["s1"], externalId: "e1" });
    await write(PORT, { sessions: ["s1"] });
    await write(PORT, { externalId: "e1" });
    expect(await read(first.id)).toMatchObject({ observationCount: 1, version: 1 });
  });

  test("merges the other fields and reports those it left unchanged", async () => {
    const { write, read } = await writePath();
    const many = Array.from({ length: 30 }, (_, i) => `f${i}.ts`);
    const input = { source: "user_taught", type: "fact", files: many } as const;
    const { id } = await write(PORT, { ...input, errorFingerprint: "aa" });
    const again = { symbols: ["theProxy"], files: ["g.ts"], validToMs: 1, triggers: ["proxy *"] };
    const second = await write(PORT, {
      ...again,
      source: "user_taught",
      type: "gotcha",
      errorFingerprint: "bb",
      visibility: "secret",
    });
    expect(second.left).toEqual(["error", "visibility"]);
    const { files: _files, ...lists } = again;
    expect(await read(id)).toMatchObject({ ...lists, type: "gotcha", errorFingerprint: "aa" });
    expect((await read(id)).files).toEqual([...many, "g.ts"]);
    // A person's statement of the type outweighs that of an agent or a guess.
    expect((await write(PORT, { type: "pattern" })).left).toEqual(["type"]);
    expect((await write(PORT)).left).toEqual([]);
  });

  test("merges what the same session adds later, without a new observation", async () => {
    const { write, read } = await writePath();
    const { id } = await write(PORT, { sessions: ["s1"] });
    const more = { errorFingerprint: "aa", tags: ["x"], validToMs: 5 };
    await write(PORT, { sessions: ["s1"], ...more });
    expect(await read(id)).toMatchObject({ ...more, observationCount: 1, version: 2 });
    await write(PORT, { sessions: ["s1"], ...more });
    expect((await read(id)).version).toBe(2);
  });

  test("flags a contradiction with an active memory when an archived one is restored", async () => {
    const { db, place, write, read } = await writePath();
    const first = await read((await write(PORT)).id);
    await changeMemory(db, first, { ...first, state: "archived" }, "archived", place.moment());
    const other = await write(PORT.replace("3000", "4000"));
    expect((await write(PORT, { sessions: ["s9"] })).contradicts).toBe(other.id);
    for (const id of [first.id, other.id])
      expect(await read(id)).toMatchObject({ state: "active", isDisputed: true });
  });

  test("can be restored to the version before the merge", async () => {
    const { db, place, write, read } = await writePath();
    const first = await write(PORT, { files: ["a.ts"] });
    const before = await read(first.id);
    await write(PORT, { files: ["b.ts"], sessions: ["s2"] });
    const [version] = await listVersions(db, before.id);
    expect(version).toMatchObject({ version: 1, change: "reinforced" });
    const undone = await restore(db, await read(first.id), 1, place.moment());
    expect(undone).toEqual({ ...before, version: 3, updatedAtMs: place.clock.nowMs });
  });

  test.each([
    ["another number", "3000", "4000"],
    ["the opposite", "always", "never"],
    ["another name", "theProxy", "otherProxy"],
    ["another subject", "shop", "billing"],
  ])(
    "is not merged when it names %s, though all other words are equal",
    async (_name, from, to) => {
      const { write } = await writePath();
      await write(LONG);
      expect((await write(LONG.replace("of the loop", "on the loop"))).mergedInto).not.toBeNull();
      expect(await write(LONG.replace(from, to))).toMatchObject({
        accepted: true,
        mergedInto: null,
      });
    },
  );

  test("is merged when only a conjunction and the punctuation differ", async () => {
    const { write } = await writePath();
    await write(LONG);
    const again = await write(LONG.replace(" because", ", since").replace(/\.$/, "!"));
    expect(again.mergedInto).not.toBeNull();
  });

  test("is merged when Tacit words one it has inferred, though a word is another", async () => {
    const { write } = await writePath();
    await write(LONG);
    const inferred = await write(LONG.replace("shop", "store"), { source: "observer_inferred" });
    expect(inferred.mergedInto).not.toBeNull();
  });

  test.each([
    ["number", "3000", "4000"],
    ["name", "theProxy", "otherProxy"],
  ])(
    "is not merged when it names another %s, also if Tacit inferred it",
    async (_name, from, to) => {
      const { write } = await writePath();
      await write(LONG);
      const inferred = await write(LONG.replace(from, to), { source: "observer_inferred" });
      expect(inferred).toMatchObject({ accepted: true, mergedInto: null });
    },
  );

  test("merges into a global memory, and stores a global statement once", async () => {
    const { write, read } = await writePath();
    const global = await write(PORT, { scope: "global", externalId: "e1" });
    expect((await read(global.id)).projectId).toBeNull();
    expect((await write(PORT)).mergedInto).toBe(global.id);
    expect((await write(PORT, { scope: "global", externalId: "e1" })).mergedInto).toBe(global.id);
  });
});

describe("taint", () => {
  const tainted = { isTainted: true, source: "observer_inferred", confidence: 0.8 } as const;

  test("lowers the confidence and requires review until a clean source confirms the memory", async () => {
    const { write, read } = await writePath();
    const { id } = await write(PORT, { ...tainted, sessions: ["s1"] });
    expect(await read(id)).toMatchObject({ isTainted: true, needsReview: true });
    expect((await read(id)).confidence).toBeCloseTo(0.56);
    await write(PORT, { source: "observer_inferred", confidence: 0.8, sessions: ["s2"] });
    expect(await read(id)).toMatchObject({ isTainted: false, needsReview: false, confidence: 0.8 });
  });

  test("remains when a tainted source repeats it, which adds no confidence", async () => {
    const { write, read } = await writePath();
    const { id } = await write(PORT, { ...tainted, sessions: ["s1"] });
    await write(PORT, { ...tainted, sessions: ["s2"] });
    expect(await read(id)).toMatchObject({ isTainted: true, needsReview: true });
    expect((await read(id)).confidence).toBeCloseTo(0.56);
  });

  test("is not added to a clean memory", async () => {
    const { write, read } = await writePath();
    const { id } = await write(PORT, { sessions: ["s1"] });
    await write(PORT, { ...tainted, sessions: ["s2"] });
    expect(await read(id)).toMatchObject({ isTainted: false, needsReview: false });
  });
});

describe("a forgotten memory", () => {
  async function forgotten(more: Partial<NewMemory> = {}) {
    const path = await writePath();
    const memory = await path.read((await path.write(PORT, more)).id);
    await eraseMemory(path.db, memory, path.place.moment());
    return path;
  }
  const evidence = (atMs: number) => ({
    source: "user_taught" as const,
    evidence: [{ kind: "user" as const, detail: "said so", session: "s1", atMs }],
  });

  test("is not learned again", async () => {
    const { write } = await forgotten();
    const refused = { accepted: false, reason: "forgotten" };
    expect(await write(PORT, { source: "observer_inferred" })).toMatchObject(refused);
  });

  test("of scope global is not learned again for every project", async () => {
    const { write } = await forgotten({ scope: "global" });
    const again = { source: "observer_inferred", scope: "global" } as const;
    expect(await write(PORT, again)).toMatchObject({ accepted: false, reason: "forgotten" });
  });

  test("of scope global is not learned again in another project", async () => {
    const { db, place } = await forgotten({ scope: "global" });
    const again = { content: PORT, source: "observer_inferred", scope: "global" } as const;
    const other = "p_other" as ProjectId;
    expect(await admit(db, other, again, { redaction: {} }, place.moment())).toMatchObject({
      accepted: false,
      reason: "forgotten",
    });
  });

  test("comes back when a user teaches it", async () => {
    const { write } = await forgotten();
    expect((await write(PORT, { source: "user_taught" })).accepted).toBe(true);
  });

  test.each([
    ["an import", undefined, false],
    ["an import of what was written before", -1, false],
    ["an import of what was written since", 1, true],
  ] as const)("%s: restored %s", async (_name, laterMs, isBack) => {
    const { place, write } = await forgotten();
    const createdAtMs = laterMs === undefined ? undefined : place.clock.nowMs + laterMs;
    const again = { source: "imported", createdAtMs } as const;
    expect((await write(PORT, again)).accepted).toBe(isBack);
  });

  test("comes back when the user states it again, not when the old session is read again", async () => {
    const { place, write } = await forgotten();
    const nowMs = place.clock.nowMs;
    expect((await write(PORT, evidence(nowMs - 1))).reason).toBe("forgotten");
    expect((await write(PORT, evidence(nowMs + 1))).accepted).toBe(true);
  });
});

describe("a corrected memory", () => {
  async function corrected(tag?: string) {
    const path = await writePath();
    const memory = await path.read((await path.write(PORT)).id);
    const after =
      tag === undefined
        ? { ...memory, supersededBy: "m2" as MemoryId }
        : { ...memory, state: "archived" as const, tags: [tag] };
    await changeMemory(path.db, memory, after, "corrected", path.place.moment());
    return { ...path, id: memory.id };
  }

  test.each([[undefined], ["wrong"], ["outdated"]])(
    "stays corrected when it is seen again (%s), unless the user states it",
    async (tag) => {
      const { write, read, id } = await corrected(tag);
      for (const source of ["observer_inferred", "agent_explicit"] as const) {
        expect(await write(PORT, { source, sessions: ["s9"] })).toMatchObject({
          accepted: false,
          reason: "corrected",
        });
      }
      expect((await read(id)).version).toBe(2);
      expect((await write(PORT, { source: "user_taught" })).accepted).toBe(true);
      expect(await read(id)).toMatchObject({ state: "active", supersededBy: null, tags: [] });
    },
  );

  test("comes back when it was archived by time alone and is seen again", async () => {
    const { write, read, id } = await corrected("old");
    expect((await write(PORT, { sessions: ["s9"] })).mergedInto).toBe(id);
    expect((await read(id)).state).toBe("active");
  });
});

describe("stricter and looser options", () => {
  test.each([
    ["gotcha", true],
    ["decision", true],
    ["convention", true],
    ["pattern", true],
    ["correction", true],
    ["fact", false],
    ["preference", false],
  ] as const)("strict accepts a %s: %s", async (type, expected) => {
    const { write } = await writePath();
    expect((await write(PORT, { type }, { isStrict: true })).accepted).toBe(expected);
  });

  test("verbatim stores any length, near duplicates and spaces unchanged", async () => {
    const { db, write, read } = await writePath();
    const verbatim = { isVerbatim: true };
    const first = await write("ok  then", {}, verbatim);
    expect((await read(first.id)).content).toBe("ok  then");
    await write(PORT, {}, verbatim);
    await write(PORT.replace("expects it", "expects it so"), {}, verbatim);
    await write("x".repeat(20_000), {}, verbatim);
    expect((await write(PORT, {}, verbatim)).mergedInto).not.toBeNull();
    expect(await listMemories(db, { projectId: PROJECT })).toHaveLength(4);
  });

  test("a person's approval bypasses the noise gate and an earlier forget", async () => {
    const { write } = await writePath();
    const input = { source: "observer_inferred" } as const;
    expect((await write("Something there happened.", input, { isVouched: true })).accepted).toBe(
      true,
    );
  });
});

test.each([
  ["We decided to use SQLite for the store.", "decision"],
  ["Tried the old driver but it leaks.", "dead_end"],
  ["Beware: the cache is per process.", "gotcha"],
  ["I prefer short commit messages.", "preference"],
  ["To build the panel, run `npm run panel`.", "workflow_recipe"],
  ["The header is required to be first.", "requirement"],
  ["The moon is round.", "fact"],
])("guesses the type of %s: %s", (content, expected) => expect(guessType(content)).toBe(expected));

test("finds no memory for an unknown id", async () => {
  const { db } = await writePath();
  expect(await getMemories(db, ["none" as MemoryId])).toEqual([]);
});
