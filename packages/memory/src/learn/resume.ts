/** The state in which the last session stopped. */
import { freshnessOfHandoff, qualityOfHandoff } from "../domain/session/handoff.ts";
import type { Workspace } from "../workspace.ts";
import { latestHandoff } from "./promote/handoff.ts";

export interface Resumption {
  readonly goal: string;
  readonly done: readonly string[];
  readonly next: readonly string[];
  readonly openQuestions: readonly string[];
  readonly files: readonly string[];
  readonly freshness: "live" | "recent" | "stale";
  readonly quality: "strong" | "usable" | "thin";
  readonly agent: string | null;
  readonly branch: string | null;
  readonly session: string;
  readonly atMs: number;
  /** The session read outside text, and no person has confirmed the handoff since. */
  readonly isTainted: boolean;
}

/** Returns where the last session stopped; null when no session left anything. */
export async function resumption(
  workspace: Workspace,
  agent: string | null,
): Promise<Resumption | null> {
  const { nowMs } = workspace.moment();
  const handoff = await latestHandoff(
    workspace.db,
    workspace.projectId,
    { agent, branch: workspace.identity.branch },
    nowMs,
  );
  if (handoff === null) return null;
  return {
    ...handoff,
    freshness: freshnessOfHandoff(handoff, nowMs),
    quality: qualityOfHandoff(handoff),
  };
}
