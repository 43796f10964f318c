/**
 * Finds the memories that may already state a new lesson, for the second look of a writer. Without them, each session that
 * meets the same trap would store it again in other words.
 */
import type { Database } from "@tacit-memory/sqlite";
import { stageOf } from "../../domain/anchors/stage.ts";
import type { ProjectId } from "../../domain/ids.ts";
import { isValidAt, type Memory, RECORD_TYPES } from "../../domain/memory.ts";
import { RULE_FILE_TAG } from "../../domain/rule-file-tag.ts";
import { isRefutation } from "../promote/refutation.ts";
import { nearestTo } from "../promote/similar.ts";
import type { Statement } from "./reply.schema.ts";

/** Maximum memories per lesson, and for all lessons of a session. */
const MOST_OF_ONE = 2;
const MOST = 8;

/**
 * Returns memories of the project, the best of each lesson first. They may be sent to the writer's model: none is secret,
 * doubtful, or limited to a task, an agent, a session or an unmerged branch.
 */
export async function rememberedNear(
  db: Database,
  projectId: ProjectId,
  statements: readonly Statement[],
  nowMs: number,
): Promise<Memory[]> {
  const perLesson: Memory[][] = [];
  for (const { title, content } of statements) {
    const near = await nearestTo(db, projectId, `${title}\n${content}`)();
    const open = near.filter((memory) => memory.projectId === projectId && isOpen(memory, nowMs));
    perLesson.push(open.slice(0, MOST_OF_ONE));
  }
  const inTurn = Array.from({ length: MOST_OF_ONE }, (_, rank) =>
    perLesson.flatMap((ones) => ones[rank] ?? []),
  );
  const byId = new Map(inTurn.flat().map((memory) => [memory.id, memory]));
  return [...byId.values()].slice(0, MOST);
}

const RECORDS: ReadonlySet<Memory["type"]> = new Set(RECORD_TYPES);

function isOpen(memory: Memory, nowMs: number): boolean {
  return (
    memory.state === "active" &&
    memory.supersededBy === null &&
    memory.scope === "project" &&
    memory.visibility !== "secret" &&
    stageOf(memory) === null &&
    !memory.isTainted &&
    !memory.needsReview &&
    !memory.isDisputed &&
    isValidAt(memory, nowMs) &&
    !RECORDS.has(memory.type) &&
    !memory.tags.includes(RULE_FILE_TAG) &&
    !isRefutation(memory)
  );
}
