/** What did the agent say last? Copilot's hooks do not tell; the session's own file does. */
import { parsePayload, record, text } from "../payload.ts";
import { tailLines } from "../tail-lines.ts";

/** More than one answer takes, with what the last tools printed before it. */
const TAIL_BYTES = 256 * 1024;

/** Of the session itself, not of its subagents; "" when it is not to be found. */
export function lastMessage(path: string | null): string {
  const lines = path === null ? [] : tailLines(path, TAIL_BYTES);
  for (const line of lines.reverse()) {
    // Most lines are long and none of ours: looked at before they are parsed.
    if (!/"type":"(?:assistant|user)\.message"/.test(line)) continue;
    const entry = parsePayload(line);
    if (entry === null || text(entry["agentId"]) !== null) continue;
    if (entry["type"] === "user.message") return "";
    const content = text(record(entry["data"])["content"]);
    if (content !== null) return content;
  }
  return "";
}
