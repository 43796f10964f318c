/** What stops the recipe and is somebody's to mend: a message, and the exit status to end with (sysexits). */

const EXIT = { usage: 64, missing: 66, unavailable: 69, failed: 70 } as const;

/** An Error with the field `exit`, which run.mjs tells from a bug by it. */
export function recipeFault(
  kind: keyof typeof EXIT,
  message: string,
  cause?: unknown,
): Error & { readonly exit: number } {
  return Object.assign(new Error(message, { cause }), { exit: EXIT[kind] });
}
