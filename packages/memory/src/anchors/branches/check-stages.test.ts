/**
 * A branch for which git ran out of time is unknown, and the number of git calls does not grow with the number of branches.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { git } from "../../testing/testing-git.ts";
import { makePlace } from "../../testing/testing-life.ts";
import { checkStages, type StageCheck } from "./check-stages.ts";
import { type Repository, readRepository } from "./repository.ts";

const FIRST = "one\ntwo\nthree\n";

interface Ended {
  readonly root: string;
  readonly repository: Repository;
  /** Stages of deleted branches with two commits each; main has the same content as one of them. */
  readonly stages: readonly string[];
}

function repositoryWith(branches: number): Ended {
  const { root } = makePlace();
  const commit = (path: string, text: string) => {
    writeFileSync(join(root, path), text);
    git(root, "add", "-A");
    git(root, "commit", "-qm", `change ${path}`);
  };
  git(root, "init", "-q", "-b", "main");
  commit("shared.txt", FIRST);
  const names = Array.from({ length: branches }, (_, i) => `topic-${i}`);
  for (const name of names) {
    git(root, "switch", "-qc", name, "main");
    commit(`${name}.txt`, FIRST);
    commit(`${name}.txt`, `${FIRST}four\n`);
  }
  git(root, "switch", "-q", "main");
  // Two commits on main that equal no commit of the branch but result in the same content.
  commit("topic-0.txt", "five\n");
  commit("topic-0.txt", `${FIRST}four\n`);
  const repository = open(root);
  const stages = names.map((name) => `${repository.tipOf(name)}:${name}`);
  for (const name of names) git(root, "branch", "-qD", name);
  return { root, repository: open(root), stages };
}

function open(root: string): Repository {
  const repository = readRepository(root);
  if (repository === null) throw new Error("no repository");
  return repository;
}

/** Runs a check with time for the given number of questions. */
async function lookFor(
  { repository, stages }: Ended,
  maxGitCalls: number,
): Promise<StageCheck & { gitCalls: number }> {
  let gitCalls = 0;
  const seen = await checkStages(repository, stages, [], () =>
    gitCalls++ < maxGitCalls ? 20_000 : 0,
  );
  return { ...seen, gitCalls };
}

test("whatever git had no time to answer is unknown, at whichever question time runs out", async () => {
  const place = repositoryWith(2);
  const [same = "", other = ""] = place.stages;
  const whole = await lookFor(place, 1000);
  expect(whole).toMatchObject({
    isComplete: true,
    merges: [{ stage: same, how: "merged into main with changes" }],
  });
  expect(Object.fromEntries(whole.verdicts)).toEqual({ [other]: "gone" });
  for (let maxGitCalls = 0; maxGitCalls < whole.gitCalls; maxGitCalls++) {
    const part = await lookFor(place, maxGitCalls);
    expect(part).toMatchObject({ isComplete: false, merges: [] });
    expect(Object.fromEntries(part.verdicts)).toEqual({ [same]: "unknown", [other]: "unknown" });
  }
});

test("asks as many questions for many deleted branches as for two", async () => {
  const [few, many] = [repositoryWith(2), repositoryWith(6)];
  const gitCallsFor = async (place: Ended) => (await lookFor(place, 1000)).gitCalls;
  expect(await gitCallsFor(many)).toBe(await gitCallsFor(few));
});
