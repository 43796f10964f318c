/** A memory that a rule file also states is shown again once the file no longer states it. */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const UTC = "Never store local times, always UTC.";
const PUSH = "- Ask before you push to main.\n";
const BLOCK = `<!-- tacit:begin -->\n## Learned in earlier sessions\n\n- ${UTC}\n<!-- tacit:end -->\n`;

async function taught(files: readonly string[] = []) {
  const place = makePlace();
  const tacit = await place.open();
  await tacit.memories.remember({ content: UTC, source: "user_taught", type: "convention", files });
  let session = 0;
  const isShown = async () => {
    const recipient = { session: `s${session++}`, point: "session_start" } as const;
    return (await tacit.brief.startBlock(recipient)).text.includes(UTC);
  };
  return { place, tacit, isShown };
}

test("the block that Tacit wrote into a file contains no rules", async () => {
  const { place, tacit, isShown } = await taught();
  place.write("CLAUDE.md", `${PUSH}\n${BLOCK}\n- Tests live beside the code, always.\n`);
  const preview = await tacit.exchange.importRules({ isPreview: true });
  expect(preview.rules.map(({ line }) => line)).toEqual([1, 9]);
  expect(await tacit.exchange.importRules({})).toMatchObject({ items: 2, imported: 2, merged: 0 });
  expect(await isShown()).toBe(true);
});

test("an incomplete block of ours hides nothing", async () => {
  const { place, tacit } = await taught();
  for (const half of ["<!-- tacit:begin -->", "<!-- tacit:end -->"]) {
    place.write("CLAUDE.md", `${half}\n${PUSH}`);
    expect(await tacit.exchange.importRules()).toMatchObject({ items: 1 });
  }
});

test("a memory also stated by a file is suppressed and shown again after the file drops it", async () => {
  const { place, tacit, isShown } = await taught(["src/clock.ts"]);
  place.write("src/clock.ts", "export const now = 1;\n");
  place.write("AGENTS.md", `- ${UTC}\n${PUSH}`);
  expect(await tacit.exchange.importRules()).toMatchObject({ imported: 1, merged: 1 });
  expect(await isShown()).toBe(false);
  place.write("AGENTS.md", `- ${UTC}\n`);
  await tacit.exchange.importRules();
  expect(await isShown()).toBe(false);
  place.write("AGENTS.md", PUSH);
  await tacit.exchange.importRules();
  expect(await isShown()).toBe(true);
  const [own] = await tacit.memories.list({ type: "convention", file: "src" });
  expect(own).toMatchObject({ content: UTC, tags: [], files: ["src/clock.ts"] });
});

const UTC_LINE = `- ${UTC}\n`;
const LAYER = "- Use the repository layer for queries.\n";

/** Creates a project with this rule file and imports it. */
async function importedFrom(text: string) {
  const place = makePlace();
  place.write("AGENTS.md", text);
  const tacit = await place.open();
  await tacit.exchange.importRules();
  return { place, tacit };
}

test("a rule that a person changed or pinned stays, whatever its file says later", async () => {
  const { place, tacit } = await importedFrom(
    `${UTC_LINE}${LAYER}- Use 2 spaces for indentation in all files.\n`,
  );
  const find = async (start: string) =>
    (await tacit.memories.list({ tag: "rule-file" })).find(({ content }) =>
      content.startsWith(start),
    );
  await tacit.memories.edit((await find("Never store"))?.id ?? "", { triggers: ["src/time/**"] });
  await tacit.memories.edit((await find("Use the"))?.id ?? "", { isPinned: true });
  await tacit.memories.edit((await find("Use 2"))?.id ?? "", {
    content: "Two spaces, tabs in Makefiles.",
  });
  place.write("AGENTS.md", "- Always write tests for new code.\n");
  place.write("web/AGENTS.md", UTC_LINE);
  expect(await tacit.exchange.importRules()).toMatchObject({ withdrawn: 0, corrected: 0 });
  expect(await find("Never store")).toMatchObject({ triggers: ["src/time/**"] });
  expect(await find("Use the")).toMatchObject({ isPinned: true });
  expect(await find("Two spaces")).toMatchObject({ state: "active" });
});

test("a rule that a person archived or corrected is not restored by a file that still contains it", async () => {
  const { place, tacit } = await importedFrom(`${UTC_LINE}${LAYER}`);
  for (const { id, content } of await tacit.memories.list({ tag: "rule-file" })) {
    if (content.startsWith("Never")) await tacit.memories.archive(id);
    else
      await tacit.memories.correct(id, {
        kind: "replace",
        text: "Queries belong into src/queries.",
      });
  }
  place.write("AGENTS.md", `${UTC_LINE}${LAYER}- Always write tests for new code.\n`);
  expect(await tacit.exchange.importRules()).toMatchObject({ imported: 1, merged: 2 });
  expect((await tacit.memories.list()).map(({ content }) => content).sort()).toEqual([
    "Always write tests for new code.",
    "Queries belong into src/queries.",
  ]);
});
