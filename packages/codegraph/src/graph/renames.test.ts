/** Renames are detected only when certain, and the graph equals that of a fresh index. */
import fc from "fast-check";
import { afterEach, expect, test } from "vitest";
import { extractFacts } from "../facts/extract.ts";
import type { FileFacts } from "../facts/facts.ts";
import { languageOf } from "../facts/languages/languages.ts";
import { loadLanguage } from "../facts/parser/parser.ts";
import { type TestTree, testTree } from "../live/testing-tree.ts";
import { renamesIn } from "./renames.ts";

const trees: TestTree[] = [];
afterEach(async () => {
  for (const tree of trees.splice(0)) await tree.close();
});

function plant(files: Readonly<Record<string, string>>): TestTree {
  const tree = testTree(files);
  trees.push(tree);
  return tree;
}

async function factsOf(path: string, text: string): Promise<FileFacts> {
  const language = languageOf(path);
  const facts = language === undefined ? null : extractFacts(await loadLanguage(language), text);
  if (facts === null) throw new Error("no facts");
  return facts;
}

const exchanged = (text: string, from: string, to: string) =>
  text.replace(new RegExp(`\\b${from}\\b`, "g"), to);

/** Texts in which every word `old` becomes `fresh`. */
const SURE: readonly (readonly [string, string, string])[] = [
  [
    "a class, what extends it, makes it and is typed by it",
    "a.ts",
    "export class old { go() {} }\nclass B extends old {}\nconst b: old = new old();\nconst f = () => old;\n",
  ],
  ["a function that others call", "a.ts", "function old() {}\nexport const b = old().c;\n"],
  ["what is put to the end of the exports", "a.ts", "class old {}\nexport { old as b };\n"],
  [
    "a class of Python",
    "a.py",
    "class old:\n    def go(self):\n        pass\n\nclass B(old):\n    pass\n",
  ],
];

test.each(SURE)("%s", async (_name, path, text) => {
  const renames = renamesIn(
    await factsOf(path, text),
    await factsOf(path, exchanged(text, "old", "fresh")),
  );
  expect([...renames]).toEqual([["old", "fresh"]]);
});

const UNSURE: readonly (readonly [string, string])[] = [
  ["a member", "export class A { old() {} }\n"],
  ["a member of the same name", "export class old { old() {} }\n"],
  [
    "a member of something else",
    'import { k } from "./k";\nclass old {}\nexport const b = k.old;\n',
  ],
  ["a parameter", "class old {}\nexport function f(old: K) { return old; }\n"],
  ["a local", "class old {}\nexport function f() { const old = new K(); return old; }\n"],
  ["an import", 'import { old as k } from "./k";\nclass old {}\n'],
  ["a file", 'import { k } from "./old";\nclass old {}\n'],
  ["a file that is imported as it runs", 'class old {}\nexport const b = import("./old");\n'],
  ["a key of a type", "class old {}\nexport type B = { old: K };\n"],
  ["two things", "export interface old {}\nexport function old() {}\n"],
  ["a type parameter", "class old {}\nexport class B<old> { b: old; }\n"],
  ["what was known under the new name before", "class old {}\nexport const b = fresh();\n"],
];

test.each(UNSURE)("does not treat as the same with certainty: %s", async (_name, text) => {
  const now = await factsOf("a.ts", exchanged(text, "old", "fresh"));
  expect([...renamesIn(await factsOf("a.ts", text), now)]).toEqual([]);
});

test("does not treat a definition with another surface as renamed", async () => {
  const before = await factsOf("a.ts", "export function old() { return new K(); }\n");
  const now = await factsOf("a.ts", "export function fresh() { return new L(); }\n");
  expect([...renamesIn(before, now)]).toEqual([]);
});

const KIT = `export class K { go() {} }
export class L { go() {} }
export function old() { return new K(); }
export function fresh() { return new L(); }
`;
const BASE = 'import { K, L } from "./kit";\nimport * as kit from "./kit";\n';

/** Definitions named `old` or `fresh` in the edited file, and three others in it that may depend on them or appear to. */
const renamed = fc.constantFrom(
  "export class old { go() { return new K(); } }",
  "export class old extends K {}",
  "export class old extends L {}",
  "export function old() { return new K(); }",
  "export function old() { return new L(); }",
  "export const old = new L();",
  "class old { go() {} }\nexport { old as given };",
  "export default class old { go() {} }",
);
const other = fc
  .tuple(fc.nat(12), fc.constantFrom("old", "old", "fresh", "K", "a"))
  .map(([kind, rests]) => {
    const texts = [
      `export const NAME = kit.${rests};`,
      `export const NAME = kit.${rests}();`,
      `export function NAME() { return ${rests}(); }`,
      `export function NAME() { return new ${rests}(); }`,
      `export class NAME extends ${rests} {}`,
      `export const NAME = new ${rests}();`,
      `export const NAME = () => ${rests};`,
      `export function NAME(${rests}: L) { return ${rests}; }`,
      `export function NAME() { const ${rests} = new L(); return ${rests}; }`,
      `export type NAME = { ${rests}: K };`,
      `export class NAME { ${rests}() { return new L(); } go() { return this.${rests}(); } }`,
      `export { ${rests} as NAME } from "./kit";`,
      `export let NAME: ${rests};`,
    ];
    return texts[kind] ?? "";
  });
const OTHERS = ["a", "b", "c"];

function usersText(): string {
  const uses = [...OTHERS, "given"].map(
    (item) =>
      `export const ${item}Made = () => ${item}().go();\nexport const ${item}Held = () => ${item}.go();\nexport const ${item}New = () => new ${item}().go();\n${item}Made().go();\nexport const ${item}Of = (it: ${item}) => it.go();\n`,
  );
  return `import { a, b, c, given } from "./hub";\nimport made from "./hub";\nexport const usesMade = () => new made().go();\n${uses.join("")}`;
}

const USER =
  'import { old, fresh } from "./hub";\nexport const sayingOld = () => old().go();\nexport const sayingFresh = () => new fresh().go();\nexport class Saying extends old {}\n';
const FURTHER =
  'import { aMade, aNew, bHeld } from "./users";\naMade().go();\naNew().go();\nexport const held = () => bHeld().go();\n';

function hubText(own: string, others: readonly string[], isRenamed: boolean): string {
  const lines = others.map((item, index) => item.replaceAll("NAME", OTHERS[index] ?? ""));
  const text = `${own}\n${lines.join("\n")}\n`;
  return BASE + (isRenamed ? exchanged(text, "old", "fresh") : text);
}

test("property: replacing a name in a file, with or without other edits, gives the graph of a fresh index", async () => {
  const step = fc.record({
    isRenamed: fc.boolean(),
    own: fc.option(renamed, { freq: 1 }),
    another: fc.option(fc.tuple(fc.nat(2), other), { freq: 1 }),
  });
  const begin = fc.tuple(renamed, fc.tuple(other, other, other));
  await fc.assert(
    fc.asyncProperty(
      begin,
      fc.array(step, { minLength: 1, maxLength: 3 }),
      async (start, steps) => {
        let [own, others]: [string, readonly string[]] = start;
        const files = {
          "kit.ts": KIT,
          "users.ts": usersText(),
          "saying.ts": USER,
          "further.ts": FURTHER,
        };
        const tree = plant({ ...files, "hub.ts": hubText(own, others, false) });
        const session = await tree.session();
        await session.index(false, () => undefined);
        for (const { isRenamed, own: now, another } of steps) {
          own = now ?? own;
          others = others.map((item, index) => (index === another?.[0] ? another[1] : item));
          tree.write("hub.ts", hubText(own, others, isRenamed));
          await session.fresh();
        }
        const last = hubText(own, others, steps.at(-1)?.isRenamed === true);
        const fresh = plant({ ...files, "hub.ts": last });
        expect(await tree.edges(session)).toEqual(await fresh.edges(await fresh.session()));
        for (const item of trees.splice(0)) await item.close();
      },
    ),
    { numRuns: 25 },
  );
});
