/**
 * The last resort: of all that could be meant by `.name`, there is only one. Right about half of the time, so
 * its edges have a tier of their own that impact leaves out unless asked.
 */
import type { Target } from "./value.ts";

const MIN_LENGTH = 4;
/** Names that so many types have that a single definition of ours says nothing. */
const COMMON = new Set(
  `push pop shift slice map filter find forEach reduce join split replace match test exec keys values entries has
  add delete clear then catch finally toString valueOf apply call bind length concat includes indexOf sort some
  every append extend insert remove update items copy format strip lower upper encode decode read write close open
  start stop send next iter clone unwrap expect into from equals hashCode size isEmpty contains stream collect
  print println assert error info warn debug`.split(/\s+/),
);

interface Candidate {
  readonly file: number;
  readonly definition: () => number;
}

export class UniqueNames {
  readonly #byName = new Map<string, Candidate | null>();
  readonly #isReachable: (from: number, to: number) => boolean;
  #fill: (() => void) | null = null;

  /** `isReachable`: whether a file imports another, directly or through what it imports. */
  constructor(isReachable: (from: number, to: number) => boolean) {
    this.#isReachable = isReachable;
  }

  add(name: string, { file, definition }: Target): void {
    this.addLater(name, file, () => definition);
  }

  addLater(name: string, file: number, definition: () => number): void {
    this.#byName.set(name, this.#byName.has(name) ? null : { file, definition });
  }

  /** Names that are only collected when one is asked for. */
  fillLater(fill: () => void): void {
    this.#fill = fill;
  }

  /** The one callable of that name, if `callee` is a member call and the caller can know its file. */
  find(file: number, callee: string): Target | undefined {
    const name = /\.([^.()[\]^~<>]+)$/.exec(callee)?.[1];
    if (name === undefined || name.length < MIN_LENGTH || COMMON.has(name)) return undefined;
    this.#fill?.();
    this.#fill = null;
    const one = this.#byName.get(name);
    if (one == null || (one.file !== file && !this.#isReachable(file, one.file))) return undefined;
    const definition = one.definition();
    return definition < 0 ? undefined : { file: one.file, definition };
  }
}
