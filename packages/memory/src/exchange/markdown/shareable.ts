/** Which memories may be written into a file of the repository. */
import { type Memory, RULE_FILE_TAG } from "../../domain/memory.ts";

/**
 * Returns whether a memory is written into a file of the repository, which other people may read: it is not secret, not
 * doubtful, and not limited to one task, agent, session or unmerged branch. Memories from a rule file are left out, because
 * that file is already in the repository.
 */
export function isShareable(memory: Memory): boolean {
  return (
    memory.standing !== "hypothesis" &&
    !memory.needsReview &&
    (memory.scope === "project" || memory.scope === "global") &&
    memory.visibility !== "secret" &&
    !memory.isDisputed &&
    !memory.isTainted &&
    !memory.isStaged &&
    !memory.tags.includes(RULE_FILE_TAG)
  );
}
