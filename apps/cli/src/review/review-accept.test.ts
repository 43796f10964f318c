/** `review accept` of a memory that another one contradicts. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { type TestMachine, testMachine } from "../testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

test("names the other side of a contradiction when one side is accepted", async () => {
  const store = async (content: string) => {
    const { id } = (await machine.json(["remember", content])) as { id: string };
    return id;
  };
  const [five, nine] = [
    await store("The retry limit of the mailer is 5."),
    await store("The retry limit of the mailer is 9."),
  ];
  const first = await machine.run(["review", "accept", five]);
  expect(first.stdout).toMatch(/contradicts .* still waits for review; .*`tacit review reject /);
  const second = await machine.run(["review", "accept", nine]);
  expect(second.stdout).toMatch(/contradicts .* counts as true, too; .*`tacit review reject /);
});
