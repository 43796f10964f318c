/** `review`: goes through what a person must review. */
import {
  type Candidate,
  frame,
  type Memory,
  quoteLine,
  shortId,
  waitsForPerson,
} from "@tacit-memory/memory";
import { readable } from "../readable.ts";
import type { ToolContext } from "../tool.ts";
import type { Prompt } from "./prompt.ts";

/** Maximum shown; a person would not go through more at once. */
const MAX_SHOWN = 20;
const LINE_CHARS = 300;
const REASON_CHARS = 160;

export const REVIEW_PROMPT: Prompt = {
  name: "review",
  title: "Review doubtful memories",
  description: "Reviews doubtful memories and waiting candidates with you, one by one.",
  arguments: [],
  text: async (context) => {
    const { tacit } = context;
    await tacit.memories.recheck();
    const doubtful = await tacit.memories.list({ needsReview: true, limit: MAX_SHOWN + 1 });
    const memories = readable(context, doubtful);
    const candidates = (await tacit.memories.candidates({ state: "proposed" })).filter(
      waitsForPerson,
    );
    if (memories.length + candidates.length === 0) {
      return `No memories or candidates of ${tacit.identity.name} wait for review. Tell the user.`;
    }
    return [
      "Review these items with me one by one. For each item, state what the code shows now and let me decide. Change nothing without my decision.",
      "",
      frame(`Items of ${tacit.identity.name} that need review.`, [
        ...(await memoryLines(context, memories)),
        ...candidateLines(candidates),
      ]),
      "",
      "For a memory, apply my decision with the tool `update`: confirm, correct (with the correct text, or as outdated or wrong), or forget. For a candidate, I run `npx tacit-memory review accept ID` or `npx tacit-memory review reject ID` myself.",
    ].join("\n");
  },
};

async function memoryLines({ tacit }: ToolContext, memories: readonly Memory[]): Promise<string[]> {
  const shown = memories.slice(0, MAX_SHOWN);
  const reasons = await tacit.memories.reviewReasons(shown.map(({ id }) => id));
  const lines = shown.map((memory) => {
    const why = (reasons.get(memory.id) ?? [])
      .map(({ detail }) => quoteLine(detail, REASON_CHARS))
      .join("; ");
    const facts = `${memory.type}, ${memory.standing}${why === "" ? "" : `, ${why}`}`;
    return `- [mem:${shortId(memory.id)}] ${facts}: ${quoteLine(memory.content, LINE_CHARS)}`;
  });
  return memories.length > shown.length ? [...lines, "- … and more memories"] : lines;
}

function candidateLines(candidates: readonly Candidate[]): string[] {
  const shown = candidates.slice(0, MAX_SHOWN);
  const left = candidates.length - shown.length;
  return [
    ...shown.map(
      ({ id, type, reason, content }) =>
        `- candidate ${shortId(id)}, ${type}, ${reason}: ${quoteLine(content, LINE_CHARS)}`,
    ),
    ...(left > 0 ? [`- … and ${left} more candidates`] : []),
  ];
}
