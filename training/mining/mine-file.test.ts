/** Tests which files of a source are read, with which reader, and how many of the pairs are stored. */
import { expect, test } from "vitest";
import { chosenFiles, mineFile } from "./mine-file.ts";
import type { Pair } from "./pair.ts";
import { Reservoir } from "./reservoir.ts";
import { paraphrases } from "./stand-ins.ts";

const blobs = (paths: readonly string[], bytes = 100) =>
  paths.map((path) => ({ path, bytes, hash: path }));
const chosen = (source: string, paths: readonly string[], exclude: readonly string[] = []) =>
  chosenFiles(blobs(paths), source, exclude).map(({ path }) => path);

test.each([
  ["a/b", "src/a.ts", true],
  ["a/b", "README.md", true],
  ["a/b", "logo.png", false],
  ["a/b", "vendor/x/a.ts", false],
  ["a/b", "docs/de/a.md", false],
  ["a/b", "CHANGELOG.md", false],
  ["a/b", "secret/a.ts", false],
  ["standardebooks/x", "src/epub/text/chapter-1.xhtml", true],
])("for %s, reads %s: %s", (source, path, expected) => {
  expect(chosen(source, [path], ["secret/"])).toEqual(expected ? [path] : []);
});

test("orders documentation before code, always alike, and skips large files", () => {
  const paths = ["a.ts", "b.ts", "c.ts", "a.md", "b.md"];
  const order = chosen("a/b", paths);
  expect(order.slice(0, 2).sort()).toEqual(["a.md", "b.md"]);
  expect(chosen("a/b", paths)).toEqual(order);
  expect(chosenFiles(blobs(["a.ts"], 1_000_000), "a/b", [])).toEqual([]);
});

const LONG = "Reads the settings of a project from its own folder.";

test.each([
  ["a/b", "a.md", `# Settings\n\n${LONG}\n`, ["heading_section"]],
  ["a/b", "a.go", `// ${LONG}\nfunc read(path string) {}\n`, ["docstring_code"]],
  ["a/b", "a.xyz", LONG, []],
  ["standardebooks/x", "a.xhtml", `<p>${LONG}</p><p>${LONG}</p>`, ["fiction_next"]],
  ["standardebooks/x", "a.md", `# Settings\n\n${LONG}\n`, []],
  [
    "x/task-specific-datasets",
    "banking_data/train.csv",
    "text,category\none,x\ntwo,x\n",
    ["same_intent"],
  ],
  [
    "x/NLU-Evaluation-Data",
    "x/KFold_1/trainset/a.csv",
    'h\n1;a;b;"x"\n2;a;b;"y"\n',
    ["same_intent"],
  ],
])("mines the right kinds of pairs from %s %s", (source, path, text, kinds) => {
  expect([...mineFile(path, text, source)].map(({ k }) => k)).toEqual(kinds);
});

const pair = (k: string, i: number): Pair => ({ k, r: "a/b", a: `${i}`, b: "" });

test("keeps a fixed number of pairs per kind in a reservoir, old and new alike", () => {
  const found = new Reservoir(10);
  for (let i = 0; i < 1000; i++) found.add(pair("many", i));
  found.add(pair("few", 0));
  expect(found.counts()).toEqual([
    ["many", 10],
    ["few", 1],
  ]);
  const sample = found
    .pairs()
    .filter(({ k }) => k === "many")
    .map(({ a }) => Number(a));
  expect(new Set(sample).size).toBe(10);
  expect(Math.max(...sample)).toBeGreaterThan(500);
});

test("paraphrases sentences of the kinds that have sentences", () => {
  const sentence = "We delete every file of the copy and then delete its folder.";
  const pairs = [
    ...Array<Pair>(20).fill({ k: "sentence_rest", r: "a/b", a: sentence, b: "" }),
    { k: "commit_paths", r: "a/b", a: sentence.replace("We", "They"), b: "" },
  ];
  const standIns = new Map([
    ["delete", ["remove"]],
    ["file", ["record"]],
    ["folder", ["directory"]],
  ]);
  const generated = [...paraphrases(pairs, "a/b", standIns)];
  expect(generated.length).toBeGreaterThan(10);
  expect(new Set(generated.map(({ k, a }) => `${k}: ${a}`))).toEqual(
    new Set([`paraphrase: ${sentence}`]),
  );
  expect(generated.every(({ b }) => b !== sentence)).toBe(true);
  expect([...paraphrases(pairs, "a/b", new Map())]).toEqual([]);
});
