/**
 * Reads what the agent said in the turn that has just ended. The payload has only its last message; earlier remarks, which
 * often name causes, are in the session's own file.
 */
import { list, parsePayload, record, text } from "../payload.ts";
import { tailLines } from "../tail-lines.ts";

/** Bytes read from the end of the file. Most turns are shorter; of a longer turn only the end is read. */
const TAIL_BYTES = 512 * 1024;

export interface TurnMessage {
  readonly text: string;
  /** Timestamp in the file; null if there is none. */
  readonly ts: string | null;
}

/** Returns the messages of the last turn, oldest first; empty if the file cannot be read. */
export function turnMessages(path: string | null): TurnMessage[] {
  const messages: TurnMessage[] = [];
  for (const line of (path === null ? [] : tailLines(path, TAIL_BYTES)).toReversed()) {
    // Most lines are outputs of tools: check them before parsing.
    if (!/"type":\s*"(?:assistant|user)"/.test(line)) continue;
    const entry = parsePayload(line);
    if (entry === null || entry["isSidechain"] === true) continue;
    if (entry["type"] === "user" && isPrompt(entry)) break;
    if (entry["type"] === "assistant") messages.unshift(...textsOf(entry));
  }
  return messages;
}

function isPrompt(entry: Readonly<Record<string, unknown>>): boolean {
  const { content } = record(entry["message"]);
  if (entry["isMeta"] === true) return false;
  return (
    typeof content === "string" || list(content).some((part) => record(part)["type"] === "text")
  );
}

function textsOf(entry: Readonly<Record<string, unknown>>): TurnMessage[] {
  const ts = text(entry["timestamp"]);
  return list(record(entry["message"])["content"])
    .map(record)
    .filter((part) => part["type"] === "text")
    .flatMap((part) => {
      const content = text(part["text"])?.trim() ?? "";
      return content === "" ? [] : [{ text: content, ts }];
    });
}
