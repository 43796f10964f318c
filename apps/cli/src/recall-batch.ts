/** Many queries in one process: JSON lines in, JSON lines out, in input order. */
import { setImmediate } from "node:timers/promises";
import { MemoryError, openTacit, PHASES, type Tacit } from "@tacit-memory/memory";
import { type RecallBatchLine, recallBatchLineSchema } from "@tacit-memory/protocol";
import { oneOf } from "./given.ts";
import { inputLines } from "./input-lines.ts";
import { findProjectRow, identityOf, storeOptions } from "./open.ts";
import type { World } from "./world.ts";

export async function recallBatch(world: World, tacit: Tacit, path: string): Promise<void> {
  const others = new Map<string, Tacit | null>();
  try {
    let number = 0;
    for await (const line of inputLines(world, path)) {
      number++;
      if (line.trim() !== "") {
        await answerLine(world, await opened(world, tacit, others, parse(line, number)));
        // Words are brought into memory beside the answers, for which they need their turn.
        await setImmediate();
      }
    }
  } finally {
    for (const other of others.values()) await other?.close();
  }
}

interface Asked {
  readonly line: RecallBatchLine;
  /** Null for a project nobody knows. */
  readonly tacit: Tacit | null;
}

async function answerLine(world: World, { line, tacit }: Asked): Promise<void> {
  const { id, query, limit, files, phase } = line;
  if (tacit === null) {
    world.out.jsonLine({ id, tookMs: 0, abstained: true, hits: [] });
    return;
  }
  const recalled = await tacit.recall({
    query,
    limit,
    files: files ?? [],
    phase: phase === undefined ? undefined : oneOf("phase", phase, PHASES),
  });
  world.out.jsonLine({
    id,
    tookMs: recalled.tookMs,
    abstained: recalled.abstained,
    hits: recalled.hits.map(({ memory, score }) => ({
      id: memory.id,
      externalId: memory.externalId,
      sessions: memory.sessions,
      score,
    })),
  });
}

/** Throws "input_malformed" with the line's number. */
function parse(text: string, number: number): RecallBatchLine {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new MemoryError("input_malformed", { line: number, reason: "not JSON", cause });
  }
  const parsed = recallBatchLineSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const reason = `${issue?.path.join(".") ?? ""}: ${issue?.message ?? "invalid"}`;
  throw new MemoryError("input_malformed", { line: number, reason });
}

async function opened(
  world: World,
  tacit: Tacit,
  others: Map<string, Tacit | null>,
  line: RecallBatchLine,
): Promise<Asked> {
  const { project } = line;
  if (project === undefined || project === tacit.identity.canonical) return { line, tacit };
  let other = others.get(project);
  if (other === undefined) {
    const row = findProjectRow(await tacit.projects(), project);
    other =
      row === undefined
        ? null
        : await openTacit({ ...storeOptions(world), cwd: tacit.home, identity: identityOf(row) });
    others.set(project, other);
  }
  return { line, tacit: other };
}
