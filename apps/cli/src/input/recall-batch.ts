/** Many queries in one process: JSON lines in and out, in input order. */
import { setImmediate } from "node:timers/promises";
import {
  PHASES,
  type QuestionAnswer,
  type QuestionRequest,
  type Tacit,
} from "@tacit-memory/memory";
import { type RecallBatchLine, recallBatchLineSchema } from "@tacit-memory/protocol";
import type { CommandContext } from "../command-context.ts";
import type { Json } from "../output/memory-json.ts";
import { oneOf } from "../parsed-args.ts";
import { answerLines } from "./batch-lines.ts";

/** Answers a batch of queries. `wish` applies to every line that does not override it. */
export async function recallBatch(
  context: CommandContext,
  tacit: Tacit,
  path: string,
  request: Omit<QuestionRequest, "query">,
): Promise<void> {
  await answerLines(context, tacit, path, recallBatchLineSchema, async (line, project) => {
    await answerLine(context, line, project, request);
    // The word index is loaded in the background and needs a turn of the event loop.
    await setImmediate();
  });
}

async function answerLine(
  context: CommandContext,
  line: RecallBatchLine,
  tacit: Tacit | null,
  request: Omit<QuestionRequest, "query">,
): Promise<void> {
  const { id, query, limit, files, phase } = line;
  if (tacit === null) {
    context.out.jsonLine({ id, tookMs: 0, abstained: true, hits: [] });
    return;
  }
  const recalled = await tacit.memories.recall({
    ...request,
    query,
    limit: limit ?? request.limit,
    files: files ?? request.files,
    phase: phase === undefined ? request.phase : oneOf("phase", phase, PHASES),
  });
  context.out.jsonLine({
    id,
    tookMs: recalled.tookMs,
    abstained: recalled.abstained,
    hits: recalled.answers.map(batchHit),
  });
}

function batchHit(answer: QuestionAnswer): Json {
  if (answer.kind === "passage") {
    const { id, session, content } = answer.hit.passage;
    const { kind, score, shown } = answer;
    return { id, kind, externalId: null, sessions: [session], content, score, shown };
  }
  const { id, externalId, sessions, content } = answer.hit.memory;
  const { kind, score, shown } = answer;
  return { id, kind, externalId, sessions, content, score, shown };
}
