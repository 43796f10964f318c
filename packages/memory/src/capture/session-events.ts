/** Reads a session's events in the form used for learning, and decides whether they are usable. */
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
import { inOrder, type OrderedEvent } from "./event-order.ts";

/** Returns the events in order. Events reported by hooks may have arrived out of order; a transcript is already in order. */
export async function eventsInOrder(
  db: Database,
  { rid, origin, trimmedSeq }: SessionRow,
): Promise<OrderedEvent[]> {
  // Older events lost their tool outputs and would lead to different conclusions.
  const events = await listEventsFrom(db, rid, trimmedSeq);
  return origin === "transcript" ? events : inOrder(events);
}

/** Returns whether the session answers a request of Tacit to a model, from which nothing is learned. */
export function isOfOurOwn(events: readonly Event[]): boolean {
  const first = events.find(({ kind }) => kind === "prompt");
  return first?.kind === "prompt" && isOwnRequest(first.text);
}

/**
 * Returns the absolute folder in which a session began; null for a folder inside the project, because the session's paths are
 * then not relative to the root.
 */
export function beganAt(identity: ProjectIdentity, { cwd }: SessionRow): string | null {
  const within = cwd === null ? null : relativeToProject(identity, cwd);
  return within === null || within === "" ? cwd : null;
}

/** Returns the last prompt of a session in any project; "" if there is none. */
export async function lastPrompt(db: Database, session: string): Promise<string> {
  const rows = await findSessionsById(db, session);
  const all = (await Promise.all(rows.map((row) => listEvents(db, row.rid)))).flat();
  const prompts = all.filter((event) => event.kind === "prompt");
  return prompts.sort((a, b) => Date.parse(a.ts) - Date.parse(b.ts)).at(-1)?.text ?? "";
}

/** Returns, for each project of the session, the first event of these kinds since the session began or was compacted. */
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

/** Returns the project named by an event, or `fallback`. */
export function projectOf(event: Event, fallback: Project): Project {
  const isSame = event.project === undefined || event.project === fallback.canonical;
  return isSame ? fallback : projectNamed(event.project ?? fallback.canonical);
}

/** Yields events with the projects they belong to, in the order of input. */
export async function* located(
  events: AsyncIterable<Event> | Iterable<Event>,
  placeOf: (event: Event) => Project,
) {
  for await (const event of events) yield { project: placeOf(event), event };
}
