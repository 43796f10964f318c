/** Tests that all parts are closed after one of them fails. */
import { expect, test } from "vitest";
import { closeAll } from "./close-all.ts";

test("closes all parts in order and throws the first failure", async () => {
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
