/**
 * Reports a program's moments to the bundled hook in the order in which they happened, one process at a time: the answer to a
 * prompt may depend on what was captured right before it.
 */
import { type HookAnswer, type HookCommand, startHook } from "./start-hook.ts";

/** In milliseconds. */
interface Limits {
  /** Limit per hook. A hook answers within 300; the first hook of a new version also fills its compile cache. */
  readonly each: number;
  /** Limit for the last hook: the user waits for the program to end. */
  readonly last: number;
}

const LIMITS: Limits = { each: 5_000, last: 1_500 };
/** Late answers in a row after which this program does not start the hook again. */
const MAX_LATE = 2;

export interface HookQueue {
  /** Reports a moment and returns the hook's text, "" for nothing. Never rejects. */
  readonly report: (event: string, payload: object) => Promise<string>;
  /** Like `tell` at the end: with less time, after everything before it is done or abandoned. */
  readonly reportEnd: (event: string, payload: object) => Promise<string>;
}

export function hookQueue(command: HookCommand, host: string, limits: Limits = LIMITS): HookQueue {
  let last: Promise<unknown> = Promise.resolve();
  let lateInARow = 0;
  const put = (event: string, payload: object, limitMs: number): Promise<string> => {
    const answer = last.then(() => item(event, payload, limitMs));
    last = answer;
    return answer;
  };
  const item = async (event: string, payload: object, limitMs: number): Promise<string> => {
    if (lateInARow >= MAX_LATE) return "";
    const answer: HookAnswer = await startHook(command, host, event, payload, limitMs);
    lateInARow = answer.isLate ? lateInARow + 1 : 0;
    return answer.text;
  };
  return {
    report: (event, payload) => put(event, payload, limits.each),
    reportEnd: (event, payload) => put(event, payload, limits.last),
  };
}
