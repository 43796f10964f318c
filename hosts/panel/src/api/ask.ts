/** Answers a question with memories and passages of past sessions, and lists the questions without an answer. */
import type { Tacit } from "@tacit-memory/memory";
import type { AskAnswer, GapRow } from "@tacit-memory/protocol";
import type { AskInput } from "./requests.schema.ts";
import { type At, rowOf } from "./rows.ts";

const MAX_ANSWERS = 12;

export async function answerTo(
  { tacit, nowMs }: At,
  { query, isRepeated }: AskInput,
): Promise<AskAnswer> {
  const { answers, abstained } = await tacit.memories.recall({
    query,
    isAsked: true,
    isRepeated,
    limit: MAX_ANSWERS,
  });
  return {
    isSure: !abstained,
    answers: answers.map((answer) => {
      if (answer.kind === "memory") {
        return { kind: "memory", memory: rowOf(answer.hit.memory, nowMs) };
      }
      const { id, session, agent, speaker, context, content, atMs } = answer.hit.passage;
      return { kind: "passage", id, session, agent, speaker, context, content, atMs };
    }),
  };
}

/** Returns the gaps, the most asked first. */
export async function openGaps({ memories }: Tacit): Promise<GapRow[]> {
  const gaps = await memories.gaps();
  return gaps.map(({ gid, query, times, lastAtMs }) => ({ id: gid, query, times, lastAtMs }));
}
