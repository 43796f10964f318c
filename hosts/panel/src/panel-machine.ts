/**
 * What the panel needs to know about agents on this machine. The program that starts the panel provides it, because the panel
 * does not know how agents are configured and where they store transcripts.
 */
import type { Status, TranscriptToImport } from "@tacit-memory/memory";
import type {
  AgentAction,
  AgentChange,
  AgentChangeRequest,
  AgentPlan,
  AgentState,
} from "@tacit-memory/protocol";

export interface PanelMachine {
  /** Names for people of these agents. */
  readonly agentNames: Readonly<Record<string, string>>;
  /** Lists all agents that Tacit can be connected with. */
  readonly agents: (status: Pick<Status, "heard" | "project">) => Promise<AgentState[]>;
  /** Throws "usage" for an unknown agent, "config_malformed" if a file of it cannot be read. */
  readonly plan: (name: string, action: AgentAction) => AgentPlan;
  /** Throws like `plan`, and "not_allowed" if the plan is not the one with this digest. */
  readonly change: (name: string, request: AgentChangeRequest) => Promise<AgentChange>;
  /** Finds the transcripts of agents in the user's home that are about the project in this folder. */
  readonly transcripts: (root: string) => AsyncIterable<TranscriptToImport>;
}
