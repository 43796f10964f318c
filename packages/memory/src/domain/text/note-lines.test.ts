/** Lines of a reply that are notes, and the reply without them. */
import { expect, test } from "vitest";
import { readNoteLines } from "./note-lines.ts";

const record = (text: string, replaces: number | null = null, outdated: string | null = null) => ({
  kind: "record",
  text,
  replaces,
  outdated,
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
  ["a memory that is replaced", "tacit 1a2b3c4d: A.", [record("A.", null, "1a2b3c4d")], ""],
  ["one whose id has only digits", "tacit 12345678: A.", [record("A.", null, "12345678")], ""],
  ["one as it is cited", "- tacit [mem:1A2b3c4d]: A.", [record("A.", null, "1a2b3c4d")], ""],
  ["one removed", "`tacit drop 1a2b3c4d`", [{ kind: "drop_memory", outdated: "1a2b3c4d" }], ""],
  ["a removal of nothing", "tacit drop", [], "tacit drop"],
  ["a line with nothing after the mark", "tacit:", [], "tacit:"],
  ["a code block", "```\ntacit: A is B.\n```", [], "```\ntacit: A is B.\n```"],
  [
    "a code block beside a note",
    "tacit: A is B.\n```\ntacit: A is\nshown here\n```",
    [record("A is B.")],
    "```\ntacit: A is\nshown here\n```",
  ],
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

test.each([
  [
    "in the middle of a sentence",
    "Done.\n\ntacit: Do not call `flush()` in src/a.ts from\na signal handler.\nAll tests pass.",
    ["Do not call `flush()` in src/a.ts from a signal handler."],
    "Done.\n\nAll tests pass.",
  ],
  [
    "before code",
    "tacit: `openPool` in src/db.ts must set\n`journal_mode = WAL`, because two writers\nwould wait for each other.",
    [
      "`openPool` in src/db.ts must set `journal_mode = WAL`, because two writers would wait for each other.",
    ],
    "",
  ],
  [
    "at a usual width",
    "tacit 2: The nightly job reads the table of rates once, so a change during\nThe night needs a restart.",
    [
      "The nightly job reads the table of rates once, so a change during The night needs a restart.",
    ],
    "",
  ],
  ["never after its end", "tacit: Use pnpm.\nall tests pass", ["Use pnpm."], "all tests pass"],
  ["not into a list", "tacit: Use pnpm\n- one\n- two", ["Use pnpm"], "- one\n- two"],
  ["not into a short line of its own", "tacit: Use pnpm\nDone!", ["Use pnpm"], "Done!"],
  ["not into another note", "tacit: Use pnpm\ntacit: use vitest", ["Use pnpm", "use vitest"], ""],
])("a wrapped note goes on: %s", (_name, text, notes, rest) => {
  const read = readNoteLines(text);
  expect(read.notes.map((note) => note.kind === "record" && note.text)).toEqual(notes);
  expect(read.rest).toBe(rest);
});

test("joins at most 2,000 characters", () => {
  const { notes } = readNoteLines(`tacit: begins\n${"and goes on\n".repeat(1000)}`);
  expect(notes).toHaveLength(1);
  expect(notes[0]?.kind === "record" && notes[0].text.length).toBeLessThan(2000);
});
