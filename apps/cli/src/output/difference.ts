/** Differences made by a change, one per line: the text before and after, and every other changed property. */
import type { Memory } from "@tacit-memory/memory";
import { plural, printable } from "./layout.ts";
import type { Renderer } from "./renderer.ts";

/** Properties that people read; all others belong to the memory's history. */
const FACTS = [
  ["title", ({ title }) => title],
  ["type", ({ type }) => type],
  ["scope", ({ scope, scopeOwner }) => (scopeOwner === null ? scope : `${scope} ${scopeOwner}`)],
  ["visibility", ({ visibility }) => visibility],
  ["state", ({ state }) => state],
  ["superseded by", ({ supersededBy }) => supersededBy ?? ""],
  ["standing", ({ standing }) => standing],
  ["confidence", ({ confidence }) => confidence.toFixed(2)],
  ["seen", ({ observationCount }) => plural(observationCount, "time")],
  ["pinned", ({ isPinned }) => yesNo(isPinned)],
  ["needs review", ({ needsReview }) => yesNo(needsReview)],
  ["disputed", ({ isDisputed }) => yesNo(isDisputed)],
  ["files", ({ files }) => files.join(", ")],
  ["tags", ({ tags }) => tags.join(", ")],
  ["triggers", ({ triggers }) => triggers.join(", ")],
  ["valid until", ({ validToMs }) => (validToMs === null ? "" : day(validToMs))],
] as const satisfies readonly (readonly [string, (memory: Memory) => string])[];

interface Difference {
  readonly field: string;
  readonly before: string;
  readonly after: string;
}

/** Returns the differences in list order, the text first. */
export function differences(before: Memory, after: Memory): Difference[] {
  const facts: readonly (readonly [string, (memory: Memory) => string])[] = [
    ["content", ({ content }) => content],
    ...FACTS,
  ];
  return facts
    .map(([field, of]) => ({ field, before: of(before), after: of(after) }))
    .filter((item) => item.before !== item.after);
}

export function differenceText(before: Memory, after: Memory, { colors }: Renderer): string {
  return differences(before, after)
    .map((difference) => {
      const [was, is] = [printable(difference.before), printable(difference.after)];
      if (difference.field === "content")
        return `${colors.red(`- ${was}`)}\n${colors.green(`+ ${is}`)}`;
      return factLine(difference, colors);
    })
    .join("\n");
}

/** Returns the differences besides those of the text, one per line. */
export function factLines(before: Memory, after: Memory, { colors }: Renderer): string[] {
  const found = differences(before, after);
  const isReworded = found.some(({ field }) => field === "content");
  return found
    .filter(({ field }) => field !== "content" && !(isReworded && field === "title"))
    .map((difference) => factLine(difference, colors));
}

function factLine({ field, before, after }: Difference, colors: Renderer["colors"]): string {
  const [was, is] = [printable(before), printable(after)].map((value) => value || "none");
  return `  ${field}: ${colors.red(was ?? "")} → ${colors.green(is ?? "")}`;
}

function yesNo(value: boolean): string {
  return value ? "yes" : "no";
}

function day(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
