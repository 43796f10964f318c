/** Tests that what a session showed belongs to the branch on which it was seen, not to the one on which the session ended. */
import type { Event } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { git } from "../testing/testing-git.ts";
import { makePlace, sessionScript } from "../testing/testing-life.ts";
import { branchesOf } from "./branch-at.ts";

const NOTE =
  "The retry queue in src/queue.ts stops at 8 tries, because the gateway bans clients after 10.";
const RULE = "Always add a migration for each new table, because the deployment runs nothing else.";

test("a note and a rule belong to the branch on which they were stated", async () => {
  const place = makePlace();
  git(place.root, "init", "-q", "-b", "main");
  place.write("README.md", "# Queue\n");
  git(place.root, "add", "-A");
  git(place.root, "commit", "-qm", "first");
  git(place.root, "switch", "-qc", "topic");
  place.write("src/queue.ts", "export const MAX = 8;\n");
  git(place.root, "add", "-A");
  git(place.root, "commit", "-qm", "queue");
  git(place.root, "switch", "-q", "main");
  const { events } = sessionScript("s1")
    .add("session_start", { agent: "claude-code", branch: "topic" })
    .add("prompt", { text: "Implement the retry queue", branch: "topic" })
    .add("message", { text: `Done.\n\ntacit: ${NOTE}`, branch: "topic" })
    .add("prompt", { text: RULE, branch: "main" })
    .add("message", { text: "Noted, I will add one for each table.", branch: "main" })
    .end();
  const tacit = await place.open();
  const { sessions } = await tacit.sessions.ingest(events, "live");
  await tacit.sessions.learn(sessions);
  const memories = await tacit.memories.list({ state: null });
  const of = (content: string) => memories.find((memory) => memory.content === content);
  expect(of(NOTE)).toMatchObject({ branch: "topic", isStaged: true });
  expect(of(RULE)).toMatchObject({ branch: "main", isStaged: false });
  const { hits } = await tacit.memories.recall({ query: "when does the retry queue stop?" });
  expect(hits.map(({ memory }) => memory.content)).not.toContain(NOTE);
  git(place.root, "switch", "-q", "topic");
  const again = await tacit.memories.recall({ query: "when does the retry queue stop?" });
  expect(again.hits.map(({ memory }) => memory.content)).toContain(NOTE);
  await tacit.close();
});

test.each<[string, readonly (string | undefined)[], readonly (string | null)[]]>([
  ["one branch needs none", ["a", undefined, "a"], [null, null, null]],
  ["no branch is stated", [undefined, undefined], [null, null]],
  [
    "an event without a branch is on that of the event before",
    ["a", undefined, "b"],
    ["a", "a", "b"],
  ],
  ["nothing is known before the first", [undefined, "a", "b"], [null, "a", "b"]],
])("%s", (_name, stated, expected) => {
  const events = stated.map(
    (branch, seq) => ({ seq, ...(branch !== undefined && { branch }) }) as unknown as Event,
  );
  const branchAt = branchesOf(events);
  expect(stated.map((_branch, seq) => branchAt(seq))).toEqual(expected);
});
