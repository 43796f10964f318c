/** `impact`: what depends on a file or a symbol, with its tests and the memories about it; or what it depends on. */
import {
  frame,
  type Omission,
  quoteLine,
  type RelatedFile,
  relationToTarget,
  type ShownPlace,
  type ShownSymbol,
  shortId,
  type UnknownUses,
} from "@tacit-memory/memory";
import { readableAmong } from "../readable.ts";
import { tool } from "../tool.ts";
import { IMPACT_INPUT } from "./tool-inputs.schema.ts";

/** Maximum places shown. An agent acts on the nearest; the rest is shown as a number. */
const MAX_PLACES = 40;
const MAX_OTHERS = 10;
const GAPS: Readonly<Record<Omission, string>> = {
  depth: "there are places further away, ask with a larger depth",
  count: "there are more places than an answer contains",
  stale: "changed files are not read yet",
  unknown: "there may be uses that are not known",
};

export const IMPACT = tool({
  name: "impact",
  title: "Impact of a change",
  description:
    "List dependents of a file or symbol in the code graph: callers, importers, subtypes, tests, files that change with it, memories about them. Keywords: memory, impact, references, dependencies, blast radius, refactor.",
  effect: "reads",
  isAlwaysLoaded: false,
  input: IMPACT_INPUT,
  work: async (context, { target, direction = "dependents", depth, source }) => {
    const { tacit } = context;
    if (source === true) return sourceText(await tacit.code.show(target));
    const ask = direction === "dependents" ? tacit.code.impact : tacit.code.deps;
    const {
      target: found,
      nodes,
      tests,
      memories: about,
      complete,
      incomplete,
      count,
      stale,
      related,
      byMemory: stated,
      unknown,
    } = await ask(target, {
      depth,
    });
    const mayRead = await readableAmong(context, [...about, ...stated.map(({ memory }) => memory)]);
    const memories = about.filter((id) => mayRead.has(id));
    const byMemory = stated.filter(({ memory }) => mayRead.has(memory));
    const places = nodes
      .slice(0, MAX_PLACES)
      .map(({ path, symbol, via, depth: steps, confidence, line }) => {
        const what = symbol === undefined || symbol === "" ? path : `${path}:${symbol}`;
        const at = line === undefined ? "" : ` line ${line}`;
        const doubt = confidence < 0.8 ? `, ${Math.round(confidence * 100)} % sure` : "";
        return `- ${quoteLine(what, 200)} (${via.replaceAll("_", " ")}, ${steps} away${doubt})${at}`;
      });
    const more = count - places.length;
    const others = [
      ...(more > 0 ? [`… and ${more} more places`] : []),
      ...listed(
        direction === "dependents"
          ? "dependents stated by memories"
          : "dependencies stated by memories",
        byMemory.map(({ path, symbol, via, memory, confidence, registeredBy }) => {
          // The heading of the list already says this.
          const how = via === "depends_on" ? "" : `${relationToTarget(via, direction)}, `;
          const by = registeredBy === undefined ? "" : `registered by ${registeredBy}, `;
          const where = symbol === undefined ? path : `${path}:${symbol}`;
          return `${where} (${how}${by}by memory [mem:${shortId(memory)}], ${Math.round(confidence * 100)} % sure)`;
        }),
      ),
      ...listed("tests", tests),
      ...listed(
        "memories",
        memories.map((id) => `[mem:${shortId(id)}]`),
      ),
      ...listed("usually changed together", changedTogether(related)),
      ...listed("changed since indexing, not included", stale),
      ...unknownUses(unknown, direction),
      ...(complete
        ? []
        : [`The list is incomplete: ${incomplete.map((gap) => GAPS[gap]).join("; ")}.`]),
    ];
    const summary =
      nodes.length === 0
        ? `No ${direction} of ${found} found${complete ? "; no call of its name is unresolved, and no unread file contains it" : ""}.`
        : `${count} ${direction} of ${found}.`;
    return frame(quoteLine(summary, 400), [...places, ...others]);
  },
});

/** Returns the unchanged source, then the places around it. */
function sourceText(shown: ShownSymbol) {
  const { path, startLine, endLine, source, leftOut, callers, callees, more, unknown } = shown;
  const place = ({ path: other, line, symbol, text }: ShownPlace) =>
    `- ${quoteLine(`${other}${line === undefined ? "" : `:${line}`} ${symbol ?? ""}`, 200)}${text === undefined ? "" : `: ${quoteLine(text, 200)}`}`;
  const rest = (count: number) => (count > 0 ? [`… and ${count} more`] : []);
  return frame(quoteLine(`Source of ${shown.target}, ${path}:${startLine}-${endLine}`, 400), [
    ...source.split("\n").map((line) => quoteLine(line, 400)),
    ...rest(leftOut).map((item) => `${item} lines`),
    ...(callers.length > 0 ? ["used by:"] : []),
    ...callers.map(place),
    ...rest(more.callers),
    ...(callees.length > 0 ? ["uses:"] : []),
    ...callees.map(place),
    ...rest(more.callees),
    ...unknownUses(unknown, "dependents"),
  ]);
}

/** Returns what the answer cannot cover: calls by name, uses of a property, and files that are not read. */
export function unknownUses(
  { calls, callCount, unread, unreadBy, isProperty }: UnknownUses,
  direction: "dependents" | "dependencies",
): string[] {
  const places = calls.map(
    ({ path, line, symbol }) => `${path}:${line}${symbol === undefined ? "" : ` (${symbol})`}`,
  );
  const names = [...new Set(calls.map(({ name }) => `.${name}(`))].slice(0, 3).join(", ");
  const unnamed = callCount - calls.length;
  const counted = Object.values(unreadBy).reduce((sum, count) => sum + count, 0);
  return [
    ...listed(
      `possible, by name only: ${callCount} more calls of ${names} on a receiver that is not known`,
      places,
    ),
    ...(unnamed > 0 ? [`… and ${unnamed} more of those calls`] : []),
    ...(isProperty
      ? ["a property: uses are known only where the type of the object is known"]
      : []),
    ...listed(notRead(counted, direction), unread),
  ];
}

function notRead(count: number, direction: "dependents" | "dependencies"): string {
  const [files, contain, are] =
    count === 1 ? ["file", "contains", "is"] : ["files", "contain", "are"];
  const which = direction === "dependents" ? ` ${contain} the name and` : "";
  return `${count} ${files}${which} ${are} not read in full`;
}

/** Returns each file once, with all its sources. */
export function changedTogether(related: readonly RelatedFile[]): string[] {
  return [...Map.groupBy(related, ({ path }) => path)].map(([path, seen]) => {
    const shares = seen.map(
      ({ source, count, of }) => `${count} of ${of} ${source === "git" ? "commits" : "sessions"}`,
    );
    return `${path} (${shares.join(", ")})`;
  });
}

function listed(label: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, MAX_OTHERS).map((item) => quoteLine(item, 200));
  const rest = items.length - shown.length;
  return [`${label}: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`];
}
