/** `tacit recall --explain`: why a hit would or would not be shown to an agent unasked. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "./testing-machine.ts";

const LESSON = "The dev server listens on port 8081 because the proxy holds 8080.";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

async function imported(more: object): Promise<void> {
  const line = JSON.stringify({ content: LESSON, type: "gotcha", ...more });
  await machine.json(["import", "jsonl", "-"], `${line}\n`);
}

async function explained(question: string) {
  const argv = ["recall", question, "--explain"];
  const { hits } = (await machine.json(argv)) as {
    hits: { explanation: { gate: { silence: string | null } } }[];
  };
  return {
    silence: hits[0]?.explanation.gate.silence,
    text: (await machine.run(argv)).stdout,
  };
}

test("explains a relevant hit as shown, with its evidence", async () => {
  await imported({});
  const { silence, text } = await explained("which port does the dev server listen on");
  expect(silence).toBeNull();
  expect(text).toMatch(/shown automatically: yes \(relevance -?\d+\.\d\d, threshold -?\d+\.\d\d\)/);
});

test("explains a hit with one matching word as not shown, and the missing relevance", async () => {
  await imported({});
  const { silence, text } = await explained("how are invoices sent to a proxy buyer abroad");
  expect(silence).toBe("little_evidence");
  expect(text).toMatch(/shown automatically: no, because its relevance is too low \(relevance/);
});

test("explains a long unconfirmed memory as not shown, and how to raise its confidence", async () => {
  await imported({ createdAt: new Date(Date.now() - 900 * 86_400_000).toISOString() });
  const { silence, text } = await explained("which port does the dev server listen on");
  expect(silence).toBe("low_confidence");
  expect(text).toMatch(
    /automatically\. The reason for the first one: its confidence is too low\.$/m,
  );
  expect(text).toMatch(
    /its confidence is too low \(0\.\d\d; to raise it, run `tacit confirm [0-9a-f]{8}`\)/,
  );
});
