/** Tests that something is opened once, and again after a failure, and that a queue keeps its order after a failure. */
import { expect, test } from "vitest";
import { lazily } from "./lazily.ts";
import { serialQueue } from "./serial-queue.ts";

test("two calls open once, and the next call after a failure opens again", async () => {
  let count = 0;
  const lazy = lazily(async () => {
    count++;
    if (count === 1) throw new Error("no");
    return count;
  });
  expect(lazy.current()).toBe(undefined);
  const [first, second] = [lazy.open(), lazy.open()];
  expect(second).toBe(first);
  await expect(first).rejects.toThrow("no");
  expect(lazy.current()).toBe(undefined);
  expect([await lazy.open(), await lazy.open(), await lazy.current()]).toEqual([2, 2, 2]);
  lazy.forget();
  expect(lazy.current()).toBe(undefined);
  expect(await lazy.open()).toBe(3);
});

test("a late failure of a forgotten opening does not discard the current one", async () => {
  const failures: ((error: Error) => void)[] = [];
  const lazy = lazily(
    () =>
      new Promise<string>((resolve, reject) => {
        if (failures.length === 0) failures.push(reject);
        else resolve("second");
      }),
  );
  const first = lazy.open();
  lazy.forget();
  const second = lazy.open();
  failures[0]?.(new Error("late"));
  await expect(first).rejects.toThrow("late");
  expect(lazy.current()).toBe(second);
  expect(await second).toBe("second");
});

test("runs work one after the other, also after a failure", async () => {
  const queue = serialQueue();
  const steps: string[] = [];
  const work = (name: string, fails: boolean) => async () => {
    steps.push(`${name} begins`);
    await Promise.resolve();
    steps.push(`${name} ends`);
    if (fails) throw new Error(name);
    return name;
  };
  const [first, second] = [queue(work("a", true)), queue(work("b", false))];
  await expect(first).rejects.toThrow("a");
  expect(await second).toBe("b");
  expect(steps).toEqual(["a begins", "a ends", "b begins", "b ends"]);
});
