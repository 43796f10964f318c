/** A session's events as they are learned from, and whether there is anything to learn from them. */
import {
  type Project,
  type ProjectIdentity,
  projectNamed,
  relativeToProject,
} from "@tacit-memory/project";
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { isOwnRequest } from "../domain/text/own-request.ts";
import { firstEventSinceCompaction, listEvents, listEventsFrom } from "../store/sessions/events.ts";
import { findSessionsById, type SessionRow } from "../store/sessions/sessions.ts";
import { inOrder } from "./event-order.ts";

/** What an agent told us as it worked may have come out of order; a record of it was written in its own. */
export async function eventsInOrder(
  db: Database,
  { rid, origin, trimmedSeq }: SessionRow,
): Promise<Event[]> {
  // Without the outputs of tools the older events would show something else than they did.
  const events = await listEventsFrom(db, rid, trimmedSeq);
  return origin === "transcript" ? events : inOrder(events);
}

/** An agent that serves the model we asked: what we said to it is no lesson, and words nothing. */
export function isOfOurOwn(events: readonly Event[]): boolean {
  const first = events.find(({ kind }) => kind === "prompt");
  return first?.kind === "prompt" && isOwnRequest(first.text);
}

/** Absolute; null for a session that began in a folder of the project: what it says of folders is not from the root. */
export function beganAt(identity: ProjectIdentity, { cwd }: SessionRow): string | null {
  const within = cwd === null ? null : relativeToProject(identity, cwd);
  return within === null || within === "" ? cwd : null;
}

/** The last prompt of a session, in whichever project it was given; "" where there is none. */
export async function lastPrompt(db: Database, session: string): Promise<string> {
  const rows = await findSessionsById(db, session);
  const all = (await Promise.all(rows.map((row) => listEvents(db, row.rid)))).flat();
  const asked = all.filter((event) => event.kind === "prompt");
  return asked.sort((a, b) => Date.parse(a.ts) - Date.parse(b.ts)).at(-1)?.text ?? "";
}

/** Of each project the session was in: the first event of these kinds since it began, or was compacted. */
export async function firstEvents(
  db: Database,
  session: string,
  kinds: readonly Event["kind"][],
  agentId: string | null,
) {
  const rows = await findSessionsById(db, session);
  const found = await Promise.all(
    rows.map(({ rid }) => firstEventSinceCompaction(db, rid, kinds, agentId)),
  );
  return found.filter((first) => first !== null);
}

/** The project that an event names, otherwise `fallback`. */
export function projectOf(event: Event, fallback: Project): Project {
  const isSame = event.project === undefined || event.project === fallback.canonical;
  return isSame ? fallback : projectNamed(event.project ?? fallback.canonical);
}

/** Events with the projects they belong to, as they come. */
export async function* located(
  events: AsyncIterable<Event> | Iterable<Event>,
  placeOf: (event: Event) => Project,
) {
  for await (const event of events) yield { project: placeOf(event), event };
}
