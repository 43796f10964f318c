/** `tacit gaps` and validity periods from the command line, as text and JSON. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

const QUESTION = "how do we rotate the signing keys of the release";

interface Answer {
  readonly id: string;
  readonly content: string;
}

async function recalled(...argv: readonly string[]): Promise<string[]> {
  const { hits } = (await machine.json(["recall", ...argv])) as { hits: Answer[] };
  return hits.map(({ content }) => content);
}

test("records an unanswered question as a gap until it is answered or forgotten", async () => {
  await machine.json(["remember", "The server listens on port 4173."]);
  expect((await machine.run(["gaps"])).stdout).toContain("no gaps");
  for (const question of [QUESTION, QUESTION, "what is the airspeed of a swallow"]) {
    await machine.json(["recall", question]);
  }
  const gaps = (await machine.json(["gaps"])) as { id: number; query: string }[];
  expect(gaps).toMatchObject([{ query: QUESTION, times: 2, answeredBy: null }, { times: 1 }]);
  expect((await machine.run(["gaps"])).stdout).toMatch(/2 times .*how do we rotate/);
  expect((await machine.run(["status"])).stdout).toContain("2 questions without an answer");
  const forgotten = await machine.json(["gaps", "--forget", String(gaps[1]?.id)]);
  expect(forgotten).toEqual({ forgotten: 1 });
  expect((await machine.run(["gaps", "--forget", "99"])).stdout).toContain("no gaps to forget");
  await machine.json([
    "remember",
    "Rotate the signing keys of the release with `make rotate-keys`.",
  ]);
  expect(await machine.json(["gaps"])).toEqual([]);
  expect((await machine.run(["gaps", "--all"])).stdout).toContain("answered by");
  expect(await machine.json(["gaps", "--forget", "--all"])).toEqual({ forgotten: 1 });
});

test("records no gap for punctuation, and reads a question from standard input", async () => {
  await machine.json(["remember", "The server listens on port 4173."]);
  for (const signs of ["((((", "!!! ???", "%_%", "👩‍💻"]) await machine.json(["recall", signs]);
  const log = `${"at f (/srv/a.ts:1:2)\n".repeat(10_000)}`;
  const answer = (await machine.json(["recall", "-"], "which port\n")) as { query: string };
  expect(answer).toMatchObject({ query: "which port", hits: [{ type: "fact" }] });
  expect((await machine.run(["recall", "-"], log)).status).toBe(0);
  expect((await machine.run(["recall", "-"], " \n")).status).toBe(64);
  expect(await machine.json(["gaps"])).toMatchObject([{ query: expect.stringContaining("srv") }]);
});

test.each([
  [["gaps", "3"]],
  [["gaps", "--forget"]],
  [["gaps", "--forget", "x"]],
  [["gaps", "--forget", "3", "--all"]],
])("rejects %j", async (argv) => {
  expect((await machine.run(argv)).status).toBe(64);
});

test("stores, shows, edits and queries a validity period", async () => {
  const old = "The dev server listens on port 4173.";
  const [from, until] = ["--valid-from", "--valid-until"];
  const { id } = (await machine.json(["remember", old, from, "2020-01", until, "2020"])) as Answer;
  expect(await recalled("which port does the dev server use")).toEqual([]);
  expect(await recalled("which port does the dev server use", "--at", "2020-06")).toEqual([old]);
  expect(await recalled("which port does the dev server use", "--at", "2021")).toEqual([]);
  const shown = (await machine.json(["show", id])) as Record<string, string>;
  expect([shown["validFrom"], shown["validUntil"]]).toEqual([
    new Date(2020, 0, 1).toISOString(),
    new Date(2021, 0, 1).toISOString(),
  ]);
  expect((await machine.run(["show", id])).stdout).toMatch(/valid +since 20.* until 202/);
  await machine.json(["edit", id, until, ""]);
  expect(await recalled("which port does the dev server use")).toEqual([old]);
  expect((await machine.run(["recall", "port", "--at", "soon"])).status).toBe(64);
  expect((await machine.run(["remember", old, from, "2021", until, "2020"])).status).toBe(64);
});

test("limits a query to the time before an event that it finds and names", async () => {
  await machine.json(["remember", "Sessions are stored in flat files."]);
  await machine.json(["remember", "We migrated the storage to SQLite in one night."]);
  const question = ["how are sessions stored", "--before", "the migration to SQLite"];
  const answer = (await machine.json(["recall", ...question])) as { events: Answer[] };
  expect(answer.events).toMatchObject([{ content: expect.stringContaining("migrated") }]);
  expect((await machine.run(["recall", ...question])).stdout).toContain("Limited in time by");
  const unknown = await machine.run(["recall", "sessions", "--before", "zyxwv"]);
  expect(unknown.status).toBe(66);
});

test("exports no memories that are expired or not yet valid, and reports the understood time", async () => {
  const frozen = "Never deploy while the auditors are in the house.";
  const result = await machine.run(["remember", frozen, "--valid-until", "2021-01-06"]);
  expect(result.stdout).toMatch(/valid until 2021-01-0/);
  await machine.run(["remember", "Never deploy without a ticket number.", "--valid-from", "2099"]);
  await machine.run(["remember", "Never deploy on a Friday after lunch."]);
  for (const format of ["markdown", "claude-md"]) {
    const { stdout } = await machine.run(["export", "--format", format]);
    expect(stdout).toContain("Friday");
    expect(stdout).not.toMatch(/auditors|ticket/);
  }
  const all = (await machine.json(["export"])) as { memories: Answer[] };
  expect(all.memories).toHaveLength(3);
});

test("limits a question with a calendar date to that time and records no gap", async () => {
  const iso = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const lines = [
    { content: "Sessions are stored in files under var/sessions.", createdAt: iso(400) },
    { content: "Sessions are stored in Redis, with a time to live.", createdAt: iso(0) },
  ];
  await machine.json(
    ["import", "jsonl", "-"],
    lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
  );
  const [old, young] = lines.map(({ content }) => content);
  expect(await recalled("how were sessions stored before this year")).toEqual([old]);
  expect(await recalled("what did we decide in the last 3 days about sessions")).toEqual([young]);
  expect(await recalled("what did we learn in the last 3 days")).toEqual([young]);
  expect(await recalled("--since", "3d")).toEqual([young]);
  const none = "what did we learn 600 days ago";
  expect(await machine.json(["recall", none])).toMatchObject({
    hits: [],
    period: { said: "600 days ago" },
  });
  expect((await machine.run(["recall", "what did we learn in the last 3 days"])).stdout).toContain(
    "Only results of this time: in the last 3 days",
  );
  // No memory from that time is relevant, so the date is treated as ordinary words.
  expect(await recalled("how were sessions stored before 2001")).toHaveLength(2);
  expect(await machine.json(["gaps"])).toEqual([]);
});

test("says that a memory whose validity has ended is not shown", async () => {
  const ended = [
    "remember",
    "Deploys are frozen while the shop has its sale.",
    "--valid-until",
    "2020-01",
  ];
  expect((await machine.run(ended)).stdout).toMatch(/not shown, because its validity has ended/);
});

test("forgets the recorded questions with the words of a query", async () => {
  await machine.json(["remember", "The server listens on port 4173."]);
  for (const question of ["what about the qwertyzebra gateway", "who owns the billing queue"])
    await machine.json(["recall", question]);
  expect(await machine.json(["gaps"])).toHaveLength(2);
  const forget = ["forget", "--query", "Qwertyzebra"];
  expect((await machine.run(forget)).status).toBe(64);
  const { stdout } = await machine.run([...forget, "--yes"]);
  expect(stdout).toBe("forgotten: 0 memories and 1 recorded question\n");
  expect(await machine.json(["gaps"])).toMatchObject([{ query: "who owns the billing queue" }]);
});
