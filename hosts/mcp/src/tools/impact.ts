/** `impact`: who depends on a file or a symbol, with its tests and the memories about it; or what it depends on. */
import { frame, quoteLine, type RelatedFile, shortId } from "@tacit-memory/memory";
import { tool } from "../tool.ts";
import { IMPACT_INPUT } from "./tool-inputs.schema.ts";

/** An agent acts on the nearest; the rest is a number. */
const MAX_PLACES = 40;
const MAX_OTHERS = 10;

export const IMPACT = tool({
  name: "impact",
  title: "Impact of a change",
  description:
    "List dependents of a file or symbol in the code graph of this checkout: callers, importers, subtypes, tests, files that usually change with it, and memories about them. Keywords: memory, impact, callers, usages, references, dependencies, blast radius, refactor.",
  effect: "reads",
  isAlwaysLoaded: false,
  input: IMPACT_INPUT,
  work: async ({ tacit }, { target, direction = "dependents", depth }) => {
    const ask = direction === "dependents" ? tacit.code.impact : tacit.code.deps;
    const {
      target: found,
      nodes,
      tests,
      memories,
      complete,
      stale,
      related,
      byMemory,
    } = await ask(target, {
      depth,
    });
    const places = nodes
      .slice(0, MAX_PLACES)
      .map(({ path, symbol, via, depth: steps, confidence }) => {
        const what = symbol === undefined || symbol === "" ? path : `${path}:${symbol}`;
        const doubt = confidence < 0.8 ? `, ${Math.round(confidence * 100)} % sure` : "";
        return `- ${quoteLine(what, 200)} (${via.replaceAll("_", " ")}, ${steps} away${doubt})`;
      });
    const more = nodes.length - places.length;
    const others = [
      ...(more > 0 ? [`… and ${more} more places`] : []),
      ...listed(
        direction === "dependents"
          ? "dependents stated by memories"
          : "dependencies stated by memories",
        byMemory.map(({ path, via, memory, confidence }) => {
          const how = via === "coupled_with" ? "changes together with it, " : "";
          return `${path} (${how}by memory [mem:${shortId(memory)}], ${Math.round(confidence * 100)} % sure)`;
        }),
      ),
      ...listed("tests", tests),
      ...listed(
        "memories",
        memories.map((id) => `[mem:${shortId(id)}]`),
      ),
      ...listed("usually changed together", changedTogether(related)),
      ...listed("changed since indexing, not included", stale),
      ...(complete ? [] : ["The list is incomplete."]),
    ];
    const about =
      nodes.length === 0
        ? `No ${direction} of ${found} found.`
        : `${nodes.length} ${direction} of ${found}.`;
    return frame(quoteLine(about, 400), [...places, ...others]);
  },
});

/** Each file once, with all who say so. */
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
  const shown = items.slice(0, MAX_OTHERS).map((one) => quoteLine(one, 200));
  const rest = items.length - shown.length;
  return [`${label}: ${shown.join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`];
}
