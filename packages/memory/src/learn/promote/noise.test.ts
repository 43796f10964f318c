/** Tests what is too little, too much or of no use for a memory. */
import { describe, expect, test } from "vitest";
import { listMemories } from "../../store/memories/memory-lists.ts";
import { PROJECT } from "../../testing/testing-life.ts";
import { writePath } from "../../testing/testing-write-path.ts";
import { noiseReason } from "./noise.ts";

const PORT =
  "The preview server of our shop panel must always listen on port 3000 of the loopback address because theProxy expects it there and nowhere else.";

describe("the noise gate", () => {
  test.each([
    ["too_short", "Too short"],
    ["too_long", `It must not be longer because ${"word ".repeat(250)}`],
    ["code_derivable", "diff --git a/x.ts b/x.ts\n--- a/x.ts\n+++ b/x.ts\n@@ -1,2 +1,2 @@"],
    ["code_derivable", "src/a.ts\nsrc/b.ts\nsrc/c/d.ts"],
    [
      "code_derivable",
      "Error: x\n  at a (/x/a.js:1:2)\n  at b (/x/b.js:3:4)\n  at c (/x/c.js:5:6)",
    ],
    [
      "code_derivable",
      "commit 0123456789012345678901234567890123456789\nAuthor: A B <a@example.org>",
    ],
    ["low_value", "All tests passed."],
    ["low_value", "task is complete"],
    ["low_value", "looks good"],
    ["low_quality", "Something there happened."],
    [null, "Run `npm run build` before the end-to-end tests, otherwise they use old bundles."],
    [null, PORT],
  ])("%s", (expected, content) => expect(noiseReason(content)).toBe(expected));

  test.each([
    "Install dependencies with pnpm",
    "We deploy with Terraform",
    "The CI runs on Ubuntu",
  ])("lets a person state something short: %s", (content) => {
    expect(noiseReason(content, true)).toBeNull();
    expect(noiseReason(content)).toBe("low_quality");
  });

  test("what a person states must still say something", () => {
    expect(noiseReason("Something there happened.", true)).toBe("low_quality");
  });

  test("what a person states is stored", async () => {
    const { write } = await writePath();
    const content = "We deploy with Terraform";
    expect((await write(content, { source: "user_taught" })).accepted).toBe(true);
    expect(await write("We release with Jenkins", { source: "agent_explicit" })).toMatchObject({
      accepted: false,
      reason: "low_quality",
    });
  });

  test("returns the reason and writes nothing", async () => {
    const { db, write } = await writePath();
    expect(await write("looks good")).toMatchObject({
      accepted: false,
      id: null,
      reason: "low_value",
    });
    expect(await listMemories(db, { projectId: PROJECT })).toEqual([]);
  });
});
