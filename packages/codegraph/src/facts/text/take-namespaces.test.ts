/** The namespaces that a file declares. */
import { expect, test } from "vitest";
import { extractFacts } from "../extract.ts";
import { CSHARP } from "../languages/csharp.ts";
import { languageOf } from "../languages/languages.ts";
import { loadLanguage } from "../parser/parser.ts";
import { MAX_AROUND, MAX_STATICS, MAX_USINGS } from "./take-namespaces.ts";

const many = Array.from({ length: 40 }, (_, at) => `N${at}`);
const sideBySide = many.map((name) => `namespace ${name} { class A {} }`).join("\n");

test.each<readonly [string, string, string, string]>([
  ["40 namespaces side by side", "a.cs", sideBySide, many.join()],
  ["40 namespaces side by side in PHP", "a.php", `<?php\n${sideBySide}`, many.join()],
  [
    "namespaces in a namespace, and one after it",
    "a.cs",
    "namespace A { namespace B.C { class X {} } namespace D { class Y {} } }\nnamespace E { class Z {} }",
    "A,A.B.C,A.D,E",
  ],
  ["a namespace for the whole file", "a.cs", "namespace A.B;\nclass X {}", "A.B"],
  ["two PHP namespaces without a body", "a.php", "<?php\nnamespace A;\nnamespace B\\C;", "A,B.C"],
  ["one PHP namespace with a body", "a.php", "<?php\nnamespace Lib { class A {} }", "Lib"],
  ["a type before a namespace", "a.cs", "class X {}\nnamespace A { class Y {} }", "A,"],
  ["a type between namespaces", "a.cs", "namespace A {}\nclass X {}\nnamespace B {}", "A,B,"],
  ["no namespace", "a.cs", "class X {}", ""],
  ["Java's package", "A.java", "package a.b;\nclass A {}", "a.b"],
])("%s", async (_title, path, text, expected) => {
  const language = languageOf(path);
  const facts = language && extractFacts(await loadLanguage(language), text);
  expect(facts?.namespace).toBe(expected);
});

const sideBySideOf = (count: number) =>
  Array.from({ length: count }, (_, at) => `namespace N${at} { class A {} }`).join("\n");

test.each<readonly [string, string, number, true | undefined]>([
  ["100 namespaces", sideBySideOf(100), 100, undefined],
  ["101 namespaces", sideBySideOf(101), 100, true],
  ["one of 101 namespaces twice", `${sideBySideOf(100)} namespace N1 {}`, 100, undefined],
  [
    "namespaces in each other with a long name",
    `${"namespace Abcdefghi { ".repeat(40)}class A {}${"}".repeat(40)}`,
    30,
    true,
  ],
])("%s: the file is read in part if some are left out", async (_title, text, count, isPartial) => {
  const language = languageOf("a.cs");
  const facts = language && extractFacts(await loadLanguage(language), text);
  expect(facts?.namespace.split(",")).toHaveLength(count);
  expect(facts?.isPartial).toBe(isPartial);
});

const repeated = (unit: string, count: number) =>
  Array.from({ length: count }, (_, at) => unit.replace("#", String(at))).join("\n");

test.each([
  ["usings", "using N#;", MAX_USINGS],
  ["static usings", "using static N#;", MAX_STATICS],
  ["namespaces around its own", "namespace A#.B { class C {} }", MAX_AROUND / 2],
])("a file with more %s than the linker reads is read in part", async (_title, unit, count) => {
  const loaded = await loadLanguage(CSHARP);
  const isPartial = (count: number) =>
    extractFacts(loaded, repeated(unit, count))?.isPartial ?? false;
  expect([isPartial(count), isPartial(count + 1)]).toEqual([false, true]);
});
