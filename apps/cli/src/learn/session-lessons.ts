/** After learning from sessions, the chosen writer reads those that finished. Without a writer, nothing happens. */
import type { Memory, Tacit, WritingRequest, WrittenSession } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { withInterrupt } from "../interrupt.ts";
import { plural } from "../output/layout.ts";

export interface Lessons {
  readonly sessions: readonly WrittenSession[];
  /** New memories. */
  readonly memories: readonly Memory[];
}

const NONE: Lessons = { sessions: [], memories: [] };

/** Writes lessons of finished sessions. `finished`: rows of sessions that are over although no end was reported. */
export async function writeDueLessons(
  context: CommandContext,
  tacit: Tacit,
  finished: readonly number[] = [],
): Promise<Lessons> {
  const [writer] = await (await tacit.admin.writers()).list();
  if (writer === undefined) return NONE;
  context.out.progress(`${writer.name} reads finished sessions`);
  const written = await writeLessons(context, tacit, { finished });
  context.out.endProgress();
  return written;
}

export async function writeLessons(
  context: CommandContext,
  tacit: Tacit,
  request: WritingRequest,
): Promise<Lessons> {
  const sessions = await withInterrupt(context, (signal) =>
    tacit.sessions.writeLessons({ ...request, signal }),
  );
  const ids = sessions.flatMap(({ stored }) => stored);
  return { sessions, memories: await Promise.all(ids.map((id) => tacit.memories.get(id))) };
}

/** Returns one line, or "" if no writer was run. */
export function lessonsText({ sessions, memories }: Lessons): string {
  const [first] = sessions;
  if (first === undefined) return "";
  const reinforced = sessions.flatMap((session) => session.reinforced).length;
  const problem = sessions.find((session) => session.problem !== null)?.problem ?? null;
  return [
    `${first.by} read ${plural(sessions.length, "session")}: ${plural(memories.length, "lesson")}`,
    ...(reinforced === 0 ? [] : [`${reinforced} already known`]),
    `${droppedIn(sessions)} dropped`,
    ...(problem === null ? [] : [problem]),
  ].join(", ");
}

export function droppedIn(sessions: readonly WrittenSession[]): number {
  const counts = sessions.flatMap(({ dropped }) => Object.values(dropped));
  return counts.reduce((sum, count) => sum + count, 0);
}
