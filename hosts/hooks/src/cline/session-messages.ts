/**
 * Reads the prompt that was typed last in a session of Cline's from the session's own file; its command line has no hook for
 * it.
 */
import { join } from "node:path";
import { readTextAt } from "@tacit-memory/files";
import { clineSessions, placeOf } from "@tacit-memory/transcripts";
import type { Env } from "../host.ts";
import { list, parsePayload, record, text } from "../payload.ts";

/**
 * Maximum size of a session's file, which contains the whole session. Reading a larger file takes longer than a hook may
 * take; the import reads it.
 */
const MAX_BYTES = 8 * 1024 * 1024;

export interface TypedMessage {
  readonly id: string;
  readonly text: string;
}

/** Returns the last prompt with the program's tags around it; null if it cannot be read. */
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
  // The id names a folder: reject ids that lead out of Cline's folder.
  if (!/^[\w-]+$/.test(session)) return null;
  const path = join(clineSessions(placeOf(env)), session, `${session}.messages.json`);
  // If the file is missing or elsewhere, the session is stored without its prompts.
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
