/** Makes two homes with memories to damage, and runs the installed program on them. */
import { cpSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, onTestFinished } from "vitest";
import { PROGRAM, spawned } from "../project-program.ts";

/** Facts stored before the backup. */
export const EARLY = Array.from({ length: 40 }, (_, n) => fact("early", n));
export const LATE = Array.from({ length: 10 }, (_, n) => fact("late", n));

function fact(when: string, n: number): string {
  return `The ${when} gateway ${n} listens on port ${7000 + n * 3} because ${7001 + n * 3} is taken by metrics.`;
}

export const base = mkdtempSync(join(tmpdir(), "tacit-damage-"));
const project = join(base, "project");

export function program(home: string) {
  const env = { ...process.env, TACIT_HOME: home, HOME: base, NO_COLOR: "1" };
  return (words: readonly string[], input = "") =>
    spawned([PROGRAM, ...words], project, env, input);
}

function teach(home: string, facts: readonly string[]): void {
  const lines = facts.map((content, n) =>
    JSON.stringify({ content, type: "fact", ...(n === 3 ? { visibility: "secret" } : {}) }),
  );
  const ran = program(home)(["import", "jsonl", "-", "--verbatim"], lines.join("\n"));
  expect(ran.status, ran.stderr).toBe(0);
}

const SESSION = ["prompt", "message"].map((kind, i) =>
  JSON.stringify({
    ...{ v: 1, session: "s1", ts: new Date(Date.now() - 9e6 + i), key: `k${i}`, kind },
    text: "The lighthouse of the harbour keeps its lamp in the east wing.",
  }),
);

/** Two homes to copy: `rest` is closed properly; `open` has its late facts in the write-ahead log, as after a crash. */
export const homes = { rest: join(base, "rest"), open: join(base, "open") };

export function makeHomes(): void {
  mkdirSync(project);
  teach(homes.rest, EARLY);
  const seen = program(homes.rest)(["observe", "-", "--finalize"], SESSION.join("\n"));
  expect(seen.status, seen.stderr).toBe(0);
  expect(program(homes.rest)(["doctor", "--backup"]).status).toBe(0);
  const writing = join(base, "writing");
  cpSync(homes.rest, writing, { recursive: true });
  // An open reader keeps SQLite from folding the log into the file.
  const reader = new DatabaseSync(join(writing, "memory.db"));
  reader.exec("BEGIN; SELECT count(*) FROM memory");
  teach(writing, LATE);
  cpSync(writing, homes.open, { recursive: true });
  reader.close();
  teach(homes.rest, LATE);
}

export function copyOf(from: keyof typeof homes): string {
  const home = mkdtempSync(join(base, "home-"));
  onTestFinished(() => rmSync(home, { recursive: true, force: true, maxRetries: 3 }));
  cpSync(homes[from], home, { recursive: true });
  return home;
}
