/** What a user plainly states in one session, without a word such as "always", is shown to a later session that needs it. */
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, hookHost } from "./hook-process.ts";

test("a limit and a reasoned ban are shown, and what only the moment needs is not", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  const prompt = async (session: string, text: string) =>
    contextOf(await host.tell("UserPromptSubmit", session, { prompt: text }));
  await host.tell("SessionStart", "first", { source: "startup" });
  await prompt("first", "look at the failing refunds");
  await prompt(
    "first",
    "ok. the payment provider rejects amounts over 9999 eur. we can fix that tomorrow",
  );
  await prompt("first", "dont touch the lock file plz, renovate owns it");
  await host.tell("SessionEnd", "first", { reason: "exit" });

  const start = contextOf(await host.tell("SessionStart", "second", { source: "startup" }));
  const promptBlock = await prompt("second", "why does the payment provider reject our amounts?");
  const shown = `${start}\n${promptBlock}`;
  expect(shown).toContain("payment provider rejects amounts over 9999 eur");
  expect(shown).toContain("Don't touch the lock file");
  expect(shown).not.toContain("tomorrow");
});
