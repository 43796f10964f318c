/** The command behind each process that Codex left running, and the lines that record it. */

import type { JsonRecord } from "@tacit-memory/files";
import { unwrapShell } from "../../events/shell-command.ts";
import { UNKNOWN_LINE } from "../../resume/line-ranges.ts";
import type { LineRange } from "../../resume/resume-point.schema.ts";

interface RunningCommand {
  readonly command: string;
  readonly lines: readonly LineRange[];
  /** The running process whose output the call reads. */
  readonly process?: string;
}

export interface Called {
  readonly callId: string;
  readonly name: string;
  readonly line: LineRange | undefined;
}

export function runningCommands() {
  const ofCall = new Map<string, RunningCommand>();
  const ofProcess = new Map<string, RunningCommand>();
  return {
    /** The running command whose output a call reads; undefined for a call that starts a command. */
    called({ callId, name, line }: Called, input: JsonRecord | undefined): string | undefined {
      const isReading = name === "write_stdin" && input !== undefined;
      const process = isReading ? String(input["session_id"]) : "";
      const running = ofProcess.get(process);
      const own = unwrapShell(input?.["cmd"] ?? input?.["command"]);
      const command = isReading ? running?.command : own;
      if (command === undefined || command === "") return undefined;
      ofCall.set(callId, {
        command,
        lines: [...(running?.lines ?? []), line ?? UNKNOWN_LINE],
        process,
      });
      return isReading ? command : undefined;
    },
    answered(callId: string, header: string, line: LineRange | undefined): void {
      const running = ofCall.get(callId);
      ofCall.delete(callId);
      if (running?.process !== undefined && /^Process exited/m.test(header))
        ofProcess.delete(running.process);
      const process = /Process running with session ID (\S+)/.exec(header)?.[1];
      if (running === undefined || process === undefined) return;
      // The same command as before: its first lines are enough.
      if (ofProcess.get(process)?.command === running.command) return;
      ofProcess.set(process, { ...running, lines: [...running.lines, line ?? UNKNOWN_LINE] });
    },
    lines: (): LineRange[] =>
      [...ofCall.values(), ...ofProcess.values()].flatMap(({ lines }) => lines),
  };
}
