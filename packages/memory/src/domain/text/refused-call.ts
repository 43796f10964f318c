/** Reads what a user stated when refusing a tool call, from the result that the host reports. */

const REFUSED = /^\[rejected by the user\]|^The user doesn't want to (?:proceed|take this action)/;
const SAID_WITH_IT = /the user said:\s*([\s\S]{1,4000}?)(?:\n\nNote:|$)/i;

/** Returns whether the result of a call reports that the user refused it. */
export function isRefusal(output: string): boolean {
  return REFUSED.test(output);
}

/** Returns the user's words; null if the call was not refused or the user wrote nothing. */
export function wordsOfRefusal(output: string): string | null {
  if (!isRefusal(output)) return null;
  return SAID_WITH_IT.exec(output)?.[1]?.trim() || null;
}
