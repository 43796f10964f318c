/** Checks that every mutant still names existing code. A mutant without its code cannot be killed by any test. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

interface Mutants {
  readonly file: string;
  readonly tests: readonly string[];
  readonly changes: readonly (readonly [find: string, replace: string])[];
}

const ROOT = `${import.meta.dirname}/..`;

async function allMutants(): Promise<Mutants[]> {
  const folder = `${ROOT}/tools/mutants`;
  const modules = await Promise.all(
    readdirSync(folder).map((file) => import(`${folder}/${file}`) as Promise<object>),
  );
  return modules.flatMap((module) => Object.values(module).flat() as Mutants[]);
}

test("finds the text that a mutant replaces in its file", async () => {
  const mutants = (await allMutants()).flatMap(({ file, changes }) =>
    changes.map(([find]) => ({ file, find })),
  );
  expect(mutants.length).toBeGreaterThan(100);
  const stale = mutants.filter(
    ({ file, find }) => !readFileSync(`${ROOT}/${file}`, "utf8").includes(find),
  );
  expect(stale).toEqual([]);
});

test("finds every test file that should kill a mutant", async () => {
  const tests = (await allMutants()).flatMap((mutant) => mutant.tests);
  expect(tests.filter((path) => !existsSync(`${ROOT}/${path}`))).toEqual([]);
});
