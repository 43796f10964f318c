/**
 * Builds what an agent has in view when it answers a request: everything that the agent and its user wrote, and one line with
 * the outcome for each of its calls. Only the newest part is used.
 */
import type { Event } from "../../packages/protocol/src/index.ts";

const VIEW_CHARS = 20_000;
const INPUT_CHARS = 200;
const ERROR_CHARS = 200;

export function viewOf(events: readonly Event[]): string {
  const results = new Map(
    events.flatMap((event) =>
      event.kind === "tool_result" ? [[event.callId, event] as const] : [],
    ),
  );
  const lines: string[] = [];
  for (const event of events) {
    if (event.agentId !== undefined) continue;
    if (event.kind === "prompt") lines.push(`USER: ${event.text}`);
    if (event.kind === "message") lines.push(`AGENT: ${event.text}`);
    if (event.kind === "tool_call") {
      const result = results.get(event.callId);
      const outcome =
        result?.isError === true ? ` [FAILED: ${lineOf(result.output, ERROR_CHARS)}]` : "";
      lines.push(`  tool ${event.tool}: ${inputOf(event.input)}${outcome}`);
    }
  }
  return newest(lines.join("\n"));
}

function newest(text: string): string {
  return text.length <= VIEW_CHARS ? text : `[earlier part left out]\n${text.slice(-VIEW_CHARS)}`;
}

const TELLING = ["command", "cmd", "file_path", "filePath", "path", "pattern", "query", "url"];

function inputOf(input: unknown): string {
  const fields = (typeof input === "object" && input !== null ? input : {}) as Record<
    string,
    unknown
  >;
  const telling = TELLING.map((name) => fields[name]).find((value) => value !== undefined);
  return lineOf(
    typeof telling === "string" ? telling : JSON.stringify(telling ?? input ?? ""),
    INPUT_CHARS,
  );
}

function lineOf(text: string, maxChars: number): string {
  return text.replace(/\s+/g, " ").trim().slice(0, maxChars);
}

/** Returns the complete messages. */
export function occursIn(events: readonly Event[]): string {
  return events
    .flatMap((event) => (event.kind === "prompt" || event.kind === "message" ? event.text : []))
    .join("\n");
}
