/** Tests that no home folder of a person remains and that everything else stays unchanged. */
import { expect, test } from "vitest";
import { homeless } from "./without-home.ts";

const PLACES = { root: "/srv/shop", cwd: "/Users/ann/dev/shop", userHome: "/data/people/ann" };

test.each([
  ["/srv/shop/src/a.ts and /srv/shop", "src/a.ts and ."],
  ["/srv/shopping/a.ts", "/srv/shopping/a.ts"],
  ["cd /Users/ann/dev/shop && ls /Users/ann/dev/shop/src", "cd . && ls src"],
  ["/Users/ann/dev/shop-old/a", "~/dev/shop-old/a"],
  ["/data/people/ann/.npmrc, /data/people/anna", "~/.npmrc, /data/people/anna"],
  ["read '/home/bob/x' and C:\\Users\\Bob\\x", "read '~/x' and ~\\x"],
  ["file:///home/bob/x.html", "file://~/x.html"],
  ["~/.claude/projects/-Users-ann-dev-shop/1.jsonl", "~/.claude/projects/~-dev-shop/1.jsonl"],
  ["https://example.org/home/page and src/home/x", "https://example.org/home/page and src/home/x"],
  ["/home/u/.cache, /homeless", "~/.cache, /homeless"],
  ["cd /root && ls /rootless", "cd ~ && ls /rootless"],
])("%s", (text, expected) => {
  expect(homeless({ deep: [{ text }] }, PLACES)).toEqual({ deep: [{ text: expected }] });
});

test("keeps numbers, null and names of fields, and reads a long text once", () => {
  expect(homeless({ "/home/ann": 1, n: null, b: true }, PLACES)).toEqual({
    "/home/ann": 1,
    n: null,
    b: true,
  });
  const long = "/".repeat(200_000);
  expect(homeless(long, PLACES)).toBe(long);
});
