/** Describes what an answer about the code cannot know. */
import { grouped, type ImpactAnswer, type Omission, type UnknownUses } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { columns, plural } from "./layout.ts";

const MAX_CALLS = 8;
const MAX_FILES = 5;

/** Returns possible uses by name, separate from the known ones; none if everything is known. */
export function unknownLines(
  { unknown, direction }: Pick<ImpactAnswer, "unknown" | "direction">,
  { out: { colors } }: CommandContext,
): string[] {
  const lines: string[] = [];
  if (unknown.callCount > 0) {
    const what = plural(unknown.callCount, "more call");
    const names =
      direction === "dependents"
        ? calledNames(unknown)
        : [...new Set(unknown.calls.map(({ name }) => `.${name}(`))].slice(0, 3).join(", ");
    lines.push(
      colors.dim(`possible, by name only: ${what} of ${names} on a receiver that is not known`),
    );
    const shown = unknown.calls.slice(0, MAX_CALLS);
    const rows = shown.map(({ path, line, symbol }) => [
      `${path}:${line}`,
      colors.dim(symbol ?? ""),
    ]);
    lines.push(...columns(rows).map((line) => `  ${line}`));
    const more = unknown.callCount - shown.length;
    if (more > 0) lines.push(colors.dim(`  … and ${grouped(more)} more (--json lists 50)`));
  }
  if (unknown.isProperty)
    lines.push(colors.dim("a property: uses are known only where the type of the object is known"));
  const files = unreadText(unknown.unreadBy);
  if (files !== "") {
    const why = direction === "dependents" ? ", but containing the name" : "";
    lines.push(colors.dim(`not read in full${why}: ${files}`));
    lines.push(...unknown.unread.slice(0, MAX_FILES).map((path) => `  ${path}`));
  }
  return lines;
}

/** Returns the first called names and the number of the others. */
function calledNames({ calls }: UnknownUses): string {
  const names = [...new Set(calls.map(({ name }) => `.${name}(`))];
  const more = names.length > 3 ? ` and ${plural(names.length - 3, "more name")}` : "";
  return `${names.slice(0, 3).join(", ")}${more}`;
}

/** Returns text such as `264 .vue files, 1 .svelte file`; "" for none. */
export function unreadText(by: Readonly<Record<string, number>>): string {
  const sorted = Object.entries(by).sort(([, a], [, b]) => b - a);
  return sorted
    .map(([extension, count]) => `${grouped(count)} ${extension} ${count === 1 ? "file" : "files"}`)
    .join(", ");
}

/** `target`: the name of the asked changes, such as `uncommitted changes`. */
export function noChangesText(target: string): string {
  return `no ${target} to code that Tacit reads`;
}

/** Explains why the list is empty, and whether that is certain. */
export function noneText({
  target,
  direction,
  complete,
  changed,
  gone = [],
  broken = [],
}: Pick<
  ImpactAnswer,
  "target" | "direction" | "complete" | "changed" | "gone" | "broken"
>): string {
  if (changed?.length === 0 && gone.length === 0) return noChangesText(target);
  if (broken.length > 0) return `no dependents of what ${target} leave in place found`;
  const what = direction === "dependents" ? "dependents" : "dependencies";
  const none = `no ${what} of ${target} found`;
  if (complete) return `${none}; no call of its name is unresolved, and no unread file contains it`;
  return `${none}, but the answer is incomplete`;
}

const GAPS: Readonly<Record<Omission, string>> = {
  depth: "more places are further away (--depth)",
  count: "there are more places than an answer contains",
  stale: "changed files are not read yet",
  unknown: "there may be uses that are not known",
};

/** Says why a list may not contain everything. */
export function incompleteText({ incomplete }: Pick<ImpactAnswer, "incomplete">): string {
  return `incomplete list: ${incomplete.map((gap) => GAPS[gap]).join("; ")}`;
}

const MAX_BROKEN = 40;

/** Returns the places that name what a change removed; none for other queries. */
export function brokenLines(
  { gone = [], broken = [] }: Pick<ImpactAnswer, "gone" | "broken">,
  { out: { colors } }: CommandContext,
): string[] {
  if (gone.length === 0) return [];
  const what = gone.slice(0, MAX_FILES).join(", ");
  const others = gone.length - MAX_FILES;
  const removed = `removed: ${what}${others > 0 ? ` and ${grouped(others)} more` : ""}`;
  if (broken.length === 0) return [colors.dim(removed)];
  const shown = broken.slice(0, MAX_BROKEN);
  const rows = shown.map(({ path, line, symbol, names }) => [
    symbol ?? colors.dim("(file)"),
    `${path}:${line}`,
    colors.dim(names),
  ]);
  const more = broken.length - shown.length;
  return [
    colors.dim(removed),
    colors.bold(
      `${plural(broken.length, "place")} that ${broken.length === 1 ? "names" : "name"} what no longer exists`,
    ),
    ...columns(rows).map((line) => `  ${line}`),
    ...(more > 0 ? [colors.dim(`  … and ${grouped(more)} more (--json lists all)`)] : []),
    "",
  ];
}
