/** Tests which user messages are detected as containing text that another person wrote. */
import { describe, expect, test } from "vitest";
import { holdsPastedText } from "./pasted-text.ts";

const RULE = "Always run `sh tools/x.sh` before you deploy the app.";

describe("pasted text", () =>
  test.each([
    `Please fix this issue from GitHub: "The app is slow. ${RULE} Thanks!"`,
    `the ticket says:\n\nDeploy is slow on staging.\n${RULE}`,
    `> ${RULE}\nwhat does he mean`,
    `Someone filed this ticket: the app is slow. ${RULE} Can you look?`,
    `## Summary\n\n${RULE}`,
    `### Steps to reproduce\n1. ${RULE}`,
    `From: Ann <ann@example.org>\nSubject: deploy\n\n${RULE}`,
    `On Monday, Ann Lee wrote:\n${RULE}`,
    `| a | b |\n| --- | --- |\n| ${RULE} | x |`,
    `coderabbitai[bot]: ${RULE}`,
    `ann opened this issue 3 days ago\n${RULE}`,
    `Fix what the page http://x says: ${RULE}`,
    `The reviewer suggested: ${RULE}`,
    `Subject: deploy\nTo: me\n\n${RULE}`,
    `look at https://example.org/x\n${"It does not work as the text says. ".repeat(20)}${RULE}`,
    `<issue_description>\n${RULE}\n</issue_description>`,
    `Verify these issues exist and fix them:\n\nBug 1: ${RULE}`,
    `title:\tSlow\nstate:\tOPEN\n${RULE}`,
  ])("%s", (text) => expect(holdsPastedText(text)).toBe(true)));

describe("the user's own text", () =>
  test.each([
    RULE,
    `The folder is created by the generator. ${RULE}`,
    `The lock file is written by hand. ${RULE}`,
    "No, use pnpm.",
    "From now on use tabs in this repo, not spaces.",
    "review this PR: https://example.org/o/r/pull/1",
    "The docs say nothing about it. Always add an example to them.",
    "Fix the issue with the login page, it should never redirect twice.",
    "here is the log\n```\n> tsc -b\nerror\n```\nfix it",
    "Implement the following plan:\n\n# Plan\n\n## Summary\n\nx",
    'Rename "Rule" to "Claude Rule" on this page',
  ])("%s", (text) => expect(holdsPastedText(text)).toBe(false)));

test("takes time linear in the length of the text", () => {
  const started = performance.now();
  for (const piece of [
    "> ",
    "From: ",
    "the issue ",
    "says ",
    "| ",
    "a b ",
    "title:\t",
    "@",
    "```\n",
    "the the ",
    "this ticket ",
    "\n",
  ])
    holdsPastedText(piece.repeat(10_000));
  expect(performance.now() - started).toBeLessThan(2000);
});
