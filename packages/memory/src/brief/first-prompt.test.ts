/**
 * A session's first prompt gets the files that similar tasks needed if past work clearly shows them; no other prompt does.
 */
import { expect, test } from "vitest";
import { learn, makePlace, sessionScript } from "../testing/testing-life.ts";

const TASK = "Make the invoice exporter write totals in cents.";
const FILES = "Files that similar tasks changed: src/billing/render.ts";

async function place() {
  const at = makePlace();
  at.write("src/billing/render.ts", "export const a = 1;\n");
  at.write("src/login.ts", "export const b = 1;\n");
  const tacit = await at.open();
  const past: readonly [string, string][] = [
    [TASK, "src/billing/render.ts"],
    ["Make the invoice exporter write totals in euros.", "src/billing/render.ts"],
    ["Make the invoice exporter write the totals last.", "src/billing/render.ts"],
    ["Make the invoice exporter write totals in cents again.", "src/billing/render.ts"],
    ["The invoice exporter must write totals in cents.", "src/billing/render.ts"],
    ["Let people log in with a passkey.", "src/login.ts"],
    ["Let people log out everywhere at once.", "src/login.ts"],
  ];
  for (const [i, [task, file]] of past.entries()) {
    const script = sessionScript(`past-${i}`);
    script.add("session_start", { task, source: "startup" }).prompt(task).edit(file, "1", "2");
    await learn(tacit, script.end());
  }
  const prompt = (session: string, text: string) =>
    tacit.brief.promptBlock({ session, point: "prompt" }, text);
  return { tacit, prompt };
}

test("the first prompt lists the files in one line, inside a block that explains what it is", async () => {
  const { prompt } = await place();
  const { text, tokens } = await prompt("s1", TASK);
  expect(text).toContain(FILES);
  expect(text).not.toContain("src/login.ts");
  expect(tokens).toBeGreaterThan(0);
});

test.each([
  [
    "a task that names its files",
    "Make the invoice exporter in src/billing/render.ts write totals in cents.",
  ],
  ["a task like no other", "Draw the loading spinner in grey."],
  ["small talk", "good morning!"],
])("%s gets no files", async (_what, text) => {
  const { prompt } = await place();
  expect((await prompt("s1", text)).text).not.toContain("Files that similar");
});

test("later prompts get no files", async () => {
  const { tacit, prompt } = await place();
  await tacit.sessions.ingest(sessionScript("s1").prompt("hello there").events, "live");
  expect((await prompt("s1", TASK)).text).not.toContain("Files that similar");
});
