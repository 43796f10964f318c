/** Tests what `tacit dream` prints after Ctrl-C. */
import { expect, onTestFinished, test } from "vitest";
import { testMachine } from "../../testing-machine.ts";

test("prints the report of an interrupted run, then the error", async () => {
  const onInterrupt = (act: () => void) => {
    act();
    return () => null;
  };
  const machine = testMachine({}, undefined, Date.now, { onInterrupt });
  onTestFinished(machine.remove);
  await machine.json(["remember", "The dev server listens on port 8081 behind the proxy"]);
  const { status, stdout, stderr } = await machine.run(["dream"]);
  expect(stdout).toContain("stopped before everything was compared: run `tacit dream` again");
  expect(stderr).toContain("stopped by Ctrl-C");
  expect(status).toBe(75);
});
