/** Applies the strikes of the second look to the lessons that passed the checks. Pure. */
import type { Memory } from "../../domain/memory.ts";
import type { Checked } from "../checks/check-statement.ts";
import type { Statement, Strike } from "./reply.schema.ts";

/** A lesson after both looks, or why it is dropped. */
export type Judged = Checked | { readonly drop: string };

export const ALREADY_STATED = { drop: "said_already" } as const;

const REASONS = new Set(["repository", "obvious", "one_bug", "overtaken", "unsaid"]);

/**
 * Returns the lesson, dropped if it was struck. A lesson that a memory already states becomes an observation of that memory.
 * `remembered`: the memories in the order in which the request numbered them.
 */
export function judged(
  checked: Checked,
  struck: ReadonlyMap<Statement | undefined, Strike>,
  remembered: readonly Memory[],
): Judged {
  const strike = checked.drop === null ? struck.get(checked.statement) : undefined;
  if (checked.drop !== null || strike === undefined) return checked;
  const { why = "", by = 0 } = strike;
  if (why !== "known") return { drop: REASONS.has(why) ? why : "overtaken" };
  const same = remembered[by - 1];
  if (same === undefined) return ALREADY_STATED;
  // In the words of the memory, the lesson reinforces it.
  const { title, content } = same;
  return { ...checked, statement: { ...checked.statement, title, content }, isKnown: true };
}
