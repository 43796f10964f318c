/** Is the file a session opens next told from what the session and earlier ones have shown, and never one it has? */
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

describe("what tells the next file", () => {
  test("an error that names a file, before one that was named long ago", () => {
    const events = [
      prompt("look at src/old.ts some time"),
      ...used("edit", "src/a.ts"),
      ...ran("tsc", "src/b.ts:4:1 - error TS2322"),
    ];
    expect(order(events)[0]).toBe("src/b.ts");
    expect(next(events)[0]?.why).toContain("named just now");
  });

  test("what earlier sessions used together with the file in hand", () => {
    const past = [worked("a.ts", "b.ts"), worked("a.ts", "b.ts"), worked("c.ts", "d.ts")];
    expect(order(used("edit", "a.ts"), past)[0]).toBe("b.ts");
  });

  test("what a file that was read imports, by the ending of its own", () => {
    const events = used("read", "src/a.ts", 'import { b } from "./lib/b.js";\nimport "../c";');
    expect(order(events, [], ["src/a.ts", "src/lib/b.ts", "c.ts", "z.ts"])).toEqual([
      "c.ts",
      "src/lib/b.ts",
    ]);
  });

  test("absolute paths are told as those of the project, and others not at all", () => {
    const events = ran("grep -rn x", "/p/src/a.ts:1:x\n/etc/hosts.conf:2:x\n../up.ts:3:x");
    expect(order(events)).toEqual(["src/a.ts"]);
  });

  test("a name without its folder stands for the files that have it", () => {
    const tree = ["src/a/index.ts", "src/b/index.ts", "src/c.ts"];
    expect(order([prompt("fix index.ts")], [], tree).sort()).toEqual(tree.slice(0, 2));
  });

  test("one of many named says less than the only one", () => {
    const many = Array.from({ length: 40 }, (_, i) => `src/f${i}.ts`);
    const events = [...ran("ls", many.join("\n")), ...ran("tsc", "src/only.ts is wrong")];
    expect(order(events)[0]).toBe("src/only.ts");
  });
});

test("nothing that was touched, nothing that is gone, nothing from nothing", () => {
  const past = [worked("a.ts", "gone.ts", "b.ts")];
  expect(order([...used("read", "a.ts"), prompt("a.ts again")], past, ["a.ts", "b.ts"])).toEqual([
    "b.ts",
  ]);
  expect(order([])).toEqual([]);
});

test("a file named again after it was touched is not opened for the first time", () => {
  const events = [...used("read", "src/a.ts"), prompt("now src/a.ts and src/b.ts")];
  expect(order(events)).toEqual(["src/b.ts"]);
});

test("property: any text may be said, scores fall, no path twice", () => {
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

test("endless paths are read once: read again from each of their parts, these would take minutes", () => {
  const endless = `${"a/".repeat(9_000)}b.ts ${"../".repeat(500)}`;
  const files = order(Array.from({ length: 100 }, () => prompt(endless)));
  expect(files).toHaveLength(1);
});
