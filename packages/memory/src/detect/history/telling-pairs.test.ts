/** Of what a history changed together, which pairs are worth saying? */
import { describe, expect, test } from "vitest";
import { detect } from "../detect.ts";
import { inOrderOfTelling } from "./telling-pairs.ts";
import { type Commit, history, many, others } from "./testing-history.ts";
import { HARVEST } from "./tuning.ts";

describe("which pairs are told", () => {
  const told = (commits: readonly Commit[]) => {
    const trace = history(commits);
    return inOrderOfTelling(trace, detect(trace)).map(({ files }) => files.join(" "));
  };
  const together = (count: number, ...files: readonly string[]) => {
    const pairs = many(count, (i) => ({ message: `Mend the ${"abcdefgh".charAt(i)}`, files }));
    return pairs.flatMap((one, i) => [
      one,
      ...others(8).map((other) => ({ ...other, message: `${other.message} ${i}` })),
    ]);
  };

  test("the most certain first, each file once", () => {
    expect(
      told([...together(6, "a.sql", "b.go"), ...together(5, "c.sql", "d.go", "e.go")]),
    ).toEqual(["a.sql b.go", "c.sql d.go"]);
  });

  test("not a test with its code, a picture, a post of a day", () => {
    expect(told(together(6, "e2e/other.spec.ts", "src/one.ts"))).toEqual([]);
    expect(told(together(6, "web/logo.svg", "web/page.ts"))).toEqual([]);
    expect(told(together(6, "blog/hello.md", "site.json"))).toEqual([]);
    expect(told(together(6, ".github/workflows/a.yml", ".github/workflows/b.yml"))).toEqual([]);
    expect(told(together(6, "gradlew", "gradle/wrapper/gradle-wrapper.properties"))).toEqual([]);
  });

  test("not what a release or a machine changes, nor what one week of work did", () => {
    const pairs = (message: (i: number) => string) =>
      together(6, "a.sql", "b.go").map((one, i) =>
        one.files?.length === 2 ? { ...one, message: message(i) } : one,
      );
    expect(told(pairs((i) => `Bump golang from 1.${i} to 1.9${i}`))).toEqual([]);
    expect(told(pairs((i) => `Release 1.${i}.0`))).toEqual([]);
    expect(
      told([
        ...others(60),
        ...many(6, (i) => ({ message: `Mend ${i}`, files: ["a.sql", "b.go"] })),
      ]),
    ).toEqual([]);
  });

  test("not what a tool does in the same words, nor archives and bundles", () => {
    const same = together(6, "a.sql", "b.go").map((one) => ({
      ...one,
      message: one.files?.length === 2 ? "Rebuild" : one.message,
    }));
    expect(told(same)).toEqual([]);
    expect(told(together(6, "one.tar.gz", "two.tar.gz"))).toEqual([]);
    expect(told(together(6, "priv/app.cjs.js", "priv/app.js"))).toEqual([]);
  });

  test("not a hub: what changes with several others, or with whatever changes beside the first", () => {
    const hub = ["a", "b", "c", "d"].flatMap((name) => together(6, `x/${name}.sql`, "core.go"));
    expect(told(hub)).toEqual([]);
    const often = together(HARVEST.hubBelow.value, "x/a.sql", "core.go").map((one, i) => ({
      ...one,
      message: `Mend ${"abcdefghijklmnopqrstuvwxyz".charAt(i % 26)} here`,
    }));
    expect(told([...often, ...hub])).toEqual(["core.go x/a.sql"]);
    const beside = many(10, (i) => ({
      message: `Mend number ${i}`,
      files: [`x/other${i}.sql`, ...(i % 2 === 0 ? ["b.go"] : [])],
    }));
    expect(told([...together(6, "x/a.sql", "b.go"), ...beside])).toEqual([]);
    expect(told([...together(6, "x/a.sql", "b.go"), ...beside.slice(0, 3)])).toHaveLength(1);
  });

  test("not what was mostly done in a few weeks, what is done no more, or was years ago", () => {
    const pair = (i: number) => ({
      message: `Mend the ${"abcdefgh".charAt(i)}`,
      files: ["a.sql", "b.go"],
    });
    expect(told([pair(0), ...others(60), ...many(5, (i) => pair(i + 1))])).toEqual([]);
    const alone = many(4, (i) => ({ message: `Mend it ${i}`, files: [i < 2 ? "a.sql" : "b.go"] }));
    const often = many(8, (i) => ({ ...pair(i), message: `Mend ${"abcdefgh".charAt(i)} of it` }));
    const spread = often.flatMap((one) => [one, ...others(8)]);
    expect(told(spread)).toHaveLength(1);
    expect(told([...spread, ...alone])).toEqual([]);
    expect(told([...spread, ...others(HARVEST.habitMaxAgeDays.value / 2 + 1)])).toEqual([]);
    const gone = [...spread, ...others(HARVEST.habitMaxAgeDays.value / 2 + 1), pair(9)];
    expect(told(gone)).toEqual([]);
  });

  test("in a session all, as they came", () => {
    const trace = history(together(2, "a.sql", "b.go").slice(0, 12));
    const signals = detect(trace);
    expect(inOrderOfTelling(trace, signals)).toBe(signals);
  });
});
