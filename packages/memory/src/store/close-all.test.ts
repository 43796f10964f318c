/** Is what comes after a failure still ended? */
import { expect, test } from "vitest";
import { closeAll } from "./close-all.ts";

test("all are told to end, in their order, and the first failure is told", async () => {
  const ended: string[] = [];
  const part =
    (name: string, fails = false) =>
    async () => {
      ended.push(name);
      if (fails) throw new Error(name);
    };
  const parts = [part("code"), part("encoder", true), () => undefined, part("store", true)];
  await expect(closeAll(parts)).rejects.toThrow("encoder");
  expect(ended).toEqual(["code", "encoder", "store"]);
  await expect(closeAll([part("again")])).resolves.toBeUndefined();
});
