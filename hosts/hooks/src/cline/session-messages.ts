/** What was typed last in a session of Cline's? No hook of its command line tells; the session's own file does. */
import { join } from "node:path";
import { readTextAt } from "@tacit-memory/files";
import { clineSessions, placeOf } from "@tacit-memory/transcripts";
import type { Env } from "../host.ts";
import { list, parsePayload, record, text } from "../payload.ts";

/** The file holds the whole session. One that takes longer to read than a hook may take is left to the import. */
const MAX_BYTES = 8 * 1024 * 1024;

export interface TypedMessage {
  readonly id: string;
  readonly text: string;
}

/** With the program's tags still around it; null where it cannot be told. */
export function lastTyped(session: string, env: Env): TypedMessage | null {
  const document = readSession(session, env);
  const messages = list(document?.["messages"]).map(record);
  const typed = messages.findLast(
    (message) =>
      message["role"] === "user" &&
      record(message["metadata"])["displayRole"] === undefined &&
      typedIn(message["content"]) !== "",
  );
  const id = text(typed?.["id"]);
  return typed === undefined || id === null ? null : { id, text: typedIn(typed["content"]) };
}

function readSession(session: string, env: Env) {
  // It names a folder: nothing that leads out of theirs.
  if (!/^[\w-]+$/.test(session)) return null;
  const path = join(clineSessions(placeOf(env)), session, `${session}.messages.json`);
  // Not there yet, or elsewhere: then the session goes without its prompts.
  const json = readTextAt(path, MAX_BYTES);
  return json === null ? null : parsePayload(json);
}

function typedIn(content: unknown): string {
  if (typeof content === "string") return content;
  return list(content)
    .map(record)
    .flatMap((part) => (part["type"] === "text" ? (text(part["text"]) ?? []) : []))
    .join("\n");
}
