/** Equal changes have equal patches wherever they are made, and different changes do not. The diffs are git's own. */
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../../testing/testing-git.ts";
import { makePlace } from "../../testing/testing-life.ts";
import { DIFF_OPTIONS, LOG_FORMAT, patchesOfLog, patchOf } from "./patch-id.ts";

type Files = Readonly<Record<string, string | Buffer>>;

/** Returns the patch between two states in a new repository. */
function patchBetween(before: Files, after: Files) {
  const { root } = makePlace();
  git(root, "init", "-q");
  for (const files of [before, after]) {
    for (const [path, text] of Object.entries(files)) writeFileSync(join(root, path), text);
    git(root, "add", "-A");
    git(root, "commit", "-qm", "x", "--allow-empty");
  }
  const args = ["log", "--max-count=1", LOG_FORMAT, ...DIFF_OPTIONS];
  const output = execFileSync("git", args, { cwd: root, encoding: "utf8" });
  const [patch = null] = patchesOfLog(output).values();
  return patch;
}

const LINES = "a\nb\nc\nd\ne\nf\ng\nh\n";
const CHANGE = { before: { "x.ts": LINES }, after: { "x.ts": LINES.replace("e", "-- E") } };

test.each<[string, Files, Files, boolean]>([
  [
    "lines around it differ",
    { "x.ts": `0\n${LINES}` },
    { "x.ts": `0\n${LINES.replace("e", "-- E")}` },
    true,
  ],
  ["neighbours differ", { "x.ts": "D\ne\nF\n" }, { "x.ts": "D\n-- E\nF\n" }, true],
  ["blanks differ", { "x.ts": LINES }, { "x.ts": LINES.replace("e", "--  E ") }, true],
  ["no line break at the end", { "x.ts": "d\ne" }, { "x.ts": "d\n-- E" }, true],
  ["other lines", { "x.ts": LINES }, { "x.ts": LINES.replace("e", "X") }, false],
  ["another file", { "y.ts": LINES }, { "y.ts": LINES.replace("e", "-- E") }, false],
  ["one file more", CHANGE.before, { ...CHANGE.after, "z.ts": "z\n" }, false],
  ["nothing", { "x.ts": LINES }, { "x.ts": LINES }, false],
])("%s", (_name, before, after, isSame) => {
  const knownPatch = patchBetween(CHANGE.before, CHANGE.after);
  expect(knownPatch?.paths).toEqual(["x.ts"]);
  expect(patchBetween(before, after)?.id === knownPatch?.id).toBe(isSame);
});

test("distinguishes binary files by their new content", () => {
  const binary = (n: number) => Buffer.from([0, 1, 2, n]);
  const patch = (n: number) => patchBetween({ "x.bin": binary(0) }, { "x.bin": binary(n) });
  expect(patch(1)).toEqual(patch(1));
  expect(patch(1)?.id).not.toBe(patch(2)?.id);
});

test("distinguishes files without changed lines by name and by their new content", () => {
  const none = { "x.ts": LINES };
  const added = (name: string) => patchBetween(none, { ...none, [name]: "" })?.id;
  expect(added("a.py")).toBe(added("a.py"));
  const others = [added("a.py"), added("b.py"), added("é.py")];
  expect(new Set(others).size).toBe(3);
  const [removal, modes] = ["deleted file mode 100644\nindex 1..0", "old mode 1\nnew mode 2"].map(
    (header) => patchOf(`diff --git a/a.py b/a.py\n${header}\n`)?.id,
  );
  expect(new Set([...others, removal, modes]).size).toBe(5);
});

test.each([[""], ["no diff at all"], ["@@ -1 +1 @@\n-a\n+b"]])("%j has no patch", (text) => {
  expect(patchOf(text)).toBeNull();
});
