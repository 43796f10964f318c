/** Reads what a tool of Gemini CLI or Qwen Code showed the model, `{llmContent, error}`, and whether it failed. */
import { neutralTool } from "@tacit-memory/transcripts";
import { list, record, text } from "./payload.ts";
import { failureText, readShellReport } from "./shell-report.ts";

export interface ToolOutcome {
  readonly text: string;
  /** Null if the tool succeeded. */
  readonly error: string | null;
  readonly isInterrupt: boolean;
}

const CANCELLED = /^Command was (?:cancelled|automatically cancelled)/;

export function toolOutcome(hostTool: string, response: unknown): ToolOutcome {
  const { llmContent, error } = record(response);
  const content = contentOf(llmContent)
    .replace(/<\/?untrusted_context>\n?/g, "")
    .trim();
  const report = neutralTool(hostTool) === "shell" ? readShellReport(content) : null;
  if (report !== null) {
    const hasFailed = report.exitCode !== 0;
    return {
      text: report.output,
      error: hasFailed ? failureText(report) : null,
      isInterrupt: false,
    };
  }
  if (CANCELLED.test(content)) return { text: content, error: content, isInterrupt: true };
  const message = text(record(error)["message"]);
  return { text: content, error: message === null ? null : content || message, isInterrupt: false };
}

function contentOf(content: unknown): string {
  if (typeof content === "string") return content;
  const parts = Array.isArray(content) ? list(content) : [content];
  return parts.flatMap((part) => text(part) ?? text(record(part)["text"]) ?? []).join("\n");
}
