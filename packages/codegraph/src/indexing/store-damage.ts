/** Detects errors that mean the stored file is unreadable and must be created again. */
import { DatabaseError } from "@tacit-memory/sqlite";
import { isStackOverflow } from "../facts/stack-overflow.ts";

/** Returns whether an error results from reading invalid facts: errors of our reader, of zlib and of the store. */
export function isDamage(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  const isInflating = typeof code === "string" && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(code);
  // A stack overflow is a defect of ours, and reading everything again would only repeat it.
  const isOfBytes = error instanceof RangeError && !isStackOverflow(error);
  return isOfBytes || isInflating || DatabaseError.is(error, "store_corrupt");
}
