/**
 * Tests that the next file of a session is predicted from this and earlier sessions, and is never a file the session has
 * touched.
 */
import type { Event } from "@tacit-memory/protocol";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { PastWork } from "../../store/sessions/past-work.ts";
import { nextFiles } from "./next-files.ts";
import { readSoFar } from "./session-so-far.ts";

const base = { v: 1 as const, session: "s", ts: "2026-09-01T10:00:00.000Z", cwd: "/p" };
const prompt = (text: string): Event => ({ ...base, kind: "prompt", text });
const used = (tool: "read" | "edit", path: string, output = ""): Event[] => [
  { ...base, kind: "tool_call", callId: path, tool, input: {}, files: [path] },
  { ...base, kind: "tool_result", callId: path, tool, output, isError: false, files: [path] },
];
const ran = (command: string, output: string): Event[] => [
  { ...base, kind: "tool_call", callId: command, tool: "shell", input: { command } },
  { ...base, kind: "tool_result", callId: command, tool: "shell", output, isError: false },
];
const worked = (...paths: string[]): PastWork => ({
  about: "",
  atMs: 0,
  isCommit: false,
  files: paths.map((path) => ({ path, isEdited: true })),
});

function next(events: readonly Event[], past: readonly PastWork[] = [], tree?: readonly string[]) {
  const knownPaths = new Set(tree ?? past.flatMap(({ files }) => files.map(({ path }) => path)));
  const basis = { ...readSoFar(events, knownPaths, "/p"), past };
  return nextFiles({ ...basis, tree: tree === undefined ? null : new Set(tree) }, 12);
}
const order = (...input: Parameters<typeof next>) => next(...input).map(({ path }) => path);

describe("evidence for the next file", () => {
  test("ranks a file named in an error before one named long ago", () => {
    const events = [
      prompt("look at src/old.ts some time"),
      ...used("edit", "src/a.ts"),
      ...ran("tsc", "src/b.ts:4:1 - error TS2322"),
    ];
    expect(order(events)[0]).toBe("src/b.ts");
    expect(next(events)[0]?.why).toContain("named just now");
  });

  test("finds what earlier sessions used together with the file in hand", () => {
    const past = [worked("a.ts", "b.ts"), worked("a.ts", "b.ts"), worked("c.ts", "d.ts")];
    expect(order(used("edit", "a.ts"), past)[0]).toBe("b.ts");
  });

  test("finds what a read file imports, with its own file extension", () => {
    const events = used("read", "src/a.ts", 'import { b } from "./lib/b.js";\nimport "../c";');
    expect(order(events, [], ["src/a.ts", "src/lib/b.ts", "c.ts", "z.ts"])).toEqual([
      "c.ts",
      "src/lib/b.ts",
    ]);
  });

  test("reads absolute paths as paths of the project and ignores others", () => {
    const events = ran("grep -rn x", "/p/src/a.ts:1:x\n/etc/hosts.conf:2:x\n../up.ts:3:x");
    expect(order(events)).toEqual(["src/a.ts"]);
  });

  test("finds all files with a name stated without its folder", () => {
    const tree = ["src/a/index.ts", "src/b/index.ts", "src/c.ts"];
    expect(order([prompt("fix index.ts")], [], tree).sort()).toEqual(tree.slice(0, 2));
  });

  test("weights one of many named files less than a single one", () => {
    const many = Array.from({ length: 40 }, (_, i) => `src/f${i}.ts`);
    const events = [...ran("ls", many.join("\n")), ...ran("tsc", "src/only.ts is wrong")];
    expect(order(events)[0]).toBe("src/only.ts");
  });
});

test("leaves out touched and removed files, and returns nothing without evidence", () => {
  const past = [worked("a.ts", "gone.ts", "b.ts")];
  expect(order([...used("read", "a.ts"), prompt("a.ts again")], past, ["a.ts", "b.ts"])).toEqual([
    "b.ts",
  ]);
  expect(order([])).toEqual([]);
});

test("leaves out a file that is named again after it was touched", () => {
  const events = [...used("read", "src/a.ts"), prompt("now src/a.ts and src/b.ts")];
  expect(order(events)).toEqual(["src/b.ts"]);
});

test("property: accepts any text, with non-increasing scores and no path twice", () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ unit: "binary", maxLength: 400 }), { maxLength: 5 }),
      fc.array(fc.string({ unit: "binary", minLength: 1, maxLength: 30 }), { maxLength: 5 }),
      (texts, paths) => {
        const events = [
          ...texts.map(prompt),
          ...paths.flatMap((path) => used("read", path, texts[0])),
        ];
        const files = next(events, [worked(...paths), worked("a.ts", ...paths)]);
        expect(new Set(files.map(({ path }) => path)).size).toBe(files.length);
        const scores = files.map(({ score }) => score);
        expect(scores).toEqual([...scores].sort((a, b) => b - a));
      },
    ),
  );
});

test("reads endless paths once; reading each of their parts would take minutes", () => {
  const endless = `${"a/".repeat(9_000)}b.ts ${"../".repeat(500)}`;
  const files = order(Array.from({ length: 100 }, () => prompt(endless)));
  expect(files).toHaveLength(1);
});
