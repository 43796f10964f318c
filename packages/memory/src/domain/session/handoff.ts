/** The state in which a session ended, as needed by the next one. */
export interface Handoff {
  readonly session: string;
  readonly agent: string | null;
  readonly branch: string | null;
  readonly goal: string;
  /** The part of the goal that the user stated before the session read text from outside; absent if none. */
  readonly ownGoal?: string;
  readonly done: readonly string[];
  readonly next: readonly string[];
  readonly openQuestions: readonly string[];
  readonly files: readonly string[];
  readonly atMs: number;
  /** True if the session did not report its end: it was interrupted or is still running. */
  readonly isOpen?: boolean;
}

/** Returns whether a handoff is useful: a question without any work needs no continuation. */
export function isWorthHandingOver({ goal, done, next, files }: Handoff): boolean {
  return done.length + next.length + files.length > 0 || (goal !== "" && !goal.endsWith("?"));
}

/** strong: goal, work done and what is next; usable: a goal and work done; thin: anything less. */
export type HandoffQuality = "strong" | "usable" | "thin";

export function qualityOfHandoff(handoff: Handoff): HandoffQuality {
  if (handoff.goal === "" || handoff.done.length + handoff.files.length === 0) return "thin";
  return handoff.next.length > 0 && handoff.done.length > 0 ? "strong" : "usable";
}

/** live: within the hour; recent: within three days; stale: older. */
export function freshnessOfHandoff(
  handoff: Pick<Handoff, "atMs">,
  nowMs: number,
): "live" | "recent" | "stale" {
  const ageHours = (nowMs - handoff.atMs) / 3_600_000;
  if (ageHours < 1) return "live";
  return ageHours < 72 ? "recent" : "stale";
}

/** Describes edited files in words that no text from outside can influence. */
export function editedWords(files: readonly string[]): string {
  const some = files.slice(-4).join(", ");
  return `edited ${files.length} file${files.length === 1 ? "" : "s"}: ${some}`;
}
