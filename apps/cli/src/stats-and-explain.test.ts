/**
 * Tests the counts of `tacit stats`, and whether `tacit explain` explains why a memory exists and why a question shows its
 * results.
 */
import { openTacit } from "@tacit-memory/memory";
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let at: TestMachine;
beforeEach(() => {
  at = testMachine();
});
afterEach(() => at.remove());

const PORT = "The preview server must listen on port 3000, because the proxy expects it.";
const remember = async (text: string, ...more: string[]) =>
  ((await at.json(["remember", text, ...more])) as { id: string }).id;

test("reports no counts and no error for an empty project", async () => {
  expect(await at.json(["stats"])).toMatchObject({
    memories: { active: 0, byType: [], helpful: [], oldestAt: null },
    shown: { count: 0, tokens: 0 },
  });
  expect((await at.run(["stats"])).stdout).toContain("0 active");
});

test("counts memories by type, state and use", async () => {
  const port = await remember(PORT, "--type", "gotcha", "--pin");
  await remember("Release notes are written before the tag is set.", "--type", "convention");
  const old = await remember("The old queue was replaced by a table.", "--type", "decision");
  await at.json(["archive", old]);
  await at.json(["feedback", port, "useful"]);
  const document = (await at.json(["stats", "--days", "7"])) as Record<string, unknown>;
  expect(document).toMatchObject({
    memories: {
      active: 2,
      archived: 1,
      pinned: 1,
      neverShown: 2,
      helpful: [{ id: port, useful: 1 }],
    },
    growth: { days: 7 },
  });
  expect((document["memories"] as { byType: unknown })["byType"]).toEqual(
    expect.arrayContaining([
      { name: "convention", count: 1 },
      { name: "gotcha", count: 1 },
    ]),
  );
  expect(
    (document["growth"] as { byDay: { made: number }[] }).byDay.map(({ made }) => made),
  ).toEqual([3]);
  expect((await at.run(["stats"])).stdout).toMatch(/2 active, 1 pinned.*1 archived/);
});

test("rejects an invalid number of days as bad usage", async () =>
  expect((await at.run(["stats", "--days", "0"])).status).toBe(64));

test("explains a memory by its origin, its changes and where it was shown", async () => {
  const id = await remember(PORT, "--type", "gotcha");
  await at.json(["confirm", id]);
  expect(await at.json(["explain", id.slice(-8)])).toMatchObject({
    memory: { id },
    origin: { source: "user_taught" },
    evidence: [expect.objectContaining({ kind: "user" })],
    doubts: [],
    shown: [],
  });
  const { stdout } = await at.run(["explain", id]);
  expect(stdout).toMatch(/why +user taught/);
  expect(stdout).toMatch(/evidence +user/);
  expect((await at.run(["explain", `[mem:${id.slice(-8).toUpperCase()}]`])).stdout).toBe(stdout);
  expect((await at.run(["explain", "00000000"])).status).toBe(66);
});

test("explains a word that looks like the end of an id as a question", async () => {
  const id = await remember("The facade of the payment service hides both providers.");
  expect(await at.json(["explain", "facade"])).toMatchObject({ query: "facade", hits: [{ id }] });
});

test("at trust L1, explains that a relevant memory is shown only at the start", async () => {
  await remember(PORT, "--type", "gotcha");
  const question = "on which port must the preview server listen";
  const { stdout } = await at.run(["explain", question, "--set", "trust=L1"]);
  expect(stdout).toContain("none of these automatically");
  expect(stdout).toMatch(/shown automatically: no, because trust level L1 shows memories only/);
  expect(stdout).not.toContain("shown automatically: yes");
});

test("counts the showings as a minimum if there are more than are read", async () => {
  const id = await remember(PORT, "--type", "gotcha");
  const tacit = await openTacit({ home: at.home, cwd: at.folder });
  for (let n = 0; n < 200; n++)
    await tacit.brief.startBlock({ session: `s${n}`, point: "session_start" });
  await tacit.close();
  expect((await at.run(["explain", id])).stdout).toMatch(/shown +at least 200 times to agents/);
});

test("explains a question by the parts of each score and by what an agent would be shown", async () => {
  const id = await remember(PORT, "--type", "gotcha");
  const { stdout } = await at.run(["explain", "on which port must the preview server listen"]);
  expect(stdout).toMatch(/score \d.*fused/);
  expect(stdout).toMatch(/shown automatically: yes/);
  const document = await at.json(["explain", "on which port must the preview server listen"]);
  expect(document).toMatchObject({
    abstained: false,
    hits: [{ id, explanation: { gate: { level: "full" } } }],
  });
  const unknown = await at.run(["explain", "zyzzyva quokka"]);
  expect([unknown.status, unknown.stdout]).toEqual([
    0,
    expect.stringContaining("No memory was found."),
  ]);
});
