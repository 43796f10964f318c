/** Tests which files' content is never captured. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { DEFAULT_IGNORE, isIgnoredPath } from "./ignored-path.ts";

test.each([
  [".env", true],
  ["apps/web/.env.local", true],
  ["C:\\app\\.ENV", true],
  [".env.example", false],
  ["apps/web/.env.sample", false],
  ["deploy/prod.env", true],
  ["certs/server.pem", true],
  ["certs/server.key", true],
  ["src/key.ts", false],
  ["src/keys/index.ts", false],
  ["/home/me/.ssh/config", true],
  ["id_rsa", true],
  ["id_ed25519.pub", false],
  ["~/.aws/credentials", true],
  ["src/credentials.ts", false],
  ["k8s/secrets/db.yaml", true],
  ["src/secrets.ts", false],
  [".npmrc", true],
  ["README.md", false],
  ["", false],
  ["a/".repeat(2_000), false],
  [`secrets/${"a/".repeat(2_000)}`, true],
  ["a".repeat(5_000), true],
])("by default: %s → %s", (path, expected) => expect(isIgnoredPath(path)).toBe(expected));

test.each([
  ["*.snap", "a/b/c.snap", true],
  ["build", "build/x/y.js", true],
  ["build/", "src/build", false],
  ["/build", "src/build/x", false],
  ["docs/**/*.md", "docs/a/b/c.md", true],
  ["docs/**/*.md", "docs/c.md", true],
  ["docs/*.md", "docs/a/c.md", false],
  ["file?.txt", "file1.txt", true],
  ["file?.txt", "file10.txt", false],
  ["", "a", false],
])("glob %s on %s → %s", (glob, path, expected) =>
  expect(isIgnoredPath(path, [glob])).toBe(expected),
);

test("the last match wins", () => {
  expect(isIgnoredPath("a/keep.log", ["*.log", "!keep.log"])).toBe(false);
  expect(isIgnoredPath("a/keep.log", ["*.log", "!keep.log", "a/"])).toBe(true);
});

test("property: any path and any globs give an answer, whatever stars they contain", () => {
  const odd = fc.string({
    unit: fc.constantFrom("*", "?", "/", "a", "\\", "!", "."),
    maxLength: 60,
  });
  fc.assert(
    fc.property(odd, fc.array(odd), (path, globs) => {
      expect(typeof isIgnoredPath(path, [...DEFAULT_IGNORE, ...globs])).toBe("boolean");
    }),
  );
});
