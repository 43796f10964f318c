/**
 * A skill: a procedure as agents read it from a file (agentskills.io). It has the texts that a person may edit in the file; the
 * counts of the procedure are not part of it.
 */
import { createHash } from "node:crypto";
import { type Procedure, type ProcedureParts, procedureOf } from "../../curate/revise/procedure.ts";
import type { Memory } from "../../domain/memory.ts";
import { clip, oneLine } from "../../domain/text/text.ts";

export interface Skill extends ProcedureParts {
  readonly title: string;
  /** The occasion on which to follow it: the description of the file. */
  readonly trigger: string;
}

/** The parts of a skill that are lists, in the order of the file. */
export const PARTS = [
  "prerequisites",
  "steps",
  "warnings",
] as const satisfies readonly (keyof ProcedureParts)[];

/** Prefix of the external id of a procedure that was imported from a skill file. */
export const SKILL_SOURCE = "skill:";

/** Maximum entries of a part, and characters of an entry, a description and a title. */
export const SKILL = { items: 50, itemChars: 2000, triggerChars: 1000, titleChars: 200 } as const;

/** Returns the skill of a memory, and its counts; null if the memory has no procedure with steps. */
export function skillOf(
  memory: Memory,
): (Skill & Pick<Procedure, "successes" | "failures">) | null {
  const procedure = procedureOf(memory);
  if (procedure === null || procedure.steps.length === 0) return null;
  const { trigger, successes, failures } = procedure;
  const title = memory.title || trigger || "Procedure";
  const skill = asWritten({ ...procedure, title, trigger: trigger || title });
  return { ...skill, successes, failures };
}

/**
 * Returns the skill with its texts as a file contains them, so that writing and reading a file changes nothing. Claude Code runs
 * the command in !`command` and in a code block that begins with "```!" when it loads a skill, so these beginnings are separated.
 */
export function asWritten({ title, trigger, ...lists }: Skill): Skill {
  const lines = (texts: readonly string[]) =>
    texts.slice(0, SKILL.items).map(asItem).filter(Boolean);
  return {
    title: inert(clip(oneLine(title), SKILL.titleChars)).replace(/(?:\s+#+)+$/, ""),
    trigger: inert(clip(oneLine(trigger), SKILL.triggerChars)),
    prerequisites: lines(lists.prerequisites),
    steps: lines(lists.steps),
    warnings: lines(lists.warnings),
  };
}

/** Returns the hash of the texts of a skill. */
export function hashOf({ title, trigger, prerequisites, steps, warnings }: Skill): string {
  const texts = [title, trigger, prerequisites, steps, warnings];
  return createHash("sha256").update(JSON.stringify(texts)).digest("hex");
}

function asItem(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n").split("\n");
  return inert(
    clip(
      lines
        .map((line) => line.trimEnd())
        .join("\n")
        .trim(),
      SKILL.itemChars,
    ),
  );
}

function inert(text: string): string {
  return text.replace(/!(?=`)/g, "! ").replace(/(`{3,}|~{3,})(?=!)/g, "$1 ");
}
