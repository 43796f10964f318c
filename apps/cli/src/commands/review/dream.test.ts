/** Tests what `tacit dream` prints after Ctrl-C. */
import { expect, onTestFinished, test } from "vitest";
import { testMachine } from "../../testing-machine.ts";

test.each([
  ["text", ["dream"], "stopped before everything was compared: run `tacit dream` again"],
  ["one JSON document", ["dream", "--json"], '"complete":false'],
] as const)(
  "prints the report of an interrupted run as %s, and ends with 75",
  async (_form, args, part) => {
    const onInterrupt = (act: () => void) => {
      act();
      return () => null;
    };
    const machine = testMachine({}, undefined, Date.now, { onInterrupt });
    onTestFinished(machine.remove);
    await machine.json(["remember", "The dev server listens on port 8081 behind the proxy"]);
    const { status, stdout, stderr } = await machine.run([...args]);
    expect(stdout).toContain(part);
    if (args.length > 1) expect(stdout.trim().split("\n")).toHaveLength(1);
    expect(stderr).toContain("tacit: stopping; completed work is stored");
    expect(status).toBe(75);
  },
);
