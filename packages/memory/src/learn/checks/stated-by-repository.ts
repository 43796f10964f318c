/**
 * Decides whether the repository already states a lesson. Everyone who works in it reads its README, manifests, CI and rule
 * files; a memory that repeats them costs an agent's attention and adds nothing. A command is stated if it appears
 * completely, options included, or if a manifest offers it (`implied-commands.ts`). A variable or folder that the lesson adds
 * must be in the same place. A statement is stated if one section contains all its names and numbers and nearly all of its
 * words, each weighted by how rare it is in the repository's own text:
 * said = Σ weight(words in the section) / Σ weight(words of the lesson), weight = ln(1 + sections / sections with the word) A
 * section that negates what the lesson affirms, or the reverse, does not state it.
 */

import type { Candidate } from "../../domain/candidate.ts";
import { advisedCommand } from "../../domain/text/advised-command.ts";
import { identifiers, isNegated, words } from "../../domain/text/text.ts";
import { plainCommand } from "./implied-commands.ts";
import { type RepositoryText, type Section, stemsOf } from "./repository-text.ts";
import { stem } from "./stem.ts";

export type Lesson = Pick<Candidate, "type" | "content" | "payload" | "files">;

/**
 * On the dev half of `bench/worth` no reference fact reaches 0.54, and reworded sentences of a README reach 0.6 to 1: the
 * value is between them, closer to what must not be lost.
 */
const SAID_SHARE = 0.7;
/** Minimum significant words; a shorter statement would be found in any text. */
const MIN_WORDS = 4;
const MAX_FILES = 6;
const SENTENCE_END = /(?<=[.!?|])\s+/;
const OCCASION = /\s*The user said this after the agent had (?:run|changed) `[^`]*`\.?/g;
const STOP = new Set(
  "a an and are as at be been but by can do does for from had has have here how if in into is it its of on or so than that the their them then there these they this to use was were what when where which while will with you your not no never always must should only project".split(
    " ",
  ),
);

/** Returns the file that states the lesson; null if none does. */
export function statedByRepository(repository: RepositoryText, lesson: Lesson): string | null {
  return commandIsStated(repository, lesson) ?? statementIsStated(repository, lesson);
}

/**
 * Returns null for a lesson that is more than a command: the fix of an error is identified by the error, which is searched as
 * a statement.
 */
function commandIsStated(repository: RepositoryText, { type, payload }: Lesson): string | null {
  const command = advisedCommand({ type, payload });
  if (command === null || isFixOfAnother(payload, command)) return null;
  const wanted = plainCommand(command);
  const { folder } = payload;
  const around = folder === undefined ? [] : [plainCommand(folder)];
  const implied = around.length === 0 ? repository.implied.get(wanted) : undefined;
  return implied ?? standsIn(repository, [wanted, ...around]);
}

/**
 * Returns whether a command fixes another one, as `npm run build` fixes `npm test`: the relation is the lesson. A fixer of
 * its own check is no such relation.
 */
function isFixOfAnother(payload: Lesson["payload"], fix: string): boolean {
  const { command, error } = payload;
  if (error === undefined || command === undefined) return false;
  const [checked, fixing] = [plainCommand(command), plainCommand(fix)];
  return !fixing.startsWith(checked);
}

function standsIn({ lines }: RepositoryText, wanted: readonly string[]): string | null {
  const isStated = (text: string) => wanted.every((item) => hasWhole(text, item));
  return lines.find(({ text }) => isStated(text))?.path ?? null;
}

/** Returns whether a text contains the words as a whole: `go test` does not match `go test-all`. */
function hasWhole(text: string, wanted: string): boolean {
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const [before, after] = [text[at - 1] ?? " ", text[at + wanted.length] ?? " "];
    if (!/[\w./-]/.test(before) && !/[\w/:=-]/.test(after)) return true;
  }
  return false;
}

function statementIsStated(repository: RepositoryText, lesson: Lesson): string | null {
  const content = lesson.content.replace(OCCASION, "");
  const own = lesson.files.slice(0, MAX_FILES);
  const says = (section: Section, isOwn: boolean) =>
    isStatedIn(section, content, repository, isOwn ? own : []);
  const found =
    repository.sections.find((section) => says(section, false)) ??
    own.flatMap(repository.commentsOf).find((section) => says(section, true));
  return found?.path ?? null;
}

/** `own`: the lesson's files, which a comment in them need not name. */
function isStatedIn(
  section: Section,
  content: string,
  { sections, spread }: RepositoryText,
  own: readonly string[],
): boolean {
  const names = namesOf(content).filter((name) => !own.some((path) => path.endsWith(name)));
  if (!names.every((name) => hasName(section.text, name.toLowerCase()))) return false;
  const topic = topicWords(content);
  if (topic.length < MIN_WORDS) return false;
  let [covered, all] = [0, 0];
  for (const word of topic) {
    const weight = Math.log(1 + (sections.length + 1) / ((spread.get(word) ?? 0) + 1));
    all += weight;
    if (section.words.has(word)) covered += weight;
  }
  return covered / all >= SAID_SHARE && !isDenied(section, content, topic);
}

/** Returns whether the sentence of the section with most of its words negates what the lesson affirms, or the reverse. */
function isDenied({ text }: Section, content: string, topic: readonly string[]): boolean {
  const sentences = text.split(SENTENCE_END).map((sentence) => {
    const own = stemsOf(sentence);
    return { sentence, common: topic.filter((word) => own.has(word)).length };
  });
  const nearest = sentences.reduce((a, b) => (b.common > a.common ? b : a));
  return isNegated(nearest.sentence) !== isNegated(content);
}

/** Returns whether a text contains a name. A number matches only as a whole: 2 does not match `e2e`. */
function hasName(text: string, name: string): boolean {
  return /^[\d.]+$/.test(name) ? hasWhole(text, name) : text.includes(name);
}

function namesOf(content: string): string[] {
  const quoted = [...content.matchAll(/`([^`]{2,120})`/g)].map((match) => match[1] ?? "");
  const numbers = content.match(/(?<![\w.])\d+(?:\.\d+)*(?![\w.])/g) ?? [];
  return [...new Set([...quoted, ...identifiers(content.replaceAll("`", " ")), ...numbers])];
}

function topicWords(content: string): string[] {
  return [
    ...new Set(
      words(content)
        .filter((word) => word.length > 1 && !STOP.has(word))
        .map(stem),
    ),
  ];
}
