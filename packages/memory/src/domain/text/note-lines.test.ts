/** Lines of a reply that are notes, and the reply without them. */
import { expect, test } from "vitest";
import { readNoteLines } from "./note-lines.ts";

const record = (text: string, replaces: number | null = null) => ({
  kind: "record",
  text,
  replaces,
});

test.each<[string, string, object[], string]>([
  ["a line", "Done.\n\ntacit: A is B.", [record("A is B.")], "Done."],
  ["a list item in bold", "- **tacit:** A is B.", [record("A is B.")], ""],
  ["bold around the word and its number", "**Tacit 2**: A is B.", [record("A is B.", 2)], ""],
  ["backticks around all of it", "`tacit: A is B.`", [record("A is B.")], ""],
  ["backticks within it", "tacit: A is `B`", [record("A is `B`")], ""],
  ["backticks around the mark alone", "`tacit:` A is `B`", [record("A is `B`")], ""],
  ["a replacement", "tacit 3: A is C.", [record("A is C.", 3)], ""],
  ["a removal", "So be it.\n`tacit drop 2`", [{ kind: "drop", number: 2 }], "So be it."],
  ["a removal with a full stop", "tacit drop #12.", [{ kind: "drop", number: 12 }], ""],
  [
    "several, and what comes between",
    "tacit: A.\r\nMore.\ntacit 1: B.",
    [record("A."), record("B.", 1)],
    "More.",
  ],
  ["a removal of nothing", "tacit drop", [], "tacit drop"],
  ["a line with nothing after the mark", "tacit:", [], "tacit:"],
  ["a code block", "```\ntacit: A is B.\n```", [], "```\ntacit: A is B.\n```"],
  ["a quotation", "> tacit: A is B.", [], "> tacit: A is B."],
  ["a sentence about it", "I ran tacit: it is fast.", [], "I ran tacit: it is fast."],
  ["a command", "tacit recall x", [], "tacit recall x"],
])("%s", (_name, text, notes, rest) => {
  expect(readNoteLines(text)).toEqual({ notes, rest });
});

test("property: time is linear in the text", () => {
  const started = performance.now();
  for (const text of ["tacit".repeat(100_000), "tacit:\t".repeat(60_000), "`tacit ".repeat(60_000)])
    readNoteLines(`${text}\n${"tacit: * \n".repeat(20_000)}`);
  expect(performance.now() - started).toBeLessThan(2000);
});
