/**
 * What did the agent say in the turn that has just ended? The payload has only its last message; the remarks before it, in which
 * causes are often named, stand in the session's own file.
 */
import { list, parsePayload, record, text } from "../payload.ts";
import { tailLines } from "../tail-lines.ts";

/** Most turns are shorter; of a longer one the end is read. */
const TAIL_BYTES = 512 * 1024;

export interface TurnMessage {
  readonly text: string;
  /** As the file dates it; null where it does not. */
  readonly ts: string | null;
}

/** Oldest first. Nothing where the file cannot be read. */
export function turnMessages(path: string | null): TurnMessage[] {
  const messages: TurnMessage[] = [];
  for (const line of (path === null ? [] : tailLines(path, TAIL_BYTES)).toReversed()) {
    // Most lines are outputs of tools: looked at before they are parsed.
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
