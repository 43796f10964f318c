/** A hook that asks about a renamed file finds memories anchored to its old name. */
import { mkdirSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../testing/testing-git.ts";
import { makePlace } from "../testing/testing-life.ts";

const FILE = "Prices are in cents everywhere, and never rounded before the sum.";
const FOLDER = "What lies here is shared with the shop, and released with it.";
const BODY = Array.from({ length: 20 }, (_, i) => `export const rate${i} = ${i};\n`).join("");
const CHANGED = `${BODY}export const more = 1;\n`;

async function taught() {
  const place = makePlace();
  place.write("lib/tax/price.ts", BODY);
  place.write("lib/tax/plain.ts", "export const plain = 'is what it always was';\n");
  git(place.root, "init");
  git(place.root, "add", ".");
  git(place.root, "commit", "-m", "first");
  const tacit = await place.open();
  await tacit.memories.remember({
    content: FILE,
    files: ["lib/tax/price.ts"],
    source: "user_taught",
  });
  await tacit.memories.remember({ content: FOLDER, files: ["lib/tax"], source: "user_taught" });
  let sessions = 0;
  const readShown = async (file: string) => {
    const use = { files: [file], error: null };
    const { text } = await tacit.brief.toolBlock({ session: `s${sessions++}`, point: "tool" }, use);
    return [FILE, FOLDER].filter((content) => text.includes(content));
  };
  const move = (from: string, to: string) => {
    mkdirSync(join(place.root, to, ".."), { recursive: true });
    renameSync(join(place.root, from), join(place.root, to));
  };
  const commit = () => {
    git(place.root, "add", ".");
    git(place.root, "commit", "-m", "moved");
  };
  const write = (path: string, text: string) => writeFileSync(join(place.root, path), text);
  return { root: place.root, tacit, readShown, move, commit, write };
}

test("a file renamed, changed and committed is found after git was asked", async () => {
  const { root, tacit, readShown, move, commit, write } = await taught();
  move("lib", "packages");
  write("packages/tax/price.ts", CHANGED);
  commit();
  expect(await readShown("packages/tax/price.ts")).toEqual([]);
  await tacit.brief.lookAtGit();
  expect(await readShown("packages/tax/price.ts")).toEqual([FILE, FOLDER]);
  expect(await readShown("packages/tax/plain.ts")).toEqual([FOLDER]);
  git(root, "checkout", "HEAD~1");
  expect(await readShown("lib/tax/price.ts")).toEqual([FILE, FOLDER]);
});

test("a memory whose code was deleted is not shown after git was asked, until the code is back", async () => {
  const { root, tacit, commit, write } = await taught();
  const rest = "export const cents = 1;\n";
  write("lib/money.ts", `export function allocate() {\n  return [34, 33, 33];\n}\n\n${rest}`);
  commit();
  const content = "`allocate` gives the rest to the first parts; the tax office checks the order.";
  await tacit.memories.remember({ content, source: "user_taught", files: ["lib/money.ts"] });
  let sessions = 0;
  const isShown = async () => {
    const session = `start${sessions++}`;
    const at = { session, point: "session_start" } as const;
    const use = { files: ["lib/money.ts"], error: null };
    const blocks = [
      await tacit.brief.startBlock(at, {}),
      await tacit.brief.toolBlock({ session: `${session}-read`, point: "tool" }, use),
    ];
    return blocks.map(({ text }) => text.includes(content));
  };
  expect(await isShown()).toEqual([true, true]);
  write("lib/money.ts", rest);
  commit();
  await tacit.brief.lookAtGit();
  expect(await isShown()).toEqual([false, false]);
  git(root, "checkout", "HEAD~1");
  expect(await isShown()).toEqual([true, true]);
});

test("a memory whose code moved to another folder is still shown after git was asked", async () => {
  const { tacit, commit, write, move } = await taught();
  const code = "export function allocate() {\n  return [34, 33, 33];\n}\n";
  write("lib/money.ts", `${code}\nexport const cents = 1;\n`);
  commit();
  const content = "`allocate` gives the rest to the first parts; the tax office checks the order.";
  await tacit.memories.remember({ content, source: "user_taught", files: ["lib/money.ts"] });
  write("lib/money.ts", "export const cents = 1;\n");
  move("lib/tax/plain.ts", "src/deep/plain.ts");
  write("src/deep/parts.ts", code);
  commit();
  await tacit.brief.lookAtGit();
  const { text } = await tacit.brief.startBlock({ session: "s", point: "session_start" }, {});
  expect(text).toContain(content);
});

test("a file renamed without a commit is found by content", async () => {
  const { readShown, move } = await taught();
  move("lib/tax/price.ts", "src/cents.ts");
  expect(await readShown("src/cents.ts")).toEqual([FILE]);
});

test("a new file under the old name takes precedence", async () => {
  const { tacit, readShown, move, commit, write } = await taught();
  move("lib/tax/price.ts", "src/cents.ts");
  write("src/cents.ts", CHANGED);
  commit();
  await tacit.brief.lookAtGit();
  expect(await readShown("src/cents.ts")).toEqual([FILE]);
  write("lib/tax/price.ts", BODY);
  expect(await readShown("src/cents.ts")).toEqual([]);
  expect(await readShown("lib/tax/price.ts")).toEqual([FILE, FOLDER]);
});

test("asks git once per commit for a file it does not find, and finds it at the next commit", async () => {
  const { root, tacit, readShown, move, commit, write } = await taught();
  move("lib/tax/price.ts", "src/cents.ts");
  write("src/cents.ts", CHANGED);
  // Not staged yet: to git the file is deleted.
  await tacit.brief.lookAtGit();
  git(root, "add", ".");
  await tacit.brief.lookAtGit();
  expect(await readShown("src/cents.ts")).toEqual([]);
  commit();
  await tacit.brief.lookAtGit();
  expect(await readShown("src/cents.ts")).toEqual([FILE]);
});

test("without time nothing is asked, and the next call asks", async () => {
  const { tacit, readShown, move, commit, write } = await taught();
  move("lib/tax/price.ts", "src/cents.ts");
  write("src/cents.ts", CHANGED);
  commit();
  await tacit.brief.lookAtGit(0);
  expect(await readShown("src/cents.ts")).toEqual([]);
  await tacit.brief.lookAtGit();
  expect(await readShown("src/cents.ts")).toEqual([FILE]);
});
