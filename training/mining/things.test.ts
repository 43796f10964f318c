/** Are tools and topics found with what they are, in lists, catalogues and nowhere else? */
import { expect, test } from "vitest";
import { mayList, pairsOf, thingsIn } from "./things.ts";

const found = (path: string, text: string, source = "a/b") =>
  [...thingsIn(path, text, source)].map(({ name, said, among }) => [name, said, among]);

test.each([
  [
    "a list under a heading",
    "a/b",
    "README.md",
    `## Caching
- [a/redis](https://x.org) - Redis is an in-memory database.
* [**Dragonfly**](https://x.org): a store that speaks its protocol
- [license](l) - MIT
- a sentence without a link to anything`,
    [
      ["redis", "an in-memory database.", "Caching"],
      ["Dragonfly", "a store that speaks its protocol", "Caching"],
    ],
  ],
  [
    "a table",
    "a/b",
    "README.md",
    "### Mail\n| [Postbox](https://x.org) | Sends letters to people | No |",
    [["Postbox", "Sends letters to people", "Mail"]],
  ],
  [
    "a topic of a catalogue",
    "github/explore",
    "topics/redis/index.md",
    "---\ndisplay_name: Redis\nshort_description: Redis is an in-memory database.\nrelated: cache, nosql\n---\nMore.",
    [["Redis", "an in-memory database.", "cache nosql"]],
  ],
  [
    "a manifest",
    "ScoopInstaller/Main",
    "bucket/redis.json",
    `{\n  "version": "8",\n  "description": "In-memory data structure store"\n}`,
    [["redis", "In-memory data structure store", ""]],
  ],
  [
    "a manifest cut short",
    "ScoopInstaller/Main",
    "bucket/redis.json",
    `{\n  "description": "In-mem`,
    [],
  ],
  [
    "a recipe",
    "spack/spack-packages",
    "repos/x/packages/py_redis/package.py",
    `class PyRedis(PythonPackage):\n    """The client of an in-memory database.\n\n    More."""\n`,
    [["redis", "The client of an in-memory database.", ""]],
  ],
  ["nothing", "a/b", "README.md", "", []],
])("%s", (_what, source, path, text, expected) =>
  expect(found(path, text, source)).toEqual(expected),
);

test("catalogues are read in their own repository only", () => {
  expect(mayList("bucket/redis.json", "ScoopInstaller/Main")).toBe(true);
  expect(mayList("bucket/redis.json", "a/b")).toBe(false);
  expect(mayList("docs/tools.md", "a/b")).toBe(true);
});

test("a thing is a pair with what it is, and one with what it is among", () => {
  const thing = { name: "redis", said: "an in-memory database", among: "Caching" };
  expect([...pairsOf(thing)].map(({ k, a, b }) => [k, a, b])).toEqual([
    ["thing_about", "redis", "an in-memory database"],
    ["kind_thing", "Caching", "redis: an in-memory database"],
  ]);
  expect([...pairsOf({ ...thing, among: "" })]).toHaveLength(1);
});
