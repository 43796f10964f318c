/** Tests paths of a session relative to its folder. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { pathInSession } from "./session-paths.ts";

test.each([
  ["/srv/app/src/a.ts", "/srv/app", undefined, "src/a.ts"],
  ["src/a.ts", "/srv/app", undefined, "src/a.ts"],
  ["./src//x/../a.ts", "/srv/app", undefined, "src/a.ts"],
  ["a.ts", "/srv/app", "/srv/app/src", "src/a.ts"],
  ["../a.ts", "/srv/app", "/srv/app/src", "a.ts"],
  ["a.ts", "/srv/app", "src", "src/a.ts"],
  ["a.ts", "/srv/app", "/tmp", null],
  ["../a.ts", "/srv/app", undefined, null],
  ["/srv/app", "/srv/app", undefined, null],
  ["/srv/app-two/a.ts", "/srv/app", undefined, null],
  ["~/a.ts", "/srv/app", undefined, null],
  ["https://x.y/a.ts", "/srv/app", undefined, null],
  ["file:///srv/app/a.ts", "/srv/app", undefined, "a.ts"],
  ["D:\\app\\src\\a.ts", "D:\\app", undefined, "src/a.ts"],
  ["d:/APP/src/a.ts", "D:\\app", undefined, "src/a.ts"],
  ["/d/app/a.ts", "D:\\app", undefined, "a.ts"],
  ["src\\a.ts", "D:\\app", undefined, "src/a.ts"],
  ["./box/repo/a.py", "./box", undefined, "repo/a.py"],
  ["/a/b.ts", undefined, undefined, null],
  ["b.ts", undefined, undefined, "b.ts"],
  ["/b.ts", "/", undefined, "b.ts"],
  ["a\nb", "/srv/app", undefined, null],
  ["C:/../../..", "/r/../..", "/r", null],
  ["C:/../app/b.ts", "C:/app", undefined, "b.ts"],
  ["D:/app/b.ts", "C:/app", undefined, null],
])("%j in %s from %s", (path, root, from, expected) =>
  expect(pathInSession(path, root, from)).toBe(expected),
);

test("property: every returned path is inside the folder", () => {
  const part = fc.constantFrom("a", "..", ".", "b.ts", "", "C:");
  const path = fc.array(part, { maxLength: 6 }).map((parts) => parts.join("/"));
  fc.assert(
    fc.property(path, path, path, (wanted, root, from) => {
      const found = pathInSession(wanted, `/r/${root}`, `/r/${from}`);
      expect(found === null || !/^(?:\.\.)?(?:\/|$)|\\/.test(found)).toBe(true);
    }),
    { examples: [["C:/../../..", "../..", ""]] },
  );
});
