/** Tests that a memory of one project that is then stated for every project stays a single memory. */
import { describe, expect, test } from "vitest";
import { restore } from "../../curate/revise/revise.ts";
import type { MemoryId, ProjectId } from "../../domain/ids.ts";
import { getMemory } from "../../store/memories/memories.ts";
import { openTestStore, PROJECT } from "../../testing/testing-life.ts";
import { admit } from "./admit.ts";
import type { NewMemory } from "./new-memory.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";

async function writePath() {
  const { db, place } = await openTestStore();
  const write = (content: string, overrides: Partial<NewMemory> = {}, project = PROJECT) =>
    admit(
      db,
      project,
      { content, source: "agent_explicit", ...overrides },
      { redaction: {} },
      place.moment(),
    );
  const read = (id: MemoryId | null) => getMemory(db, id ?? "");
  return { db, place, write, read };
}

describe("a memory of this project that is stated for every project", () => {
  const PEOPLE = { source: "user_taught" } as const;

  test("no longer belongs to an agent", async () => {
    const { write, read } = await writePath();
    const { id } = await write(PORT, { scope: "agent", scopeOwner: "codex" });
    await write(PORT, { ...PEOPLE, scope: "global" });
    expect(await read(id)).toMatchObject({ scope: "global", scopeOwner: null });
  });

  test("becomes one global memory that keeps all its data", async () => {
    const { db, place, write, read } = await writePath();
    const stored = await write(PORT, { ...PEOPLE, files: ["vite.config.ts"], isStaged: true });
    const wider = await write(PORT, { ...PEOPLE, scope: "global" });
    expect(wider).toMatchObject({ id: stored.id, mergedInto: stored.id, left: [] });
    expect(await read(stored.id)).toMatchObject({
      projectId: null,
      scope: "global",
      isStaged: false,
      files: ["vite.config.ts"],
      observationCount: 2,
    });
    const again = await write(PORT, PEOPLE, "other" as ProjectId);
    expect(again.mergedInto).toBe(stored.id);
    await restore(db, await read(stored.id), 1, place.moment());
    expect(await read(stored.id)).toMatchObject({ projectId: PROJECT, scope: "project" });
  });

  test("becomes global also in the session in which it was stated", async () => {
    const { write, read } = await writePath();
    const { id } = await write(PORT, { sessions: ["s1"] });
    expect(await write(PORT, { ...PEOPLE, sessions: ["s1"], scope: "global" })).toMatchObject({
      id,
    });
    expect((await read(id)).scope).toBe("global");
  });

  test.each([
    ["a person's word", PEOPLE],
    ["an agent's word", {}],
  ])(
    "stays in the project when only an agent extends %s, and reports that",
    async (_name, source) => {
      const { write, read } = await writePath();
      const stored = await write(PORT, source);
      const result = await write(PORT, { scope: "global" });
      expect(result).toMatchObject({ mergedInto: stored.id, left: ["scope"] });
      expect((await read(stored.id)).scope).toBe("project");
    },
  );

  test("stays global when it is stated for the project again", async () => {
    const { write, read } = await writePath();
    const { id } = await write(PORT, { ...PEOPLE, scope: "global" });
    expect(await write(PORT, { ...PEOPLE, scope: "project" })).toMatchObject({ left: ["scope"] });
    expect((await read(id)).scope).toBe("global");
  });
});
