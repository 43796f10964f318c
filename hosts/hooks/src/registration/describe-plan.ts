/** Describes a plan for a person before confirmation: removed and added lines with some context. */
import type { FileChange, Plan } from "./plan.ts";

const AROUND = 2;

/** Returns the description; "" if nothing would change. */
export function describePlan(plan: Plan): string {
  return plan.files.map(describeChange).join("\n");
}

function describeChange({ path, before, after }: FileChange): string {
  const old = linesOf(before);
  const now = linesOf(after);
  const head = commonRun(old, now, (lines, index) => lines[index]);
  const rest = Math.min(old.length, now.length) - head;
  const tail = Math.min(
    rest,
    commonRun(old, now, (lines, index) => lines[lines.length - 1 - index]),
  );
  return [
    `--- ${before === null ? "(no file)" : path}`,
    `+++ ${after === null ? "(no file)" : path}`,
    `@@ line ${head + 1} @@`,
    ...old.slice(Math.max(0, head - AROUND), head).map((line) => `  ${line}`),
    ...old.slice(head, old.length - tail).map((line) => `- ${line}`),
    ...now.slice(head, now.length - tail).map((line) => `+ ${line}`),
    ...now.slice(now.length - tail, now.length - tail + AROUND).map((line) => `  ${line}`),
    "",
  ].join("\n");
}

function commonRun(
  old: readonly string[],
  now: readonly string[],
  at: (lines: readonly string[], index: number) => string | undefined,
): number {
  const maxTail = Math.min(old.length, now.length);
  let count = 0;
  while (count < maxTail && at(old, count) === at(now, count)) count++;
  return count;
}

function linesOf(text: string | null): string[] {
  return text === null ? [] : text.split(/\r?\n/);
}
