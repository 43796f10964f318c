/** Tests paths in the form that memories store, from both families of platforms. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, expect, test } from "vitest";
import { relativeToProject } from "./project-path.ts";

const base = realpathSync(mkdtempSync(join(tmpdir(), "tacit-path-")));
const root = join(base, "app");
mkdirSync(join(root, "src"), { recursive: true });
mkdirSync(join(base, "elsewhere"));
writeFileSync(join(root, "src", "a.ts"), "");
symlinkSync(join(base, "elsewhere"), join(root, "out"));
symlinkSync(root, join(base, "link"));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const here = { root, subdirectory: "src" };
const windows = { root: "C:\\Code\\App", subdirectory: "src" };

test.each([
  ["absolute", join(root, "src", "a.ts"), "src/a.ts"],
  ["relative to the subfolder", "a.ts", "src/a.ts"],
  ["upwards, still inside", "../README.md", "README.md"],
  ["written on Windows", "lib\\b.ts", "src/lib/b.ts"],
  ["the root", root, ""],
  ["not there yet", join(root, "new", "b.ts"), "new/b.ts"],
  ["through a link to the root", join(base, "link", "src", "a.ts"), "src/a.ts"],
  ["out through a link", join(root, "out", "x.ts"), null],
  ["outside", join(base, "elsewhere"), null],
  ["upwards and out", "../../x", null],
  ["a sibling with the same beginning", `${root}-2/x`, null],
  ["a folder that begins with two dots", join(root, "..x", "y"), "..x/y"],
  ["another drive", "D:\\x", null],
  ["nothing", "", null],
  ["a null byte", "a\0b", null],
])("%s", (_name, path, expected) => expect(relativeToProject(here, path)).toBe(expected));

test.each([
  ["C:\\Code\\App\\src\\a.ts", "src/a.ts"],
  ["c:/code/app/src/A.ts", "src/A.ts"],
  ["/c/Code/App/x.ts", "x.ts"],
  ["a.ts", "src/a.ts"],
  ["..\\x.ts", "x.ts"],
  ["C:\\Code\\App", ""],
  ["C:\\Code\\App2\\x", null],
  ["D:\\Code\\App\\x", null],
  ["..\\..\\x", null],
])("on Windows: %s → %s", (path, expected) =>
  expect(relativeToProject(windows, path)).toBe(expected),
);

test("property: the result never leaves the root and never contains a backslash", () => {
  const odd = fc.string({
    unit: fc.constantFrom("a", "/", "\\", ".", "..", "C:", " "),
    maxLength: 20,
  });
  fc.assert(
    fc.property(odd, (path) => {
      const found = relativeToProject(windows, path);
      expect(found === null || !/(?:^|\/)\.\.(?:\/|$)|\\/.test(found)).toBe(true);
      const native = relativeToProject(here, path);
      expect(native === null || !/^(?:\.\.(?:\/|$)|\/)/.test(native)).toBe(true);
    }),
  );
});
