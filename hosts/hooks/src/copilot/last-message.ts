/** Reads the agent's last message from the session's own file; Copilot's hooks do not report it. */
import { parsePayload, record, text } from "../payload.ts";
import { tailLines } from "../tail-lines.ts";

/** Bytes read from the end of the file: more than one answer and the preceding output of the last tools. */
const TAIL_BYTES = 256 * 1024;

/** Returns the last message of the session itself, not of its subagents; "" if there is none. */
export function lastMessage(path: string | null): string {
  const lines = path === null ? [] : tailLines(path, TAIL_BYTES);
  for (const line of lines.reverse()) {
    // Most lines are long and irrelevant: check them before parsing.
    if (!/"type":"(?:assistant|user)\.message"/.test(line)) continue;
    const entry = parsePayload(line);
    if (entry === null || text(entry["agentId"]) !== null) continue;
    if (entry["type"] === "user.message") return "";
    const content = text(record(entry["data"])["content"]);
    if (content !== null) return content;
  }
  return "";
}
