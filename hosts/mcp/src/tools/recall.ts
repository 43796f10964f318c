/** `recall`: what is known that bears on this? An index of short lines; the full text is `get`'s. */
import {
  formatAge,
  frame,
  type Hit,
  learnedBetween,
  MemoryError,
  momentOf,
  quoteLine,
  shortId,
} from "@tacit-memory/memory";
import { tool } from "../tool.ts";
import { RECALL_INPUT } from "./tool-inputs.schema.ts";

const LINE_CHARS = 160;
const NOTE_CHARS = 160;

export const RECALL = tool({
  name: "recall",
  title: "Recall what is known",
  description:
    "Search the memory of this codebase: decisions, conventions, gotchas, known errors and their fixes, dead ends, commands that work, user preferences. Most useful before work in an unfamiliar area and when an error appears. Takes a question, identifiers, file paths or a pasted error message. Returns an index of one line per memory (id, type, standing, freshness, when it was learned, beginning); `get` gives the full text. Keywords: memory, knowledge, history, notes, search, find, previous sessions, why, how.",
  effect: "reads",
  isAlwaysLoaded: true,
  input: RECALL_INPUT,
  work: async ({ tacit, nowMs }, input) => {
    const { query = "", files = [], types, phase, limit = 10, allBranches } = input;
    const learned = learnedBetween(input, nowMs);
    if (query === "" && files.length === 0 && learned === undefined) {
      throw new MemoryError("input_malformed", { reason: "give `query`, `files` or `since`" });
    }
    const { before, after } = input;
    const atMs = input.at === undefined ? undefined : momentOf(input.at, nowMs);
    const wish = { query, files, types, phase, limit, allBranches, learned, atMs, before, after };
    const found = await tacit.recall({ ...wish, isAsked: true });
    const bounds = found.events.map((event) => `[mem:${shortId(event.id)}]`).join(" and ");
    const timed = found.period === null ? "" : `, only what was learned ${found.period.said}`;
    const bounded = bounds === "" ? timed : `, bounded in time by ${bounds}`;
    if (found.hits.length === 0) {
      return `Nothing is known about this on ${tacit.identity.name} yet${bounded}.`;
    }
    const about = `${count(found.hits.length)} on ${tacit.identity.name}, best first${bounded}${found.abstained ? "; none is a strong match" : ""}; \`get\` with the ids gives the full text.`;
    return frame(
      about,
      found.hits.map((hit) => indexLine(hit, nowMs)),
    );
  },
});

function count(hits: number): string {
  return hits === 1 ? "1 memory" : `${hits} memories`;
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
