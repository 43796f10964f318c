/** Parses a skill file of any origin into the parts of a procedure, Tacit's mark, and the text that a procedure has no field for. */
import { isRecord } from "@tacit-memory/files";
import { parseDocument } from "yaml";
import { SKILL_HASH, SKILL_MEMORY } from "../../capture/rule-files/own-skill.ts";
import { isIdLike, type MemoryId } from "../../domain/ids.ts";
import { beginning, clip, oneLine } from "../../domain/text/text.ts";
import { asWritten, PARTS, SKILL, type Skill } from "./skill.ts";
import { OCCASION } from "./write-skill.ts";

interface SkillMark {
  readonly memory: MemoryId;
  /** Hash of the skill that Tacit wrote. */
  readonly hash: string;
}

export interface ReadSkill {
  readonly skill: Skill;
  /** Null if Tacit did not write the file. */
  readonly mark: SkillMark | null;
  readonly successes: number;
  readonly failures: number;
  /** Lines and fields that are in no part of a procedure. */
  readonly loose: readonly string[];
  /** The text below the front matter. */
  readonly body: string;
}

export type SkillReading = ReadSkill | { readonly problem: string };

/** Maximum size of the front matter. */
const MAX_FRONT_CHARS = 8000;
/** Maximum characters of a description, as agentskills.io states. */
const MAX_DESCRIPTION = 1024;
/** Maximum characters of a title that is the beginning of the description. */
const TITLE_CHARS = 80;
/** Length of a whole memory id. */
const ID_CHARS = 36;
const MAX_COUNT = 1_000_000;

const FRONT = /^\uFEFF?---[ \t]*\n/;
const FRONT_END = /^---[ \t]*$/m;
const HISTORY = /^Sessions that followed these steps: (\d{1,7}) succeeded, (\d{1,7}) failed\.$/;
const ITEM = /^(?:\d{1,3}[.)]|[-*+])\s+(?=\S)/;

/** Returns what a file contains, or why it is not a skill. */
export function readSkill(raw: string): SkillReading {
  const text = raw.replace(/\r\n?/g, "\n");
  const begin = FRONT.exec(text)?.[0].length;
  if (begin === undefined) return { problem: "the file has no front matter with a description" };
  const rest = text.slice(begin);
  const end = FRONT_END.exec(rest.slice(0, MAX_FRONT_CHARS + 4));
  if (end === null)
    return { problem: `the front matter does not end within ${MAX_FRONT_CHARS} characters` };
  const fields = fieldsIn(rest.slice(0, end.index));
  if ("problem" in fields) return fields;
  const body = rest.slice(end.index + end[0].length);
  return skillIn(fields.value, body);
}

type Fields = Readonly<Record<string, unknown>>;

/** Parses YAML without aliases, which could expand a small text without limit. */
function fieldsIn(front: string): { readonly value: Fields } | { readonly problem: string } {
  const invalid = { problem: "the front matter is not valid YAML" };
  try {
    const document = parseDocument(front, { prettyErrors: false, logLevel: "silent" });
    if (document.errors.length > 0) return invalid;
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    return isRecord(value) ? { value } : invalid;
  } catch {
    // Too deeply nested, or an alias.
    return invalid;
  }
}

function skillIn(fields: Fields, body: string): SkillReading {
  const { name: _name, description, metadata, ...others } = fields;
  const when = typeof description === "string" ? oneLine(description) : "";
  if (when === "") return { problem: "the front matter has no description" };
  if (when.length > MAX_DESCRIPTION)
    return { problem: `the description has more than ${MAX_DESCRIPTION} characters` };
  const marks = isRecord(metadata) ? metadata : {};
  const { [SKILL_MEMORY]: memory, [SKILL_HASH]: hash, ...otherMarks } = marks;
  const isWhole = typeof memory === "string" && memory.length === ID_CHARS && isIdLike(memory);
  const isMarked = isWhole && typeof hash === "string";
  const read = new BodyReader();
  for (const line of body.split("\n")) read.take(line.trimEnd());
  const lists = PARTS.map((part) => read.parts[part]);
  if (lists.some(({ length }) => length > SKILL.items))
    return { problem: `a procedure has at most ${SKILL.items} steps, prerequisites or warnings` };
  if (lists.flat().some(({ length }) => length > SKILL.itemChars))
    return { problem: `a step has at most ${SKILL.itemChars} characters` };
  const { title, counts, loose } = read;
  const trigger = when.startsWith(OCCASION) ? when.slice(OCCASION.length) : when;
  return {
    skill: asWritten({ title: title || clip(trigger, TITLE_CHARS), trigger, ...read.parts }),
    mark: isMarked ? { memory: memory as MemoryId, hash } : null,
    ...counts,
    loose: [...Object.keys({ ...others, ...otherMarks }).map((key) => `${key}:`), ...loose],
    body,
  };
}

type SkillSection = (typeof PARTS)[number] | "history" | "other";

/** Names of sections that people use for the parts. */
const SECTIONS: readonly (readonly [RegExp, SkillSection])[] = [
  [/^(?:steps|procedure|workflow|instructions|process)$/i, "steps"],
  [/^(?:prerequisites?|requirements?|before(?: you (?:start|begin))?)$/i, "prerequisites"],
  [/^(?:warnings?|cautions?|pitfalls?|gotchas?)$/i, "warnings"],
  [/^History$/, "history"],
];

/** Takes the lines below the front matter one by one. */
class BodyReader {
  readonly parts = {
    prerequisites: [] as string[],
    steps: [] as string[],
    warnings: [] as string[],
  };
  readonly loose: string[] = [];
  title = "";
  counts = { successes: 0, failures: 0 };
  #place: SkillSection = "other";
  #width = 0;

  take(line: string): void {
    const heading = /^(#{1,6})\s+(\S.*)$/.exec(line);
    if (heading !== null) this.#heading(line, heading[1]?.length ?? 0, heading[2] ?? "");
    else if (this.#place === "history") this.#history(line);
    else if (this.#place === "other") this.#leave(line);
    else this.#item(line, this.parts[this.#place]);
  }

  #heading(line: string, depth: number, whole: string): void {
    // Cut first: a search for the closing marks takes quadratic time on a line of blanks.
    const text = beginning(whole, SKILL.titleChars).replace(/\s+#+$/, "");
    const isTitle = depth === 1 && this.title === "" && this.loose.length === 0;
    const place = depth === 2 ? SECTIONS.find(([names]) => names.test(text))?.[1] : undefined;
    this.#width = 0;
    this.#place = place ?? "other";
    if (isTitle) this.title = text;
    else if (place === undefined) this.#leave(line);
  }

  #history(line: string): void {
    const counted = HISTORY.exec(line)?.slice(1).map(Number);
    if (counted === undefined) this.#leave(line);
    else {
      const [successes = 0, failures = 0] = counted.map((count) => Math.min(count, MAX_COUNT));
      this.counts = { successes, failures };
    }
  }

  #item(line: string, items: string[]): void {
    const mark = ITEM.exec(line)?.[0];
    const last = items.at(-1);
    const isWithin = line === "" || /^\s/.test(line) || last?.endsWith("\n") === false;
    if (mark !== undefined) {
      this.#width = mark.length;
      items.push(line.slice(mark.length));
    } else if (this.#width === 0 || last === undefined || !isWithin) this.#leave(line);
    else {
      const own = line.slice(Math.min(this.#width, /^\s*/.exec(line)?.[0].length ?? 0));
      items[items.length - 1] = `${last}\n${own}`;
    }
  }

  #leave(line: string): void {
    if (line !== "") this.loose.push(line);
  }
}
