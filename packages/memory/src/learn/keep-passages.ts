/** Indexes what was said in sessions, as passages that recall can find. */
import type { Event } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import type { BringsOutsideText } from "../capture/index-passages.ts";
import { indexPassages, summarizeSession } from "../capture/index-passages.ts";
import type { SessionRow } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import { ignoreUnavailableStore } from "../workspace.ts";
import { outsideSource } from "./detect/outside-source.ts";
import { holdsPastedText } from "./detect/pasted-text.ts";
import { commandText } from "./detect/tool-input.ts";

const taints: BringsOutsideText = (event) => {
  if (event.kind === "prompt") return holdsPastedText(event.text);
  if (event.kind !== "tool_call") return false;
  const { tool, hostTool = "", input } = event;
  const command = tool === "shell" ? commandText(input) : null;
  return outsideSource({ tool, hostTool, command }) !== null;
};

/** Indexes what was said since the last run; if the store is busy, leaves it to the next process. */
export async function keepPassages(workspace: Workspace, mayGoOn?: () => boolean): Promise<void> {
  await indexPassages(workspace.db, taints, mayGoOn).catch(ignoreUnavailableStore);
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
