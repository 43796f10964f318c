/** A hook for tests of plugins: a real process that records its input and prints the answers set by the test. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { HookCommand } from "./start-hook.ts";

const SCRIPT = `
const { appendFileSync, readFileSync } = require("node:fs");
const { join } = require("node:path");
const payload = JSON.parse(readFileSync(0, "utf8"));
const [host, event, home] = process.argv.slice(2);
appendFileSync(join(__dirname, "calls"), JSON.stringify({ host, event, home, payload, pid: process.pid }) + "\\n");
const answers = JSON.parse(readFileSync(join(__dirname, "answers"), "utf8"));
const answer = answers[event] ?? "";
if (answer === "hang") setTimeout(() => undefined, 60_000);
else if (answer.startsWith("{") || answer.startsWith("not")) process.stdout.write(answer);
else if (answer !== "") process.stdout.write(JSON.stringify({ additionalContext: answer }));
`;

interface HookCall {
  readonly host: string;
  readonly event: string;
  readonly home?: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly pid: number;
}

export interface RecordingHook {
  readonly command: HookCommand;
  readonly folder: string;
  /**
   * Sets the answer by event: the text for the model; a text that begins as JSON, or with "not", is printed unchanged; "hang"
   * hangs.
   */
  readonly answerWith: (answers: Readonly<Record<string, string>>) => void;
  readonly calls: () => readonly HookCall[];
  readonly remove: () => void;
}

export function recordingHook(home: string | null = null): RecordingHook {
  const folder = mkdtempSync(join(tmpdir(), "tacit-plugin-"));
  const hook = join(folder, "hook.cjs");
  writeFileSync(hook, SCRIPT);
  writeFileSync(join(folder, "calls"), "");
  const answerWith = (answers: object) =>
    writeFileSync(join(folder, "answers"), JSON.stringify(answers));
  answerWith({});
  return {
    command: { node: process.execPath, hook, home },
    folder,
    answerWith,
    calls: () =>
      readFileSync(join(folder, "calls"), "utf8")
        .split("\n")
        .filter((line) => line !== "")
        .map((line) => JSON.parse(line) as HookCall),
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
}
