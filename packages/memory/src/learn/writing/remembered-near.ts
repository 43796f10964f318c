/**
 * Finds the earlier lessons of a writer that may already state a new one, for its second look. Without them, a session that meets the
 * same trap again could store it again in other words.
 */
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { listVersions } from "../../store/memories/memories.ts";
import { hasPrompt } from "../../store/sessions/events.ts";
import { lessonOf } from "../checks/lesson-signals.ts";
import { isSettled } from "../promote/settled.ts";
import { nearestTo } from "../promote/similar.ts";
import type { Statement } from "./reply.schema.ts";

/** Maximum earlier lessons per new lesson, and for all new lessons of a session. */
const MAX_PER_STATEMENT = 2;
const MAX_MEMORIES = 8;

interface Sending {
  /** Id of the writer that the lessons are sent to. */
  readonly by: string;
  readonly nowMs: number;
}

/**
 * Returns lessons of the project, the best of each new lesson first. Only lessons that this writer wrote itself are sent to it, because
 * a person who chose it agreed to send sessions, not memories.
 */
export async function rememberedNear(
  db: Database,
  projectId: ProjectId,
  statements: readonly Statement[],
  sending: Sending,
): Promise<Memory[]> {
  const perLesson: Memory[][] = [];
  for (const { title, content } of statements) {
    const near = await nearestTo(db, projectId, `${title}\n${content}`)();
    const open: Memory[] = [];
    for (const memory of near) {
      const isOpen = memory.projectId === projectId && maySend(memory, sending);
      if (isOpen && (await isAsWritten(db, memory, sending.by))) open.push(memory);
    }
    perLesson.push(open.slice(0, MAX_PER_STATEMENT));
  }
  const inTurn = Array.from({ length: MAX_PER_STATEMENT }, (_, rank) =>
    perLesson.flatMap((ones) => ones[rank] ?? []),
  );
  const byId = new Map(inTurn.flat().map((memory) => [memory.id, memory]));
  return [...byId.values()].slice(0, MAX_MEMORIES);
}

/**
 * Returns whether the writer wrote this text about a session of this store. A person may have edited it, `tacit dream` may have
 * merged a lesson into a memory of a person, and an import brings lessons about sessions that the writer was not sent.
 */
async function isAsWritten(db: Database, memory: Memory, by: string): Promise<boolean> {
  const earlier = await listVersions(db, memory.id);
  const isUnchanged = earlier.every(
    ({ before }) =>
      lessonOf(before)?.by === by &&
      before.title === memory.title &&
      before.content === memory.content,
  );
  const [session = ""] = memory.sessions;
  return isUnchanged && (await hasPrompt(db, session));
}

function maySend(memory: Memory, { by, nowMs }: Sending): boolean {
  return (
    lessonOf(memory)?.by === by &&
    isSettled(memory, nowMs) &&
    memory.scope === "project" &&
    memory.visibility !== "secret" &&
    !memory.isStaged &&
    !memory.isTainted
  );
}
