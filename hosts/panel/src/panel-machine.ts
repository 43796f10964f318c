/**
 * What the panel needs to know about agents on this machine. The program that starts the panel provides it, because the panel
 * does not know how agents are configured and where they store transcripts.
 */
import type { Status, TranscriptToImport } from "@tacit-memory/memory";
import type { AgentState } from "@tacit-memory/protocol";

export interface PanelMachine {
  /** Lists the agents on this machine and those that are connected. */
  readonly agents: (status: Pick<Status, "heard" | "project">) => Promise<AgentState[]>;
  /** Finds the transcripts of agents in the user's home that are about the project in this folder. */
  readonly transcripts: (root: string) => AsyncIterable<TranscriptToImport>;
}
