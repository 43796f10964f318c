/**
 * Decides whether a call can bring text into the session that was written by someone outside this machine. Anything learned
 * after such a call may come from that author, so it waits for a review.
 */
import type { Tool } from "@tacit-memory/protocol";
import { outsideProgram, type WrittenText } from "./commands/local-command.ts";

const OWN_TOOL = /^mcp_{1,2}(?:plugin_)?tacit\w*_{1,2}|^tacit(?:[-_.:]|$)/i;
const REACHES_OUT = /web|browser|fetch|\burl|https?/i;

interface ToolCall {
  readonly tool: Tool;
  readonly hostTool: string;
  readonly command: string | null;
}

/** Returns the tool or program that can bring in outside text; null for a call that shows only what is on this machine. */
export function outsideSource(call: ToolCall, written?: WrittenText): string | null {
  const { tool, hostTool, command } = call;
  if (tool === "web") return hostTool;
  if (tool === "mcp") return OWN_TOOL.test(hostTool) ? null : hostTool;
  if (tool === "other") return REACHES_OUT.test(hostTool) ? hostTool : null;
  return command === null ? null : outsideProgram(command, written);
}
