/**
 * Returns whether the error is a stack overflow: source code can be nested deeper than our recursive functions can follow.
 */

export function isStackOverflow(error: unknown): boolean {
  return error instanceof RangeError && error.message.includes("call stack");
}
