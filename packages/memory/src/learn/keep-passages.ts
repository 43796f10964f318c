/** Indexes what was said in sessions, as passages that recall can find. */
import type { Event, EventOf } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import type { SessionReading } from "../capture/index-passages.ts";
import { indexPassages, summarizeSession } from "../capture/index-passages.ts";
import { stripAnsi } from "../domain/text/error-fingerprint.ts";
import type { SessionRow } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { ignoreUnavailableStore } from "../workspace.ts";
import { fixedFailures } from "./detect/fixed-failures.ts";
import { outsideSource } from "./detect/outside-source.ts";
import { isOrdinaryInstall } from "./detect/outside-text.ts";
import { holdsPastedText } from "./detect/pasted-text.ts";
import { commandText } from "./detect/tool-input.ts";
import { buildTrace, wholeLength } from "./detect/trace.ts";

const bringsOutsideText: SessionReading["bringsOutsideText"] = (event, _, events) => {
  if (event.kind === "prompt") return holdsPastedText(event.text);
  if (event.kind !== "tool_call") return false;
  const { tool, hostTool = "", input } = event;
  const command = tool === "shell" ? commandText(input) : null;
  if (outsideSource({ tool, hostTool, command }) === null) return false;
  const result = events.find((other) => isResultOf(other, event));
  if (result?.kind !== "tool_result") return true;
  const output = stripAnsi(result.output);
  return !isOrdinaryInstall({ command, output, outputChars: wholeLength(output) });
};

function isResultOf(event: Event, call: EventOf<"tool_call">): boolean {
  return (
    event.kind === "tool_result" && event.callId === call.callId && event.agentId === call.agentId
  );
}

/** Only runs and edits decide, so that the rest need not be read again. */
function isRunOrEdit(event: Event): boolean {
  if (event.kind !== "tool_call" && event.kind !== "tool_result") return false;
  return event.tool === "shell" || event.tool === "edit" || event.tool === "write";
}

const READING: SessionReading = {
  bringsOutsideText,
  fixedFailures: (session, events) =>
    fixedFailures(buildTrace(session, events.filter(isRunOrEdit))),
};

/** Indexes what was said since the last run; if the store is busy, leaves it to the next process. */
export async function keepPassages(workspace: Workspace, mayGoOn?: () => boolean): Promise<void> {
  await indexPassages(workspace.db, READING, mayGoOn).catch(ignoreUnavailableStore);
}

/** Summarizes a session that was killed, and so never ended, when it is learned from. `events`: all of its events. */
export async function summarizeUnended(
  db: Database,
  session: SessionRow,
  events: readonly Event[],
): Promise<void> {
  if (session.state === "open" && session.trimmedSeq === 0)
    await summarizeSession(db, session, events);
}
