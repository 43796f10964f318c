/** What is known here already, and a rule file says as well: is it told again once the file does not? */
import { expect, test } from "vitest";
import { makePlace } from "../testing/testing-life.ts";

const UTC = "Never store local times, always UTC.";
const PUSH = "- Ask before you push to main.\n";
const BLOCK = `<!-- tacit:begin -->\n## Learned in earlier sessions\n\n- ${UTC}\n<!-- tacit:end -->\n`;

async function taught(files: readonly string[] = []) {
  const place = makePlace();
  const tacit = await place.open();
  await tacit.remember({ content: UTC, source: "user_taught", type: "convention", files });
  let session = 0;
  const isTold = async () => {
    const teller = { session: `s${session++}`, point: "session_start" } as const;
    return (await tacit.startBlock(teller)).text.includes(UTC);
  };
  return { place, tacit, isTold };
}

test("what we wrote into a file ourselves is no rule of it", async () => {
  const { place, tacit, isTold } = await taught();
  place.write("CLAUDE.md", `${PUSH}\n${BLOCK}\n- Tests live beside the code, always.\n`);
  const preview = await tacit.importRules({ isPreview: true });
  expect(preview.rules.map(({ line }) => line)).toEqual([1, 9]);
  expect(await tacit.importRules({})).toMatchObject({ items: 2, imported: 2, merged: 0 });
  expect(await isTold()).toBe(true);
});

test("half a block of ours hides nothing", async () => {
  const { place, tacit } = await taught();
  for (const half of ["<!-- tacit:begin -->", "<!-- tacit:end -->"]) {
    place.write("CLAUDE.md", `${half}\n${PUSH}`);
    expect(await tacit.importRules()).toMatchObject({ items: 1 });
  }
});

test("while a file says it too it is the file's to tell; taken out of the file, it is ours again", async () => {
  const { place, tacit, isTold } = await taught(["src/clock.ts"]);
  place.write("src/clock.ts", "export const now = 1;\n");
  place.write("AGENTS.md", `- ${UTC}\n${PUSH}`);
  expect(await tacit.importRules()).toMatchObject({ imported: 1, merged: 1 });
  expect(await isTold()).toBe(false);
  place.write("AGENTS.md", `- ${UTC}\n`);
  await tacit.importRules();
  expect(await isTold()).toBe(false);
  place.write("AGENTS.md", PUSH);
  await tacit.importRules();
  expect(await isTold()).toBe(true);
  const [own] = await tacit.list({ type: "convention", file: "src" });
  expect(own).toMatchObject({ content: UTC, tags: [], files: ["src/clock.ts"] });
});
