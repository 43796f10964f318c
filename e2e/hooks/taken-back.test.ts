/** A rule that the user takes back in a running session is shown no more by the hooks of any session. */
import { openTacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { makeFolders } from "../store/processes.ts";
import { contextOf, hookHost } from "./hook-process.ts";

test("the prompt that takes a rule back ends it for all sessions", async () => {
  const { home, project } = makeFolders();
  const host = hookHost(home, project);
  const prompt = async (session: string, text: string) =>
    contextOf(await host.tell("UserPromptSubmit", session, { prompt: text }));
  const start = async (session: string) =>
    contextOf(await host.tell("SessionStart", session, { source: "startup" }));
  const needsReview = async () => {
    const tacit = await openTacit({ home, cwd: project });
    const rules = await tacit.memories.list();
    await tacit.close();
    return rules.filter(({ type }) => type !== "handoff").map((rule) => rule.needsReview);
  };
  await start("first");
  await prompt("first", "Please look at the totals of an invoice.");
  await prompt("first", "Always use Decimal for prices, never float.");
  await host.tell("SessionEnd", "first", { reason: "exit" });
  expect(await start("second")).toContain("Decimal");
  await prompt("second", "Please look at the discounts.");
  expect(await needsReview()).toEqual([false]);
  await prompt("second", "forget the rule about Decimal");
  expect(await needsReview()).toEqual([true]);
  expect(await start("third")).not.toContain("Always use");
  await prompt("second", "hm, forget that.");
  expect(await needsReview()).toEqual([false]);
  expect(await start("fourth")).toContain("Always use Decimal");
});
