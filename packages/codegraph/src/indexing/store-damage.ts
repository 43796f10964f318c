/** Is what went wrong that the kept file cannot be read, so that it is to be made anew? */
import { DatabaseError } from "@tacit-memory/sqlite";
import { isStackOverflow } from "../facts/stack-overflow.ts";

/** What reading facts that are none throws: our reader's, zlib's and the store's errors. */
export function isDamage(error: unknown): boolean {
  const { code } = error as { readonly code?: unknown };
  const isInflating = typeof code === "string" && /^(?:Z_|ERR_BUFFER_TOO_LARGE)/.test(code);
  // A stack that overflowed is a mistake of ours, and reading everything again would only repeat it.
  const isOfBytes = error instanceof RangeError && !isStackOverflow(error);
  return isOfBytes || isInflating || DatabaseError.is(error, "store_corrupt");
}
