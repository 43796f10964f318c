/** Lines that were written for the training, as pairs: nothing lost, nothing of an evaluation set, a broken line named. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { mineWritten, nearTo, readWritten } from "./written.ts";

const folder = mkdtempSync(join(tmpdir(), "tacit-written-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const NO_PROJECT = JSON.stringify({ memories: [], moments: [] });

function written(
  files: Partial<Record<"words" | "notes" | "turns" | "code", string>>,
  projects = NO_PROJECT,
) {
  const lines = { words: "a\tb", notes: "a\tb", turns: "a\tb", code: "a\tb", ...files };
  for (const [name, text] of Object.entries(lines))
    writeFileSync(join(folder, `${name}.tsv`), text);
  writeFileSync(join(folder, "projects.jsonl"), projects);
  return readWritten(folder);
}
const nothing = () => false;

test("each kind of line has its kinds of pairs", () => {
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

test("a project's moments go with what bears on them, told apart from what else is known there", () => {
  const project = (name: string) =>
    JSON.stringify({
      memories: [
        { id: "m1", text: `${name} port 7780` },
        { id: "m2", text: `${name} proxy` },
      ],
      moments: [
        { text: "does not start", bears: { m1: 2, m2: 1 } },
        { text: "rename it", bears: {} },
        { text: "of what is not there", bears: { m9: 2 } },
      ],
    });
  const five = ["a", "b", "c", "d", "e"].map(project).join("\n");
  const pairs = [...mineWritten(written({}, five), nothing)].filter(
    ({ k }) => k === "written_moment",
  );
  expect(pairs.slice(0, 2)).toEqual([
    { k: "written_moment", r: "written/0", a: "does not start", b: "a port 7780" },
    { k: "written_moment", r: "written/0", a: "does not start", b: "a proxy" },
  ]);
  expect(pairs.map(({ r }) => r).slice(-4)).toEqual([
    ...["written/0", "written/0"],
    ...["written/1", "written/1"],
  ]);
});

test.each(["{", "[]", "null", '{"memories":[{"id":"m1","text":""}],"moments":[]}'])(
  "a line that is no project is named by its place: %s",
  (line) => {
    expect(() => written({}, `${NO_PROJECT}\n${line}\n`)).toThrow("projects.jsonl:2");
  },
);

test("what an evaluation set has, or nearly, is left out", () => {
  const told = ["Flyway refuses to start once an applied migration has been edited."];
  const lines = written({
    notes: [
      "An applied migration that was edited makes Flyway refuse to start, so refuses it.\tqa\tqb",
      "Flyway wants a table of its own.\tan applied migration edited, Flyway refuses start\tqd",
    ].join("\n"),
  });
  const left = [...mineWritten(lines, nearTo(told))].filter(({ k }) => k === "written_note");
  expect(left.map(({ b }) => b)).toEqual(["qd"]);
});

test.each([
  ["no tab", "one text alone"],
  ["nothing after the tab", "one\t\t"],
  ["nothing before it", "\tone"],
])("a line with %s is named by its place", (_how, line) => {
  expect(() => written({ notes: `a\tb\n${line}\n` })).toThrow("notes.tsv:2");
});
