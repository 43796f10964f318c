/** oxc and tree-sitter extract the same facts from a file. tree-sitter's query is the oracle and is sometimes wrong. */
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { extractFacts, factsOf } from "../extract.ts";
import type { FileFacts } from "../facts.ts";
import { languageOf } from "../languages/languages.ts";
import { loadLanguage } from "../parser/parser.ts";
import { openOxc } from "./oxc-reader.ts";

const opened = await openOxc();

test("oxc is available here", () => {
  expect(opened).not.toBeNull();
});

interface Read {
  readonly byOxc: FileFacts | null;
  readonly byTreeSitter: FileFacts | null;
}

async function read(path: string, text: string): Promise<Read> {
  const language = languageOf(path);
  if (language === undefined || opened === null) throw new Error(`nobody reads ${path}`);
  const items = opened.itemsOf(language, text);
  return {
    byOxc: items === null ? null : factsOf(language, text, items),
    byTreeSitter: extractFacts(await loadLanguage(language), text),
  };
}

const TOLD_ALIKE: readonly (readonly [string, string])[] = [
  [
    "a.ts",
    "export async function f<T extends A>(this: B, { c, d }: E, g?: H, ...r: I[]): J<T> { return g.k(); }",
  ],
  [
    "a.ts",
    "function a(): void; function* b(x = c.d()) {} declare function e(f: G): H // i\nexport default b;",
  ],
  [
    "a.ts",
    "export default function () { return new A(); }\nexport { b as c } from './d';\nexport * as e from 'f';",
  ],
  ["a.ts", "export default class extends mixin(A) {} // b\nexport = c;"],
  [
    "a.ts",
    "import a, { type b, c as d } from 'e';\nimport * as f from 'g';\nimport h = require('i');\nimport 'j';\nimport K = L.M;",
  ],
  [
    "a.ts",
    "@dec export abstract class A<T> extends B.C<D> implements E<F>, G {\n @inject() private a?: string = 'x'; b!: number;\n static #c = () => this.d; get e(): T { return this.#c } // f\n abstract g(): void; h(i: J): void; h(i) {}\n ['k'] = 1; 'l'() {} declare m: N; accessor o = 1 /* p */\n constructor(private readonly q: R = s(), public t, u?: V) { super(); } static { w(); }\n}",
  ],
  [
    "a.ts",
    "interface A<B> extends C<D>, E.F { a: string /* x */; b?: T // y\n m(n: O): P; (q: R): S; new (t: U): V; get w(): X; [key: string]: Y }",
  ],
  [
    "a.ts",
    "type A<T> = { a: () => B } | keyof C // d\ntype E = new (f: G) => H;\nenum I { J, K = 1 /* l */, 'm' = 2 } const enum N { O }\ndeclare module 'p' { export const q: R } namespace S { export function t() {} } // u\ndeclare global { interface V {} }",
  ],
  [
    "a.ts",
    "const a = 1, b: C = new D<E>(f), { g, h: [i] = [] }: J = k.l, m = async () => n.o(), p = function* () {}, q = class R {}; // s\nlet t!: U;",
  ],
  [
    "a.ts",
    "for (const a of b.c()) d(a); for (const [e, f] of g) {} for (h of i) {} for (const j in k) {} for (let l = m(); l < 1; l++) {}",
  ],
  [
    "a.ts",
    "a.b(c, (d) => d.e, f); g(h, function (i) { return i; } // j\n); k(l => l, async m => (m)); this.n = o; p.q ??= r; s[t](this.u, undefined, v);",
  ],
  [
    "a.ts",
    "const a = { b() {}, // c\n get d() { return 1 }, e: (f) => f, async *g() {}, 'h': () => 1, [i]: j, k: function () {} /* l */\n};",
  ],
  [
    "a.ts",
    "const a = () => () => {} // b\nconst c = () => d?.e!.f(), g = () => (h), i = () => j as K, l = () => undefined, m = () => new N;",
  ],
  [
    "a.ts",
    "const a = await import('./b'); type C = import('./d').E; const f = require('g'), h = require(i); tag`j`;",
  ],
  [
    "a.ts",
    "module.exports = { a, b: c }; exports.d = function () {}; @e class F { @g.h() i: J; @k l() {} }",
  ],
  [
    "a.tsx",
    "const A = ({ b }: C) => <D.E f={g.h()} {...i}>don't {j(k)}<l/></D.E>;\nfunction* m<T,>(n: T) {}",
  ],
  [
    "a.js",
    "#!/usr/bin/env node\nvar a = require('./b');\nfunction C(d, e = 1) { this.f = d; }\nC.prototype.g = function () { return <H/>; };\nmodule.exports = C;",
  ],
  [
    "a.ts",
    "const \u00e9 = '\u{1f600}', \u00fc = () => \u00e9.length // \u00e4\nexport function \u00f6(): \u00c4 {}",
  ],
  ["a.d.ts", "export const a: B;\nexport function c(d: E): F;\nexport default class G { h: I }"],
];

test.for(TOLD_ALIKE)("both parsers give the same facts for %s: %s", async ([path, text]) => {
  const { byOxc, byTreeSitter } = await read(path, text);
  expect(byOxc).not.toBeNull();
  expect(byOxc).toEqual(byTreeSitter);
});

test("both parsers give the same facts for Tacit's own sources", async () => {
  const root = fileURLToPath(new URL("../../../../..", import.meta.url));
  const paths = ["packages", "hosts", "apps"].flatMap((folder) =>
    globSync(`${folder}/*/src/**/*.ts`, { cwd: root }),
  );
  expect(paths.length).toBeGreaterThan(500);
  const others: string[] = [];
  for (const path of paths) {
    const text = readFileSync(join(root, path), "utf8");
    const { byOxc, byTreeSitter } = await read(path, text);
    // tree-sitter reports errors where none exist, but gives the same facts.
    const same = { ...byTreeSitter, isPartial: undefined };
    if (JSON.stringify(byOxc) !== JSON.stringify(same)) others.push(path);
  }
  // tree-sitter reads `a < b && c > (d)` as a call with type arguments, and our sources contain such code.
  expect(others.length, others.join(" ")).toBeLessThanOrEqual(2);
});

const READ_BETTER: readonly (readonly [string, string])[] = [
  // An argument after a comment, "less than" before a call that is compared, a name that looks like `import (…)`.
  ["f(/* g */ () => h());", "f#0"],
  ["const a = b.get<string>('c') === 'd';", "b.get"],
  ["if (x < y && z.test(w) > 1) {}", "z.test"],
];

test.for(READ_BETTER)("oxc reads what tree-sitter misreads: %s", async ([text, expected]) => {
  const { byOxc } = await read("a.ts", text);
  const chains = [
    ...(byOxc?.calls ?? []).map((call) => call.callee),
    ...(byOxc?.definitions ?? []).map((definition) => definition.value),
  ];
  expect(chains).toContain(expected);
});

test("leaves files with errors and deeply nested files to tree-sitter", async () => {
  const { byOxc, byTreeSitter } = await read("a.ts", "function whole() {}\nfunction half( {");
  expect(byOxc).toBeNull();
  expect(byTreeSitter?.definitions.map((definition) => definition.name)).toContain("whole");
  const language = languageOf("a.ts");
  const long = `const a = ${"1+".repeat(20_000)}1;`;
  expect(language && opened?.itemsOf(language, long)).toBeNull();
});

test("reads each text independently of the texts before it", async () => {
  const first = await read("a.ts", "class A { b() {} }");
  await read("b.tsx", "const c = <D/>; {");
  expect(await read("a.ts", "class A { b() {} }")).toEqual(first);
});
