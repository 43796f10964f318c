/** Tests the questions about proposals, with answers typed at a terminal. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { openTacit, type Tacit } from "@tacit-memory/memory";
import { expect, onTestFinished, test } from "vitest";
import type { Machine } from "../machine.ts";
import { createRenderer } from "../output/renderer.ts";
import { reviewAtTerminal } from "./review-at-terminal.ts";

const PARAPHRASES = [
  "Add a changelog entry for every user-visible change.",
  "Every user-visible change needs a changelog entry.",
  "Every user-visible change of panel or command needs a changelog entry.",
];

async function proposed(contents: readonly string[]): Promise<Tacit> {
  const folder = mkdtempSync(join(tmpdir(), "tacit-review-"));
  const tacit = await openTacit({ home: join(folder, "home"), cwd: folder });
  onTestFinished(async () => {
    await tacit.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  });
  for (const content of contents)
    await tacit.memories.remember({ content, type: "convention", source: "user_taught" });
  await tacit.memories.dream();
  return tacit;
}

/** In place of an answer: closes the input. */
const END = "(end)";

/** Types the next answer at each question. Returns the questions and the text on stdout. */
async function reviewed(
  tacit: Tacit,
  answers: readonly string[],
  beforeAnswer: () => Promise<unknown> = async () => null,
) {
  const stdin = new PassThrough();
  const stderr = new PassThrough();
  const questions: string[] = [];
  let stdout = "";
  stderr.on("data", (text: Buffer) => {
    if (!text.includes("accept?")) return;
    const answer = answers[questions.length] ?? "q";
    questions.push(text.toString());
    void beforeAnswer().then(() => (answer === END ? stdin.end() : stdin.write(`${answer}\n`)));
  });
  const machine: Machine = {
    env: { EDITOR: "false" },
    platform: process.platform,
    userHome: tmpdir(),
    cwd: () => tmpdir(),
    stdin,
    stdout: { write: (text) => (stdout += text) },
    stderr,
    nowMs: Date.now,
  };
  const place = { home: tmpdir(), named: null };
  const out = createRenderer(machine, false);
  const context = { machine, place, out, endWith: () => null };
  const proposals = await tacit.memories.proposals();
  const nothing = { memories: [], reasons: new Map(), candidates: [] };
  await reviewAtTerminal(context, tacit, { ...nothing, proposals });
  return { questions, stdout, count: proposals.length };
}

test("skips a proposal after an earlier answer has merged one of its memories", async () => {
  const { questions, stdout, count } = await reviewed(await proposed(PARAPHRASES), ["y", "y", "y"]);
  expect(count).toBeGreaterThan(questions.length);
  expect(stdout).toContain(`${questions.length} accepted, 0 rejected, 0 skipped`);
});

test("shows why a proposal cannot be accepted and continues", async () => {
  const tacit = await proposed(PARAPHRASES.slice(0, 2));
  const [memory] = await tacit.memories.list();
  const archive = () => tacit.memories.archive(memory?.id ?? "");
  const { stdout } = await reviewed(tacit, ["y"], archive);
  expect(stdout).toContain("a memory of this proposal is no longer active");
  expect(stdout).toContain("0 accepted, 0 rejected, 1 skipped");
});

test("does not offer to edit a proposal", async () => {
  const tacit = await proposed(PARAPHRASES.slice(0, 2));
  const { questions, stdout } = await reviewed(tacit, ["e", "s"]);
  expect(questions[0]).not.toContain("[e]dit");
  expect(stdout).toContain("0 accepted, 0 rejected, 1 skipped");
});

test("shows the keys after another key and asks again", async () => {
  const { questions, stdout } = await reviewed(await proposed(PARAPHRASES.slice(0, 2)), ["?", "s"]);
  expect(questions).toHaveLength(2);
  expect(stdout).toContain("y: accept, n: reject");
  expect(stdout).toContain("0 accepted, 0 rejected, 1 skipped");
});

test("ends at the end of input, as after Ctrl-C", async () => {
  const { questions, stdout, count } = await reviewed(await proposed(PARAPHRASES), [END]);
  expect([questions.length, count > 1]).toEqual([1, true]);
  expect(stdout).toContain("0 accepted, 0 rejected, 0 skipped");
});
