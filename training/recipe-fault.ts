/** Errors that stop the recipe and that the user must fix: a message, and the exit status (sysexits). */

const EXIT = { usage: 64, missing: 66, unavailable: 69, failed: 70 } as const;

/** Returns an Error with the field `exit`, by which run.mjs distinguishes it from a bug. */
export function recipeFault(
  kind: keyof typeof EXIT,
  message: string,
  cause?: unknown,
): Error & { readonly exit: number } {
  return Object.assign(new Error(message, { cause }), { exit: EXIT[kind] });
}
