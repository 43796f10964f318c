/** Commands state what a change changed, and what it did not. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

const PORT = "The staging port is 7781, because 7780 is taken by the metrics sidecar.";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

const printed = async (...args: string[]) => (await machine.run(args)).stdout;
async function stored(content: string, ...more: string[]): Promise<string> {
  return ((await machine.json(["remember", content, ...more])) as { id: string }).id;
}

test("a history names the change of trust, and the memory that replaced this one", async () => {
  const line = { content: PORT };
  await machine.run(["import", "jsonl", "-"], JSON.stringify(line));
  const [{ id }] = (await machine.json(["list"])) as [{ id: string }];
  await machine.run(["confirm", id]);
  expect(await printed("history", id)).toMatch(/^ {2}standing: believed → verified$/m);
  expect(await printed("history", id)).toMatch(/^now \(version 2, verified\): The staging port/m);
  await machine.run(["correct", id, "The staging port is 7790 since the sidecar moved."]);
  expect(await printed("history", id)).toMatch(/^superseded by \w{8}: The staging port is 7790/m);
});

test("accepting a rejected memory states that it stays archived", async () => {
  const id = await stored(PORT);
  expect(await printed("review", "accept", id)).not.toContain("archived");
  await machine.run(["review", "reject", id]);
  expect(await printed("review", "accept", id)).toContain(
    `it stays archived; to use it again, run \`tacit restore ${id.slice(-8)}\``,
  );
});

test("undoing a repeated `remember` states that the memory stays", async () => {
  await stored(PORT);
  await machine.run(["remember", PORT]);
  const repeated = await printed("undo");
  expect(repeated).toContain("seen: 2 times → 1 time");
  expect(repeated).toContain("the memory stays");
  const first = await printed("undo");
  expect(first).toContain("state: active → archived");
  expect(first).not.toContain("the memory stays");
});

test("a list separates the flags of a memory", async () => {
  const id = await stored(PORT, "--pin");
  await machine.run(["archive", id]);
  expect(await printed("list", "--archived")).toMatch(/today · pinned · archived$/m);
});

test("a recall without a relevant memory says so first", async () => {
  await stored(PORT);
  await stored("The test database is dropped every night by a cron job on db-2.");
  const answer = await printed("recall", "how are the test fixtures loaded into memory");
  expect(answer).toMatch(/^No memory is relevant enough.*\n\n\w{8} /);
});
