/** Tests that a memory of scope global is shown in every project, whatever one project has linked it to. */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const RULE = "Always install packages with pnpm, never with npm.";

async function taughtEverywhere(files: readonly string[]) {
  const place = makePlace();
  place.write("src/a.ts", "export const a = 1;\n");
  const here = await place.open();
  const { id } = await here.memories.remember({
    content: RULE,
    source: "user_taught",
    scope: "global",
    files: [...files],
  });
  const other = join(place.root, "..", "other");
  mkdirSync(other);
  const elsewhere = async () => {
    const tacit = await place.open({ cwd: other });
    const start = await tacit.brief.startBlock({ session: "s", point: "session_start" });
    const { hits } = await tacit.memories.recall({ query: RULE });
    const ids = start.shown.map((shownItem) => shownItem.id);
    return { isShown: ids.includes(id ?? ""), freshness: hits[0]?.freshness };
  };
  return { place, here, id: id ?? "", elsewhere };
}

test("does not report a file of one project as gone in another", async () => {
  const { elsewhere } = await taughtEverywhere(["src/a.ts"]);
  expect(await elsewhere()).toEqual({ isShown: true, freshness: "unanchored" });
});

test("links the memory to nothing when a rule file of one project states the same", async () => {
  const { place, here, id, elsewhere } = await taughtEverywhere([]);
  place.write("CLAUDE.md", `# Rules\n\n- ${RULE}\n`);
  expect(await here.exchange.importRules()).toMatchObject({ imported: 0, merged: 1 });
  expect(await here.memories.get(id)).toMatchObject({ scope: "global", tags: [], files: [] });
  expect((await elsewhere()).isShown).toBe(true);
});
