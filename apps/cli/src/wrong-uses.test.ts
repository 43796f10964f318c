/** Calls that cannot be carried out as they were written: what is said is true, and leads on. */
import { afterEach, beforeEach, expect, test } from "vitest";
import { remember } from "./commands/remember.ts";
import { type TestMachine, testMachine } from "./testing-machine.ts";

let machine: TestMachine;
beforeEach(() => {
  machine = testMachine();
});
afterEach(() => machine.remove());

test("the help of remember shows texts that are kept", async () => {
  const shown = remember.examples.flatMap(
    (line) => /^tacit remember "([^"]+)"/.exec(line)?.[1] ?? [],
  );
  expect(shown.length).toBeGreaterThan(3);
  for (const text of shown) {
    expect(await machine.json(["remember", text]), text).toMatchObject({ accepted: true });
  }
});

test("help on a command that does not exist says that it does not", async () => {
  const { status, stderr } = await machine.run(["help", "nosuch"]);
  expect(status).toBe(64);
  expect(stderr).toBe("tacit: unknown command 'nosuch'\n  next: see `tacit --help`\n");
});

test("half a command is told with the words that go on, to scripts too", async () => {
  const { status, stdout, stderr } = await machine.run(["graph", "--json"]);
  expect(status).toBe(64);
  expect(stderr).toBe(
    "tacit: graph needs one more word: export\n  next: see `tacit graph --help`\n",
  );
  expect(JSON.parse(stdout)).toMatchObject({ error: { code: "usage" } });
});

test("a wrong number is told with its option as it is written", async () => {
  const { stderr } = await machine.run(["forget", "--older-than", "x"]);
  expect(stderr).toContain("(option: --older-than, given: x, expected: 0 or more)");
});
