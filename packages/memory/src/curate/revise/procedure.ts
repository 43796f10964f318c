/** A procedure: steps that several sessions followed, when to follow them, and how often that worked. */
import type { Memory } from "../../domain/memory.ts";

/** The payload of a memory of type `workflow_recipe` whose outcomes are counted. */
export interface Procedure {
  /** The occasion on which to follow it. */
  readonly trigger: string;
  readonly steps: readonly string[];
  readonly prerequisites: readonly string[];
  readonly warnings: readonly string[];
  readonly successes: number;
  readonly failures: number;
}

/** Confidence of a new procedure. */
export const NEW_PROCEDURE_CONFIDENCE = 0.55;
/** A success closes this share of the gap to 1; a failure multiplies the confidence. */
const [GAIN, LOSS] = [0.15, 0.7];
const [LEAST, MOST] = [0.01, 0.99];

/** Returns the procedure of a memory; null if it has none. */
export function procedureOf({ type, payload }: Pick<Memory, "type" | "payload">): Procedure | null {
  const { trigger = "", steps = [], prerequisites = [], warnings = [] } = payload;
  const { successes, failures } = payload;
  if (type !== "workflow_recipe" || successes === undefined || failures === undefined) return null;
  return { trigger, steps, prerequisites, warnings, successes, failures };
}

/** Returns the confidence and the counts after the procedure was followed once more. */
export function followed(
  { confidence, payload }: Pick<Memory, "confidence" | "payload">,
  { successes, failures }: Procedure,
  isSuccess: boolean,
): Pick<Memory, "confidence" | "payload"> {
  const after = isSuccess ? confidence + GAIN * (1 - confidence) : confidence * LOSS;
  const counts = isSuccess ? { successes: successes + 1 } : { failures: failures + 1 };
  return {
    confidence: Number(Math.min(MOST, Math.max(LEAST, after)).toFixed(6)),
    payload: { ...payload, ...counts },
  };
}

/** Returns the text of a procedure as one paragraph, which recall can find. */
export function procedureText({ trigger, steps, prerequisites, warnings }: Procedure): string {
  const numbered = steps.map((step, at) => `${at + 1}. ${withoutEnd(step)}`).join("; ");
  return [
    `${trigger === "" ? "Procedure" : withoutEnd(trigger)}: ${numbered}.`,
    ...(prerequisites.length === 0 ? [] : [`Before: ${prerequisites.map(withoutEnd).join("; ")}.`]),
    ...(warnings.length === 0 ? [] : [`Warnings: ${warnings.map(withoutEnd).join("; ")}.`]),
  ].join(" ");
}

function withoutEnd(text: string): string {
  return text.trim().replace(/[.;:\s]+$/, "");
}
