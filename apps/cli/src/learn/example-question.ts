/** An example question that shows what was learned: rare words of the memory most worth showing. */
import { byWorth, type Memory } from "@tacit-memory/memory";

const WORDS = 5;
const PLAIN = new Set(
  "about after again against already always another because before being between cannot could does doing from have instead into itself never only other over same should since some such than that their them then there these they this those through under until very want when where which while will with without would your failed worked command error fails using usually together changed change files file tests here just run works".split(
    " ",
  ),
);

/** Minimum words; with fewer, the question could be about anything. */
const ENOUGH = 3;

/** Returns a question, or "" if no memory suits one. */
export function exampleQuestion(memories: readonly Memory[]): string {
  const questions = byWorth(memories).map(topicWords);
  return (questions.find((words) => words.length >= ENOUGH) ?? questions[0] ?? []).join(" ");
}

function topicWords({ content }: Memory): string[] {
  const words = new Set<string>();
  for (const [word] of content.matchAll(/[\p{L}\p{N}_][\p{L}\p{N}_.-]{3,24}/gu)) {
    const plain = word.replace(/[.-]+$/, "");
    if (/^[\p{L}_][\p{L}_.-]*$/u.test(plain) && !PLAIN.has(plain.toLowerCase())) words.add(plain);
    if (words.size >= WORDS) break;
  }
  return [...words];
}
