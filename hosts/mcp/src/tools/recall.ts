/** `recall`: finds what is known about a topic and returns an index of short lines; `get` returns the full text. */
import {
  excerptOf,
  formatAge,
  frame,
  type Hit,
  learnedBetween,
  MemoryError,
  momentOf,
  type PassageHit,
  passageFlags,
  type QuestionAnswer,
  quoteLine,
  type Recalled,
  shortId,
  shortPassageId,
} from "@tacit-memory/memory";
import { tool } from "../tool.ts";
import { RECALL_INPUT } from "./tool-inputs.schema.ts";

const LINE_CHARS = 160;
const PASSAGE_CHARS = 240;
const NOTE_CHARS = 160;

export const RECALL = tool({
  name: "recall",
  title: "Recall memories",
  description:
    "Search the memory of this codebase: decisions, conventions, gotchas, known errors and their fixes, dead ends, and messages of past sessions. Useful before work in an unfamiliar area and when an error appears. Returns one line per memory ([mem:…]) or passage of a session ([ses:…]); `get` returns the full text. Keywords: memory, knowledge, history, previous sessions, why.",
  effect: "reads",
  isAlwaysLoaded: true,
  input: RECALL_INPUT,
  work: async ({ tacit, caller, nowMs }, input) => {
    const { query = "", files = [], types, phase, limit = 10, allBranches } = input;
    const learned = learnedBetween(input, nowMs);
    if (query === "" && files.length === 0 && learned === undefined) {
      throw new MemoryError("input_malformed", { reason: "add `query`, `files` or `since`" });
    }
    const { before, after } = input;
    const atMs = input.at === undefined ? undefined : momentOf(input.at, nowMs);
    const where = { in: input.in, allBranches, learned, atMs, before, after };
    const request = { query, files, types, phase, limit, ...where };
    const audience = tacit.brief.agentReader(caller);
    const found = await tacit.memories.recall({ ...request, audience, isAsked: true });
    const bounds = found.events.map((event) => `[mem:${shortId(event.id)}]`).join(" and ");
    const timed = timeWords(found);
    const bounded = bounds === "" ? timed : `, limited in time by ${bounds}`;
    if (found.answers.length === 0) {
      return `No memories of ${tacit.identity.name} match${bounded}.`;
    }
    const memories = found.answers.filter(({ kind }) => kind === "memory");
    const isWeak = memories.length > 0 && !found.isAnyBearing;
    const weak = isWeak ? "; no memory is a strong match" : "";
    const instead = found.corrected === undefined ? "" : `; results for "${found.corrected}"`;
    const get = found.answers.some(isCut) ? "; call `get` with the ids for the full text" : "";
    const about = `${count(found.answers)} of ${tacit.identity.name}, best first${bounded}${instead}${weak}${get}.`;
    return frame(
      about,
      found.answers.map((answer) =>
        answer.kind === "passage" ? passageLine(answer.hit, nowMs) : indexLine(answer.hit, nowMs),
      ),
    );
  },
});

/** Whether the line of an answer has less than its text. */
function isCut(answer: QuestionAnswer): boolean {
  return answer.kind === "passage"
    ? answer.hit.passage.content.length > PASSAGE_CHARS
    : answer.hit.memory.content.length > LINE_CHARS;
}

function count(answers: readonly QuestionAnswer[]): string {
  const memories = answers.filter(({ kind }) => kind === "memory").length;
  const passages = answers.length - memories;
  const parts = [
    ...(memories === 0 ? [] : [memories === 1 ? "1 memory" : `${memories} memories`]),
    ...(passages === 0
      ? []
      : [passages === 1 ? "1 passage of a past session" : `${passages} passages of past sessions`]),
  ];
  return parts.join(" and ");
}

function timeWords({ period, emptyPeriod }: Pick<Recalled, "period" | "emptyPeriod">): string {
  if (period !== null) return `, limited to ${period.phrase}`;
  return emptyPeriod === null
    ? ""
    : `, of any time because nothing relevant is from ${emptyPeriod.phrase}`;
}

function passageLine({ passage, matched }: PassageHit, nowMs: number): string {
  const excerpt = excerptOf(passage.content, matched, PASSAGE_CHARS);
  const facts = [
    passage.speaker === "summary" ? "session summary" : `${passage.speaker} message`,
    formatAge(passage.atMs, nowMs),
    ...(passage.branch === null ? [] : [`on ${quoteLine(passage.branch, 60)}`]),
    ...passageFlags(passage),
  ];
  return `- [${shortPassageId(passage.id)}] ${facts.join(", ")}: ${quoteLine(excerpt, PASSAGE_CHARS + 2)}`;
}

function indexLine(hit: Hit, nowMs: number): string {
  const { memory } = hit;
  const age = formatAge(memory.createdAtMs, nowMs);
  const facts: string[] = [memory.type, memory.standing, hit.freshness, age];
  if (hit.code != null && hit.code.note !== null) facts.push(quoteLine(hit.code.note, NOTE_CHARS));
  if (hit.branch != null && hit.branch.note !== null)
    facts.push(quoteLine(hit.branch.note, NOTE_CHARS));
  if (memory.isPinned) facts.push("pinned");
  if (memory.isDisputed) facts.push("disputed");
  if (memory.needsReview) facts.push("unreviewed");
  return `- [mem:${shortId(memory.id)}] ${facts.join(", ")}: ${quoteLine(memory.content, LINE_CHARS)}`;
}
