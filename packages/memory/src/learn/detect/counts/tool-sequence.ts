/**
 * tool_sequence: the same four or more actions in the same order, twice in one session: a way of working. Only counted; what
 * several sessions have in common becomes a recipe (synthesize/recipes.ts).
 */
import type { Signal } from "../../../domain/signal.ts";
import { type Action, actionsOf } from "../action.ts";
import { counted, type Detector } from "../detector.ts";
import type { Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const TOOL_SEQUENCE: Detector = {
  type: "tool_sequence",
  isStatistic: true,
  detect: (trace) => actionsOf(trace).flatMap((actions) => detectIn(trace, actions)),
};

function detectIn(trace: Trace, actions: readonly Action[]): Signal[] {
  const length = DETECT.sequenceLength;
  const firstAt = new Map<string, number>();
  const found = new Map<string, Signal>();
  for (let at = 0; at + length <= actions.length; at++) {
    const gram = actions.slice(at, at + length);
    if (!isWorkflow(gram.map(({ name }) => name))) continue;
    const key = gram.map(({ name }) => name).join(" > ");
    const before = firstAt.get(key);
    if (before === undefined) firstAt.set(key, at);
    else if (at >= before + length && !found.has(key))
      found.set(key, repeated(trace, key, gram, actions[before]));
  }
  return [...found.values()];
}

/** Returns whether there are enough different actions, including commands; alternating between two is not a workflow. */
function isWorkflow(names: readonly string[]): boolean {
  const distinct = new Set(names);
  const commands = [...distinct].filter((name) => !name.startsWith("edit "));
  return distinct.size >= DETECT.sequenceMinDistinct && commands.length >= 2;
}

function repeated(
  trace: Trace,
  key: string,
  gram: readonly Action[],
  first: Action | undefined,
): Signal {
  const last = gram.at(-1)?.seqs[1] ?? 0;
  const atMs = trace.steps.findLast(({ seq }) => seq <= last)?.atMs ?? 0;
  const at = { agentId: null, isTainted: false, atMs };
  return counted(trace, {
    type: "tool_sequence",
    from: [
      { ...at, seq: first?.seqs[0] ?? last },
      { ...at, seq: last },
    ],
    subject: `sequence:${key}`,
    detail: `twice in this order: ${key.replaceAll(" > ", ", ")}`,
  });
}
