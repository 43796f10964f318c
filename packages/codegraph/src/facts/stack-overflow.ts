/** Code can be written deeper than our own functions can follow it. */

export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}
