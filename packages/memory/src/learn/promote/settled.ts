/** Which memories other statements may be compared with or merged into. Pure. */
import { isValidAt, type Memory, RECORD_TYPES, RULE_FILE_TAG } from "../../domain/memory.ts";
import { isRefutation } from "./refutation.ts";

const RECORDS: ReadonlySet<Memory["type"]> = new Set(RECORD_TYPES);

/**
 * Whether a memory states something that is true now and free of doubt: it is active, neither disputed nor waiting for review, and
 * neither the record of a session, nor a copy of a rule file, nor the denial of another statement.
 */
export function isSettled(memory: Memory, nowMs: number): boolean {
  return (
    memory.state === "active" &&
    memory.supersededBy === null &&
    !memory.needsReview &&
    !memory.isDisputed &&
    isValidAt(memory, nowMs) &&
    !RECORDS.has(memory.type) &&
    !memory.tags.includes(RULE_FILE_TAG) &&
    !isRefutation(memory)
  );
}
