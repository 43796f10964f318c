/** Mentions of code are found in text, and prose yields none. */
import { expect, test } from "vitest";
import { mentionsIn, pathsIn } from "./mentions.ts";

test.each([
  ["Call `Basket.total` once", ["Basket.total", "total"]],
  ["await getUser(id) first", ["getUser"]],
  ["MAX_SIZE and snake_case count", ["MAX_SIZE", "snake_case"]],
  ["Rust's `io::Error::new` fails", ["io.Error.new", "new"]],
  ["`#private` fields", ["#private"]],
  ["the total is right, as it should be", []],
])("names in %s", (text, names) => {
  expect([...mentionsIn(text).names]).toEqual(expect.arrayContaining(names));
  if (names.length === 0) expect(mentionsIn(text).names.size).toBe(0);
});

test("includes names that were given explicitly", () => {
  expect([...mentionsIn("plain words", ["total"]).names]).toEqual(["total"]);
});

test("capitalised words count within a sentence but not at its start", () => {
  expect([...mentionsIn("Never share a Basket between users. Baskets leak.").capitalised]).toEqual([
    "Basket",
  ]);
});

test.each([
  ["at src/a.ts:12:5", { path: "src/a.ts", line: 12 }],
  ['File "app/views.py", line 40, in get', { path: "app/views.py", line: 40 }],
  ["src\\win\\a.cs(7,3): error", { path: "src/win/a.cs", line: 7 }],
  ["main.go:3", { path: "main.go", line: 3 }],
])("places in %s", (text, place) => {
  expect(mentionsIn(text).places).toEqual([place]);
});

test.each<[string, readonly string[]]>([
  ["`src/pay.ts` and ./lib/a-b.test.tsx, not src/pay.ts twice", ["src/pay.ts", "lib/a-b.test.tsx"]],
  ["at src/a.ts:12:5 (see packages/core/x.py)", ["src/a.ts", "packages/core/x.py"]],
  [
    "what .github/workflows/ci.yml runs, and apps/.env.test",
    [".github/workflows/ci.yml", "apps/.env.test"],
  ],
  ["https://a.com/src/pay.js, ../b/c.ts, /etc/x.conf, and/or, v1.2/3, package.json", []],
])("files in %s", (text, paths) => {
  expect(pathsIn(text)).toEqual(paths);
});

test("a page of adversarial text is processed quickly", () => {
  const startedMs = performance.now();
  mentionsIn(
    `${"a.".repeat(20_000)} ${"`".repeat(5000)} ${"A b".repeat(5000)} ${"x/".repeat(20_000)}`,
  );
  pathsIn(`${"a.".repeat(20_000)} ${"x/".repeat(20_000)} ${"a-".repeat(20_000)}`);
  expect(performance.now() - startedMs).toBeLessThan(1000);
});
