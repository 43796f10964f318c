/** Tests the part of git's configuration format that identity reads. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { parseGitConfig, remotesOf } from "./git-config.ts";

const urls = (text: string): string[] =>
  remotesOf(parseGitConfig(text)).map(({ name, url }) => `${name} ${url}`);

test.each([
  ["one remote", '[remote "origin"]\n\turl = git@h:o/r.git\n', ["origin git@h:o/r.git"]],
  ["the first of two URLs", '[remote "o"]\nurl = a:b/c\nurl = d:e/f', ["o a:b/c"]],
  ["quotes and comments", '[remote "o"]\n url = "h:a b#c" ; note\n# url = x', ["o h:a b#c"]],
  ["escapes", '[remote "a\\"b"]\nurl = C:\\\\repos\\\\x', ['a"b C:\\repos\\x']],
  ["a continued line", '[remote "o"]\nurl = h:a/\\\nb', ["o h:a/b"]],
  ["Windows line ends and a mark", '\ufeff[remote "o"]\r\n  URL=h:a/b\r\n', ["o h:a/b"]],
  ["the old form", "[remote.Origin]\nurl = h:a/b", ["origin h:a/b"]],
  ["on the section's line", '[remote "o"] url = h:a/b', ["o h:a/b"]],
  ["a key without value", '[remote "o"]\nprune\nurl = h:a/b', ["o h:a/b"]],
  ["other sections", '[branch "url"]\nremote = origin\n[core]\nurl = x', []],
  [
    "insteadOf, the longest prefix",
    '[url "git@github.com:"]\ninsteadOf = gh:\n[url "ssh://w/"]\ninsteadOf = gh:work/\n[remote "o"]\nurl = gh:work/r\n[remote "p"]\nurl = gh:o/r',
    ["o ssh://w/r", "p git@github.com:o/r"],
  ],
])("%s", (_name, text, expected) => expect(urls(text)).toEqual(expected));

test("property: reads any text without an error", () => {
  const parts = fc.constantFrom(
    "[",
    "]",
    '"',
    "\\",
    "\n",
    "remote",
    " ",
    "url",
    "=",
    "#",
    "origin",
  );
  const texts = fc.oneof(
    fc.string(),
    fc.array(parts).map((list) => list.join("")),
  );
  fc.assert(
    fc.property(texts, (text) => {
      expect(Array.isArray(urls(text))).toBe(true);
    }),
  );
});
