/** Writes a procedure as a skill file: front matter with its name, its description and Tacit's mark, then its parts. */
import { stringify } from "yaml";
import { SKILL_HASH, SKILL_MEMORY } from "../../capture/rule-files/own-skill.ts";
import type { Procedure } from "../../curate/revise/procedure.ts";
import { type MemoryId, shortId } from "../../domain/ids.ts";
import { hashOf, PARTS, type Skill } from "./skill.ts";

/** Headings of the parts. The history is written only for readers. */
const HEADINGS = {
  prerequisites: "Prerequisites",
  steps: "Steps",
  warnings: "Warnings",
  history: "History",
} as const;

/** What a description begins with if the occasion is only a subject. */
export const OCCASION = "Use when the task is: ";
/** A text that states itself when to use the skill. */
const STATES_WHEN = /\b(?:when|whenever|before|after|if|use)\b/i;

const MAX_NAME_CHARS = 48;

/** Returns the text of the file. `name`: the folder of the file, which a skill must be named for. */
export function writeSkill(
  id: MemoryId,
  name: string,
  skill: Skill & Pick<Procedure, "successes" | "failures">,
): string {
  const fields = {
    name,
    description: descriptionOf(skill.trigger),
    metadata: { [SKILL_MEMORY]: id, [SKILL_HASH]: hashOf(skill) },
  };
  const front = stringify(fields, {
    lineWidth: 0,
    defaultStringType: "QUOTE_DOUBLE",
    defaultKeyType: "PLAIN",
  });
  const parts = PARTS.flatMap((part) =>
    skill[part].length === 0 ? [] : [`## ${HEADINGS[part]}`, "", ...listed(part, skill[part]), ""],
  );
  const history = `Sessions that followed these steps: ${skill.successes} succeeded, ${skill.failures} failed.`;
  return [
    ...["---", front.trimEnd(), "---", "", `# ${skill.title}`, ""],
    ...parts,
    ...[`## ${HEADINGS.history}`, "", history, ""],
  ].join("\n");
}

function descriptionOf(trigger: string): string {
  return STATES_WHEN.test(trigger) ? trigger : `${OCCASION}${trigger}`;
}

function listed(part: (typeof PARTS)[number], texts: readonly string[]): string[] {
  return texts.map((text, at) => {
    const mark = part === "steps" ? `${at + 1}. ` : "- ";
    const indent = " ".repeat(mark.length);
    return `${mark}${text.replace(/\n(?=.)/g, `\n${indent}`)}`;
  });
}

/** Returns a name for a new skill that is not in `taken`: lower-case words with hyphens, from the title. */
export function skillName(title: string, id: MemoryId, taken: ReadonlySet<string>): string {
  const words = title
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .toLowerCase()
    .match(/[a-z0-9]+/g);
  const name = (words ?? []).reduce(
    (sum, word) =>
      sum.length + word.length < MAX_NAME_CHARS ? `${sum}-${word}`.replace(/^-/, "") : sum,
    "",
  );
  if (name !== "" && !taken.has(name)) return name;
  return `${name || "procedure"}-${shortId(id)}`;
}
