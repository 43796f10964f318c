/** Tests that memories that cannot both be right are flagged, and memories that can are not. */
import { describe, expect, test } from "vitest";
import type { MemoryId } from "../../domain/ids.ts";
import { listEdges } from "../../store/memories/edges.ts";
import { changeMemory } from "../../store/memories/memories.ts";
import { writePath } from "../../testing/testing-write-path.ts";

const PORT = "The preview server must listen on port 3000 because the proxy expects it.";

describe("contradiction", () => {
  test.each([
    ["another value", PORT.replace("3000", "4000")],
    ["the opposite", PORT.replace("must listen", "must never listen")],
  ])("flags both and supersedes neither: %s", async (_name, other) => {
    const { db, write, read } = await writePath();
    const first = await write(PORT);
    const second = await write(other);
    expect(second.contradicts).toBe(first.id);
    for (const { id } of [first, second]) {
      expect(await read(id)).toMatchObject({
        isDisputed: true,
        needsReview: true,
        supersededBy: null,
        state: "active",
      });
    }
    expect(await listEdges(db, second.id as MemoryId)).toMatchObject([{ type: "contradicts" }]);
  });

  test.each([
    ["PORT", PORT, PORT.replace("3000", "4000")],
    ["a negation", PORT, PORT.replace("must listen", "must never listen")],
  ])(
    "leaves a rule that the user verified in use, and flags what an agent states: %s",
    async (_name, one, other) => {
      const { write, read } = await writePath();
      const first = await write(one, { source: "user_taught", standing: "verified" });
      const second = await write(other, { source: "agent_explicit" });
      expect(second.contradicts).toBe(first.id);
      expect(await read(first.id)).toMatchObject({ isDisputed: false, needsReview: false });
      expect(await read(second.id)).toMatchObject({ isDisputed: true, needsReview: true });
    },
  );

  test("puts neither in doubt until the branch of one of them is merged", async () => {
    const { db, write, read } = await writePath();
    const first = await write(PORT);
    const staged = { branch: "topic", isStaged: true };
    const second = await write(PORT.replace("3000", "4000"), staged);
    expect(second.contradicts).toBe(first.id);
    expect(await listEdges(db, second.id as MemoryId)).toMatchObject([{ type: "contradicts" }]);
    for (const { id } of [first, second])
      expect(await read(id)).toMatchObject({ isDisputed: false, needsReview: false });
  });

  test("is not detected between a statement for every project and one of this project", async () => {
    const { write, read } = await writePath();
    const first = await write(PORT);
    const second = await write(PORT.replace("3000", "4000"), { scope: "global" });
    expect(second).toMatchObject({ contradicts: null, mergedInto: null });
    expect(await read(first.id)).toMatchObject({ isDisputed: false });
  });

  const SETTING =
    "Set `EU_GATEWAY_URL` to the internal address before you run the integration tests, because the public address is behind the firewall.";
  test.each([
    [
      "a denial of the alternative",
      "Use `bun run migrate` for database migrations.",
      "Database migrations are applied by `bun run migrate`, never by hand.",
    ],
    [
      "a way to follow the ban",
      "Do not commit files in `tmp/clones`.",
      "Before you commit, remove the files in `tmp/clones` first.",
    ],
  ])("is not detected in %s", async (_name, one, other) => {
    const { write } = await writePath();
    await write(one);
    expect(await write(other)).toMatchObject({ contradicts: null });
  });

  test.each([
    ["settings", SETTING, SETTING.replace("EU_", "US_")],
    ["settings, one negated", SETTING, SETTING.replace("EU_", "US_").replace("Set", "Never set")],
    [
      "variables",
      "`api_host` must be an address without a port.",
      "`db_host` must be an address without a port.",
    ],
  ])("is not detected between two %s", async (_name, one, other) => {
    const { write } = await writePath();
    await write(one);
    expect(await write(other)).toMatchObject({ contradicts: null, mergedInto: null });
  });

  test.each([["in another file", { files: ["x.ts"] }, { files: ["y.ts"] }]])(
    "is not detected %s",
    async (_name, one, other) => {
      const { write } = await writePath();
      await write(PORT, one);
      expect((await write(PORT.replace("3000", "4000"), other)).contradicts).toBeNull();
    },
  );

  test.each([
    [
      "of two services",
      "The API server of billing listens on port 8080.",
      "The API server of search listens on port 9090.",
    ],
    [
      "of two workers",
      "Worker w1 of the queue needs 511 MB.",
      "Worker w2 of the queue needs 512 MB.",
    ],
    ["of two records", "ADR 12 is implemented in PR 340.", "ADR 13 is implemented in PR 351."],
    [
      "of two shards",
      "Shard 1 lives on database host db-11.",
      "Shard 2 lives on database host db-12.",
    ],
    [
      "of two steps",
      "The retry limit for step 1 is 5 seconds.",
      "The retry limit for step 2 is 9 seconds.",
    ],
    ["of two versions", "Python 3.11 images use Debian 12.", "Python 3.12 images use Debian 13."],
    [
      "of two kinds, one negated",
      "Don't write unit tests for simple, tautological things.",
      "Write unit tests for things with complicated logic.",
    ],
  ])(
    "is not detected between different subjects with different values: %s",
    async (_name, one, other) => {
      const { write, read } = await writePath();
      const first = await write(one);
      const second = await write(other);
      expect(second.contradicts).toBeNull();
      for (const { id } of [first, second])
        expect(await read(id)).toMatchObject({ isDisputed: false, needsReview: false });
    },
  );

  test.each([
    [
      "with two values",
      "The gateway waits 5 seconds and tries 3 times.",
      "The gateway waits 10 seconds and tries 4 times.",
    ],
    [
      "in other words",
      "The preview server listens on port 3000.",
      "The preview server uses port 4000.",
    ],
    [
      "of code names",
      "Lists are cut by `cutAt` in the parser.",
      "Lists are cut by `trimTo` in the parser.",
    ],
  ])("is detected between statements %s", async (_name, one, other) => {
    const { write } = await writePath();
    const first = await write(one);
    expect((await write(other)).contradicts).toBe(first.id);
  });

  test("is detected between notes that agents recorded, and not between counted observations", async () => {
    const { write } = await writePath();
    const note = { source: "observer_inferred", tags: ["agent-note"] } as const;
    const first = await write("The staging port in deploy/staging.yml is 7781.", note);
    const second = await write("The staging port in deploy/staging.yml is 7784.", note);
    expect(second.contradicts).toBe(first.id);
    const counted = { source: "observer_inferred" } as const;
    await write("The release job in ci/release.yml takes 12 minutes.", counted);
    const other = await write("The release job in ci/release.yml takes 15 minutes.", counted);
    expect(other.contradicts).toBeNull();
  });

  test("is not detected with an archived memory", async () => {
    const { db, place, write, read } = await writePath();
    const first = await read((await write(PORT)).id);
    await changeMemory(db, first, { ...first, state: "archived" }, "archived", place.moment());
    expect((await write(PORT.replace("3000", "4000"))).contradicts).toBeNull();
  });
});
