/** Distribution of files to readers: all files are read, and no grammar is loaded by more readers than needed. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { CODEGRAPH } from "../tuning.ts";
import { batchesOf, handOut } from "./batches.ts";

const files = fc.array(
  fc.record({
    name: fc.nat(9_999),
    extension: fc.constantFrom("ts", "tsx", "js", "py", "sh"),
    size: fc.nat(CODEGRAPH.batchBytes),
  }),
  { maxLength: 30 },
);

test("property: puts every file once into batches of one grammar and limited size", () => {
  fc.assert(
    fc.property(files, (all) => {
      const wanted = all.map(({ name, extension, size }) => ({
        path: `${name}.${extension}`,
        size,
      }));
      const batches = batchesOf(wanted);
      const describeFiles = (some: typeof wanted) =>
        some.map(({ path, size }) => `${path} ${size}`).sort();
      expect(describeFiles(batches.flat())).toEqual(describeFiles(wanted));
      for (const batch of batches) {
        const grammars = batch.map(({ path }) =>
          path.replace(/.*\.(?:js|tsx)$/, "x.tsx").slice(-3),
        );
        expect(new Set(grammars).size).toBe(1);
        const bytes = batch.slice(0, -1).reduce((sum, { size }) => sum + size, 0);
        expect(bytes).toBeLessThan(CODEGRAPH.batchBytes);
      }
    }),
  );
});

test("reads grammars with few files first, then the largest files before the small ones", () => {
  const wanted = [
    { path: "small.ts", size: 10 },
    { path: "large.ts", size: 900_000 },
    { path: "script.sh", size: 90 },
    { path: "page.tsx", size: 300 },
    { path: "old.js", size: 400 },
  ];
  const paths = batchesOf(wanted).map((batch) => batch.map(({ path }) => path));
  expect(paths).toEqual([["script.sh"], ["old.js", "page.tsx"], ["large.ts"], ["small.ts"]]);
});

test("keeps a thread on its grammar and avoids loading a grammar twice while others remain", () => {
  const paths = ["1.sh", "1.tsx", "2.tsx", "1.ts", "2.ts", "3.ts"];
  const { next, left } = handOut(paths.map((path) => [{ path }]));
  const [one, two] = [new Set<string>(), new Set<string>()];
  const input = [one, one, two, one, two, one, two].map((ready) => next(ready)?.[0]?.path);
  expect(input).toEqual(["1.sh", "1.tsx", "1.ts", "2.tsx", "2.ts", "3.ts", undefined]);
  expect(left).toEqual([]);
});
