/** Tests the conversion of written training lines to pairs: none lost, none from an evaluation set, broken lines reported. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mineWritten, nearTo, readWritten } from "./written.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-written-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function written(files: Partial<Record<"words" | "notes" | "turns" | "code", string>>) {
  const lines = { words: "a\tb", notes: "a\tb", turns: "a\tb", code: "a\tb", ...files };
  for (const [name, text] of Object.entries(lines))
    writeFileSync(join(folder, `${name}.tsv`), text);
  return readWritten(folder);
}
const nothing = () => false;

test("creates the pairs of each kind of line", () => {
  const lines = written({
    words: "crash\tfall over; abort ;blow up\n",
    notes: "Port 7780 is taken.\twhy does it not start\twhat is in the way\n",
    turns: "We got a beagle.\twhat pet do they have",
    code: "sign-in fails\tsrc/auth.ts\tdrops sessions",
  });
  const pairs = [...mineWritten(lines, nothing)].map(({ k, a, b }) => `${k}: ${a} | ${b}`);
  expect(pairs).toEqual([
    "written_word: crash | fall over",
    "written_word: crash | abort",
    "written_word: crash | blow up",
    "written_group: fall over | abort",
    "written_group: abort | blow up",
    "written_note: Port 7780 is taken. | why does it not start",
    "written_note: Port 7780 is taken. | what is in the way",
    "written_query: why does it not start | what is in the way",
    "written_turn: We got a beagle. | what pet do they have",
    "written_code: sign-in fails | src/auth.ts",
    "written_code: sign-in fails | drops sessions",
    "written_place: src/auth.ts | drops sessions",
  ]);
});

test("leaves out texts that match or nearly match an evaluation set", () => {
  const excluded = ["Flyway refuses to start once an applied migration has been edited."];
  const lines = written({
    notes: [
      "An applied migration that was edited makes Flyway refuse to start, so refuses it.\tqa\tqb",
      "Flyway wants a table of its own.\tan applied migration edited, Flyway refuses start\tqd",
    ].join("\n"),
  });
  const left = [...mineWritten(lines, nearTo(excluded))].filter(({ k }) => k === "written_note");
  expect(left.map(({ b }) => b)).toEqual(["qd"]);
});

test.each([
  ["no tab", "one text alone"],
  ["nothing after the tab", "one\t\t"],
  ["nothing before it", "\tone"],
])("reports the position of a line with %s", (_how, line) => {
  expect(() => written({ notes: `a\tb\n${line}\n` })).toThrow("notes.tsv:2");
});
