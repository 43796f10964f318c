/** Which parts of a component's file are code, and how malformed files are handled. */
import { expect, test } from "vitest";
import { languageOf } from "../languages/languages.ts";
import { extractComponent } from "./component-facts.ts";
import { componentName } from "./component-names.ts";

async function facts(path: string, text: string) {
  const language = languageOf(path);
  if (language === undefined) throw new Error(path);
  const found = await extractComponent(path, language, text, null);
  if (found === null) throw new Error("too deep");
  return found;
}

const calls = async (path: string, text: string) =>
  (await facts(path, text)).calls.map(({ kind, callee, line, column }) =>
    [kind, callee, line, column].join(" "),
  );

test("reports calls at their position in the file", async () => {
  const text =
    "<template>\r\n  <p>é {{ a(1) }}</p>\r\n</template>\r\n<script>\r\nb();\r\n</script>";
  expect(await calls("A.vue", text)).toEqual(["call a 2 10", "call b 5 0"]);
});

test("reads handler statements and object literals as code", async () => {
  const text = `<template><p @click="a(); b()" :c="{ d: e() }" @f="if (g()) h()" /></template>`;
  expect(await calls("A.vue", text)).toEqual([
    "call a 1 21",
    "call b 1 26",
    "call e 1 40",
    "call g 1 55",
    "call h 1 60",
  ]);
});

test("reads the script even if the template is broken", async () => {
  const text = "<template><p :a='b((' /></template>\n<script>\nimport c from 'c'; c();\n</script>";
  const { imports, calls: found } = await facts("A.vue", text);
  expect(imports.map(({ local, line }) => [local, line])).toEqual([["c", 3]]);
  expect(found.map(({ callee }) => callee)).toContain("c");
});

test("keeps loop and slot names apart from the script's names", async () => {
  const text = `<script setup>
const item = 1, part = 2, other = 3;
</script>
<template><b v-for="item in other" v-slot:x="{ part }">{{ item }}{{ part }}</b><i>{{ item }}</i></template>`;
  const { calls: found, definitions } = await facts("A.vue", text);
  const inComponent = found.filter(({ scope }) => definitions[scope]?.kind === "class");
  expect(inComponent.map(({ callee }) => callee)).toEqual(["item"]);
});

test("ignores apostrophes, comments and braces outside of code", async () => {
  const svelte = `<p>it's {a("}")} <!-- {b()} --> {/* c() */ d(/["']/)} {e(\`\${f({})}\`)}</p>`;
  expect((await calls("a.svelte", svelte)).map((call) => call.split(" ")[1])).toEqual(
    expect.arrayContaining(["a", "d", "e", "f"]),
  );
  expect((await calls("a.svelte", svelte)).join()).not.toMatch(/call [bc] /);
});

test.each([
  ["src/user-card.vue", "UserCard"],
  ["src/UserCard.vue", "UserCard"],
  ["routes/+page.svelte", "+page"],
  ["index.astro", "index"],
])("%s has the name %s", (path, name) => {
  expect(componentName(path)).toBe(name);
});

const HOSTILE = [
  "<",
  "<template>",
  "<script",
  "<script>",
  "<template><p a='",
  "<template>{{",
  "---\n",
  "{",
  "{#each",
  "{#each a as",
  "{/each}",
  "<a {",
  "<a b={`${",
  `<template>${"<a ".repeat(20_000)}`,
  `<template>${"<a>".repeat(20_000)}${"</b>".repeat(20_000)}</template>`,
  `${"<a {".repeat(20_000)}`,
  `${"{<b>".repeat(5000)}`,
  `${"`${".repeat(20_000)}`,
  `{${"`${".repeat(20_000)}`,
  `<template><p v-for="${" ".repeat(50_000)}" /></template>`,
  "\u0000\ud800<template>\udc00</template>",
];

test.each(["a.vue", "a.svelte", "a.astro"])(
  "%s: reads any malformed text in reasonable time",
  async (path) => {
    const language = languageOf(path);
    for (const text of HOSTILE) {
      const found = language && (await extractComponent(path, language, text, null));
      // Null means that the text is nested too deep.
      if (found !== null) expect(found?.definitions[0]?.kind).toBe("class");
    }
  },
);
