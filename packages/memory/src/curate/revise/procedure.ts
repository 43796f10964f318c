/** A procedure: steps that several sessions followed, when to follow them, and how often that worked. */
import type { Memory } from "../../domain/memory.ts";
import { beginning, clip, oneLine } from "../../domain/text/text.ts";

/** What a person or an agent follows. */
export interface ProcedureParts {
  readonly steps: readonly string[];
  readonly prerequisites: readonly string[];
  readonly warnings: readonly string[];
}

/** The payload of a memory of type `workflow_recipe` whose outcomes are counted. */
export interface Procedure extends ProcedureParts {
  /** The occasion on which to follow it. */
  readonly trigger: string;
  readonly successes: number;
  readonly failures: number;
}

/** Maximum characters of an edited text that are read: an import may contain any. */
const MAX_READ_CHARS = 4000;
/** Confidence of a new procedure. */
export const NEW_PROCEDURE_CONFIDENCE = 0.55;
/** A success closes this share of the gap to 1; a failure multiplies the confidence. */
const [GAIN, LOSS] = [0.15, 0.7];
const [LEAST, MOST] = [0.01, 0.99];

/** Returns how often the procedure of a memory worked and did not; null if the memory is none. */
function countsOf({
  type,
  payload: { successes, failures },
}: Pick<Memory, "type" | "payload">): Pick<Procedure, "successes" | "failures"> | null {
  if (type !== "workflow_recipe" || successes === undefined || failures === undefined) return null;
  return { successes, failures };
}

/**
 * Returns the procedure of a memory; null if it has none. A text that was edited since the steps were stored decides: the parts
 * are then read from it.
 */
export function procedureOf(
  memory: Pick<Memory, "type" | "payload" | "content">,
): Procedure | null {
  const counts = countsOf(memory);
  if (counts === null) return null;
  const { trigger = "", steps = [], prerequisites = [], warnings = [] } = memory.payload;
  const stored = { trigger, steps, prerequisites, warnings };
  const isText = sameWords(procedureText(stored), memory.content);
  const parts = isText ? {} : partsInText(beginning(memory.content, MAX_READ_CHARS));
  return { ...stored, ...parts, ...counts };
}

function sameWords(a: string, b: string): boolean {
  return a.replace(/\s+/g, " ") === b.replace(/\s+/g, " ");
}

/** Returns the confidence and the counts after the procedure was followed once more; null if the memory is no procedure. */
export function followed(
  memory: Pick<Memory, "type" | "confidence" | "payload">,
  isSuccess: boolean,
): Pick<Memory, "confidence" | "payload"> | null {
  const counts = countsOf(memory);
  if (counts === null) return null;
  const { confidence, payload } = memory;
  const { successes, failures } = counts;
  const after = isSuccess ? confidence + GAIN * (1 - confidence) : confidence * LOSS;
  const more = isSuccess ? { successes: successes + 1 } : { failures: failures + 1 };
  return {
    confidence: Number(Math.min(MOST, Math.max(LEAST, after)).toFixed(6)),
    payload: { ...payload, ...more },
  };
}

/** Maximum characters of the text of a memory. */
const MAX_CHARS = 1000;

/** Returns the text of a procedure as one paragraph, which recall can find; cut off if it is too long for a memory. */
export function procedureText({
  trigger,
  steps,
  prerequisites,
  warnings,
}: ProcedureParts & Pick<Procedure, "trigger">): string {
  const numbered = steps.map((step, at) => `${at + 1}. ${asClause(step)}`).join("; ");
  const parts = [
    `${trigger === "" ? "Procedure" : asClause(trigger)}: ${numbered}.`,
    ...(prerequisites.length === 0 ? [] : [`Before: ${prerequisites.map(asClause).join("; ")}.`]),
    ...(warnings.length === 0 ? [] : [`Warnings: ${warnings.map(asClause).join("; ")}.`]),
  ];
  return clip(parts.join(" "), MAX_CHARS);
}

function asClause(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[.;:\s]+$/, "");
}

const [PREREQUISITES_PART, WARNINGS_PART] = [/\sBefore: (.*)$/s, /\sWarnings: (.*)$/s];
const TRIGGER_PART = /^([^\n]{1,200}?):\s*1[.)]\s/;
const STEP_PART = /(?:^|[;:\n])\s*\d{1,2}[.)]\s+/;

/** Reads the parts from a text, as `procedureText` writes them; the steps of any other text are its list items or sentences. */
function partsInText(text: string): ProcedureParts & { readonly trigger?: string } {
  const warnings = WARNINGS_PART.exec(text);
  const beforeWarnings = text.slice(0, warnings?.index);
  const prerequisites = PREREQUISITES_PART.exec(beforeWarnings);
  const main = beforeWarnings.slice(0, prerequisites?.index);
  const numbered = main.split(STEP_PART).slice(1);
  const trigger = TRIGGER_PART.exec(main)?.[1]?.trim();
  return {
    ...(trigger === undefined ? {} : { trigger: trigger === "Procedure" ? "" : trigger }),
    steps: numbered.length > 0 ? numbered.map(asClause).filter(Boolean) : linesOfText(main),
    prerequisites: clauses(prerequisites),
    warnings: clauses(warnings),
  };
}

function clauses(part: RegExpExecArray | null): string[] {
  return (part?.[1] ?? "").split(";").map(asClause).filter(Boolean);
}

const ITEM = /^\s*(?:[-*]|\d+[.)])\s+(.+)$/;

/** Returns the list items of a text, or else its sentences. */
export function linesOfText(text: string): string[] {
  const items = text.split("\n").flatMap((line) => ITEM.exec(line)?.[1] ?? []);
  const lines = items.length > 0 ? items : text.split(/(?<=[.!?;])\s+/);
  return lines.map(oneLine).filter((line) => line !== "");
}
