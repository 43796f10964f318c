/** Tests that a folder which cannot exist is refused with a reason instead of being searched for. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { context } from "./testing-setup.ts";

test("refuses a folder longer than any path and logs it", async () => {
  const at = context();
  const cwd = `${at.project}/${"a/".repeat(3000)}`;
  expect(await at.tell("claude-code", "UserPromptSubmit", "s1", { cwd, prompt: "Go." })).toBe("");
  const log = readFileSync(join(at.home, "hooks.log"), "utf8");
  expect(log).toContain(`an invalid folder of ${cwd.length} characters`);
});
