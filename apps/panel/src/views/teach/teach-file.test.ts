/** Tests which insights a file contains, and that an unusable file is refused with its reason. */
import { expect, test } from "vitest";
import { MAX_FILE_BYTES, MAX_INSIGHTS, readTeaching } from "./teach-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const read = (name: string, text: string) => readTeaching(name, bytes(text));
const contents = (name: string, text: string) => {
  const found = read(name, text);
  return "insights" in found ? found.insights.map(({ content }) => content) : found.problem;
};

test("Markdown gives paragraphs and list items, each with the code below it", () => {
  const text = [
    "---\ntitle: notes\n---",
    "# Ports",
    "",
    "The staging port is 7781,",
    "because 7780 is taken.",
    "",
    "- [x] Run the linter before a commit.",
    "- Migrations are written by hand:",
    "```sql",
    "ALTER TABLE",
    "",
    "```",
    "***",
    "1. Too bad",
    "2) Invoices are numbered by the ledger.",
  ].join("\n");
  expect(contents("notes.md", text)).toEqual([
    "The staging port is 7781,\nbecause 7780 is taken.",
    "Run the linter before a commit.",
    "Migrations are written by hand:\n```sql\nALTER TABLE\n\n```",
    "Invoices are numbered by the ledger.",
  ]);
});

test.each([
  ["a list of texts", "a.json", '["The port is 7781.", "The port is 7782."]'],
  [
    "a list of objects",
    "a.json",
    '[{"content":"The port is 7781."},{"content":"The port is 7782."}]',
  ],
  ["an export", "a.json", '{"memories":[{"content":"The port is 7781."},"The port is 7782."]}'],
  ["lines", "a.jsonl", '{"content":"The port is 7781."}\n{"content":"The port is 7782."}\n'],
  ["text with an unknown ending", "NOTES", "The port is 7781.\r\n\r\nThe port is 7782.\r\n"],
])("%s gives its texts", (_name, file, text) => {
  expect(contents(file, text)).toEqual(["The port is 7781.", "The port is 7782."]);
});

test("a JSON object keeps its type and its files", () => {
  const text = '{"content":"The port is 7781.","type":"fact","files":["a.ts",7],"id":1}';
  expect(read("a.json", text)).toEqual({
    insights: [{ content: "The port is 7781.", type: "fact", files: ["a.ts"] }],
    left: 0,
  });
});

test.each([
  ["too_large", "a.txt", bytes("x".repeat(MAX_FILE_BYTES + 1))],
  ["binary", "a.txt", new Uint8Array([0x89, 0x50, 0x4e, 0x47])],
  ["binary", "a.txt", bytes("a text with a\0zero byte")],
  ["json_malformed", "a.json", bytes("{")],
  ["json_shape", "a.json", bytes('{"name":"tacit"}')],
  ["json_shape", "a.json", bytes("[]")],
  ["json_shape", "a.json", bytes('["The port is 7781.", 7]')],
  ["empty", "a.md", bytes("# Title\n\n- no\n")],
])("%s: %s is refused", (problem, name, file) => {
  expect(readTeaching(name, file)).toEqual({ problem });
});

test("more insights than a person can judge are counted and left out", () => {
  const text = Array.from({ length: MAX_INSIGHTS + 3 }, (_, i) => `Port ${7000 + i} is taken.`);
  expect(read("a.json", JSON.stringify(text))).toMatchObject({
    insights: { length: MAX_INSIGHTS },
    left: 3,
  });
});
