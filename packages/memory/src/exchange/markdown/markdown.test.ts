/** A Markdown export contains every field of its memories and shows which texts a person changed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import type { Memory, MemoryType } from "../../domain/memory.ts";
import { FIXED_TIME, someMemory } from "../../testing/testing-life.ts";
import { readMarkdown } from "./read-markdown.ts";
import { writeMarkdown } from "./write-markdown.ts";

const EXPORT = { version: 1, project: "github.com/acme/shop", edges: [] };

function written(memories: readonly Memory[], name = "shop"): string {
  const groups = new Map<MemoryType, Memory[]>();
  for (const memory of memories)
    groups.set(memory.type, [...(groups.get(memory.type) ?? []), memory]);
  return writeMarkdown({ ...EXPORT, memories }, name, [...groups]);
}

function readOf(text: string) {
  const read = readMarkdown(text);
  if (!read.ok) throw new Error(read.at);
  return read.value;
}

const HOOKS = someMemory(FIXED_TIME, {
  title: "When adding a hook: read stdin once",
  content: "readBody() consumes stdin.\n\n```sh\n# a comment\n## not a heading\n```\n### Neither",
});

/** Texts that look like the structure of a document. */
const line = fc.oneof(
  fc.string(),
  fc.constantFrom(
    "### A title",
    "\\### A title",
    "## Gotcha",
    "# Title",
    "<!-- tacit:data",
    "a <!-- hidden",
    "a \\\\<!-- hidden",
    "-->",
    "`1a2b3c4d` · verified",
    "```",
    "\\",
  ),
);
const text = fc.array(line, { minLength: 1, maxLength: 6 }).map((lines) => lines.join("\n"));

test("reads back what it wrote, without changes, whatever the texts contain", () => {
  const memory = fc
    .record({ title: line, content: text.filter((content) => content.trim() !== "") })
    .map((wording) => someMemory(FIXED_TIME, wording));
  fc.assert(
    fc.property(fc.array(memory, { maxLength: 4 }), fc.boolean(), (memories, isWindows) => {
      const document = written(memories);
      const value = readOf(isWindows ? document.replaceAll("\n", "\r\n") : document);
      expect(value.document.memories).toEqual(memories);
      expect(value).toMatchObject({ changed: [], added: [], project: EXPORT.project });
    }),
  );
});

test("finds a changed text, and keeps the lines that look like headings", () => {
  const document = written([HOOKS]).replace("readBody() consumes", "readBody() reads");
  const content = HOOKS.content.replace("consumes", "reads");
  expect(readOf(document).changed).toEqual([{ before: HOOKS, title: HOOKS.title, content }]);
});

test("no text begins a comment, which would hide the memories after it", () => {
  const hiding = someMemory(FIXED_TIME, {
    title: "See <!-- this",
    content: "See <!-- this\nand <!-- that",
  });
  const [shown] = written([hiding]).split("\n<!-- tacit:data");
  expect(shown?.match(/(?<!\\)<!--/g)).toBeNull();
});

test("a section with the id of another document is an added one", () => {
  const section = "### Release on Mondays\n\nThe mirrors sync then.\n\n`00000001` · verified\n";
  const document = written([HOOKS]).replace("\n<!-- tacit:data", `\n${section}\n<!-- tacit:data`);
  expect(readOf(document).added).toMatchObject([{ content: "The mirrors sync then." }]);
});

test("finds a changed title", () => {
  const document = written([HOOKS]).replace("### When adding", "### When writing");
  const title = "When writing a hook: read stdin once";
  expect(readOf(document).changed).toEqual([{ before: HOOKS, title, content: null }]);
});

test("a text that is its title is written once, and one change concerns both", () => {
  const both = "Use pnpm, not npm.";
  const document = written([someMemory(FIXED_TIME, { title: both, content: both })]);
  expect(document.split("\n<!--")[0]?.split(both)).toHaveLength(2);
  const [change] = readOf(document.replace(both, "Use bun.")).changed;
  expect(change).toMatchObject({ title: null, content: "Use bun." });
  const [extended] = readOf(document.replace(both, `${both}\n\nThe lockfile is pnpm's.`)).changed;
  expect(extended).toMatchObject({ content: `${both}\n\nThe lockfile is pnpm's.` });
});

test("reads sections that a person added, with the type of their group", () => {
  const added = "### Release on Mondays\n\nThe mirrors sync on Sundays.\n\n### A bare heading\n";
  const document = written([HOOKS]).replace(
    "\n<!-- tacit:data",
    `\n## Decision\n\n${added}\n<!-- tacit:data`,
  );
  expect(readOf(document).added).toEqual([
    { type: "decision", title: "Release on Mondays", content: "The mirrors sync on Sundays." },
    { type: "decision", title: null, content: "A bare heading" },
  ]);
});

test.each([
  ["no comment", "# Memories of shop\n\n### A title\n", "is missing"],
  ["an unfinished comment", written([HOOKS]).replace("\n-->\n", "\n"), "does not end"],
  ["a line that is not JSON", written([HOOKS]).replace('{"version"', "{version"), "not JSON"],
  ["an invalid memory", written([HOOKS]).replace('"confidence":', '"confidence":9'), "confidence"],
])("reports %s", (_what, document, at) => {
  expect(readMarkdown(document)).toEqual({ ok: false, at: expect.stringContaining(at) });
});
