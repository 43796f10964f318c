/** Turns a tool's outcome into its answer over the wire. A failure is an answer too: code, message, next step. */
import { ERRORS, type ErrorCode, MemoryError, redact } from "@tacit-memory/memory";

export interface ToolResponse {
  [key: string]: unknown;
  content: { type: "text"; text: string }[];
  isError?: true;
}

// Text only: clients differ in whether they show `content`, `structuredContent` or both to the model.
export function answer(text: string): ToolResponse {
  return { content: [{ type: "text", text }] };
}

/** Next steps for agents, where the advice of ERRORS addresses people at a terminal. */
const NEXT: Readonly<Partial<Record<ErrorCode, string>>> = {
  input_malformed: "see the input schema of this tool",
  input_too_large: "shorten it, or split it into several calls",
  usage: "see the description of this tool",
  id_malformed: "call `recall` to get ids, such as ab12cd34",
  id_ambiguous: "add more of the last digits of the id; `recall` shows eight",
  memory_not_found: "call `recall` to find ids of memories; this memory may have been forgotten",
};

export function failure(error: unknown): ToolResponse {
  const code: ErrorCode = MemoryError.is(error) ? error.code : "internal";
  const message = redact(error instanceof Error ? error.message : String(error)).text;
  const text = [
    `error: ${code}`,
    `message: ${message}`,
    `next step: ${NEXT[code] ?? ERRORS[code].next}`,
  ];
  return { ...answer(text.join("\n")), isError: true };
}
