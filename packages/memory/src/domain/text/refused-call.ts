/** What a user said when refusing a tool call, read from the result that the host reports for it. */

const REFUSED = /^\[rejected by the user\]|^The user doesn't want to (?:proceed|take this action)/;
const SAID_WITH_IT = /the user said:\s*([\s\S]{1,4000}?)(?:\n\nNote:|$)/i;

/** Whether a call's result says that the user refused it. */
export function isRefusal(output: string): boolean {
  return REFUSED.test(output);
}

/** Null where the call was not refused, or the user said nothing. */
export function wordsOfRefusal(output: string): string | null {
  if (!isRefusal(output)) return null;
  return SAID_WITH_IT.exec(output)?.[1]?.trim() || null;
}
