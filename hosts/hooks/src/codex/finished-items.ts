/**
 * Reads what Codex recorded about the tools it has just run. Its hooks report neither a command's exit status nor a patch
 * that was applied through the shell; the end of the session's own file does.
 */
import type { Payload } from "../host.ts";
import { list, number, parsePayload, record, text } from "../payload.ts";
import { tailLines } from "../tail-lines.ts";

/** Bytes read from the end of the file: more than one turn's items. An earlier hook has read the older ones. */
const TAIL_BYTES = 512 * 1024;

interface FinishedCommand {
  readonly kind: "command";
  readonly callId: string;
  readonly command: unknown;
  readonly output: string;
  readonly exitCode: number;
  readonly durationMs: number | null;
  /** Whether the model was shown that the command was still running; no hook was called when it ended. */
  readonly wasLeftRunning: boolean;
}

interface FinishedPatch {
  readonly kind: "patch";
  readonly callId: string;
  /** Absolute paths of the changed files. */
  readonly files: readonly string[];
  readonly output: string;
  readonly isError: boolean;
}

export type FinishedItem = FinishedCommand | FinishedPatch;

/** Returns the items of this turn, oldest first; of any turn if `turnId` is null. Empty if the file cannot be read. */
export function finishedItems(path: string | null, turnId: string | null): FinishedItem[] {
  const lines = path === null ? [] : tailLines(path, TAIL_BYTES);
  const leftRunning = new Set<string>();
  const found: FinishedItem[] = [];
  for (const line of lines) {
    // Most lines are long and irrelevant: check them before parsing.
    if (line.includes("Process running with session ID")) noteRunning(line, leftRunning);
    if (!/"(?:CommandExecution|FileChange)"/.test(line)) continue;
    const payload = record(parsePayload(line)?.["payload"]);
    if (payload["type"] !== "item_completed") continue;
    if (turnId !== null && payload["turn_id"] !== turnId) continue;
    const item = finishedItem(record(payload["item"]), leftRunning);
    if (item !== null) found.push(item);
  }
  return found;
}

function noteRunning(line: string, leftRunning: Set<string>): void {
  const payload = record(parsePayload(line)?.["payload"]);
  const callId = text(payload["call_id"]);
  if (payload["type"] === "function_call_output" && callId !== null) leftRunning.add(callId);
}

function finishedItem(item: Payload, leftRunning: ReadonlySet<string>): FinishedItem | null {
  const callId = text(item["id"]);
  if (callId === null) return null;
  if (item["type"] === "CommandExecution") {
    const exitCode = number(item["exit_code"]);
    if (exitCode === null) return null;
    return {
      kind: "command",
      callId,
      command: item["command"],
      output: text(item["aggregated_output"]) ?? "",
      exitCode,
      durationMs: durationMs(record(item["duration"])),
      wasLeftRunning: leftRunning.has(callId),
    };
  }
  if (item["type"] !== "FileChange") return null;
  const streams = [item["stdout"], item["stderr"]].flatMap((one) => text(one) ?? []);
  return {
    kind: "patch",
    callId,
    files: Object.keys(record(item["changes"])),
    output: list(streams).join("\n"),
    isError: item["status"] !== "completed",
  };
}

function durationMs(duration: Payload): number | null {
  const seconds = number(duration["secs"]);
  return seconds === null
    ? null
    : seconds * 1000 + Math.round((number(duration["nanos"]) ?? 0) / 1e6);
}
