/** A note of a branch that replaces an earlier one hides it there until the branch is merged. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { shortId } from "../../domain/ids.ts";
import { git } from "../../testing/testing-git.ts";
import { learn, makePlace, type Place, sessionScript } from "../../testing/testing-life.ts";

const QUESTION = "why do reads of the widget cache fail after a schema change";
const BEFORE = "The widget cache must be dropped by hand after a schema change, or reads fail.";
const AFTER = "The widget cache empties itself after a schema change, and reads work at once.";

function commitFile(place: Place, path: string): void {
  place.write(path, `${path}\n`);
  git(place.root, "add", "-A");
  git(place.root, "commit", "-qm", path);
}

test("what a note of a branch replaces is hidden on that branch only, and superseded once it is merged", async () => {
  const place = makePlace();
  git(place.root, "init", "-q");
  commitFile(place, "README.md");
  git(place.root, "branch", "topic");
  const commit = readFileSync(join(place.root, ".git/refs/heads/topic"), "utf8").trim();
  const tacit = await place.open();
  const note = (n: number, branch: string, line: string) =>
    sessionScript(`s${n}`)
      .add("session_start", { branch, commit } as never)
      .prompt("Look at the widget cache.")
      .add("message", { text: line })
      .end();
  await learn(tacit, note(1, "main", `tacit: ${BEFORE}`));
  const [old] = await tacit.memories.list();
  git(place.root, "switch", "-q", "topic");
  await learn(tacit, note(2, "topic", `tacit ${shortId(old?.id ?? "")}: ${AFTER}`));
  const found = async (options = {}) => {
    const { hits } = await tacit.memories.recall({ query: QUESTION, ...options });
    return hits.map(({ memory }) => memory.content).sort();
  };
  const shown = async (session: string) => {
    const block = await tacit.brief.startBlock({ session, point: "session_start" });
    return [BEFORE, AFTER].filter((text) => block.text.includes(text.slice(0, 40)));
  };
  expect(await found()).toEqual([AFTER]);
  expect(await found({ allBranches: true })).toEqual([AFTER, BEFORE]);
  expect(await shown("a")).toEqual([AFTER]);
  git(place.root, "switch", "-q", "main");
  expect(await found()).toEqual([BEFORE]);
  expect(await shown("b")).toEqual([BEFORE]);
  git(place.root, "switch", "-q", "topic");
  commitFile(place, "cache.ts");
  git(place.root, "switch", "-q", "main");
  git(place.root, "merge", "-q", "topic");
  await tacit.brief.lookAtGit();
  expect(await found()).toEqual([AFTER]);
});
