/**
 * Resolves `.name` as a last resort if only one definition of that name is possible. This is right about half of the time, so
 * its edges have a separate tier that impact leaves out by default.
 */
import type { Target } from "./value.ts";

const MIN_LENGTH = 4;
/** Names so common among types that a single definition in the project proves nothing. */
const COMMON = new Set(
  `push pop shift slice map filter find forEach reduce join split replace match test exec keys values entries has
  add delete clear then catch finally toString valueOf apply call bind length concat includes indexOf sort some
  every append extend insert remove update items copy format strip lower upper encode decode read write close open
  start stop send next iter clone unwrap expect into from equals hashCode size isEmpty contains stream collect
  print println assert error info warn debug`.split(/\s+/),
);

/** A candidate; its index is requested only if it is chosen. */
export interface Candidate {
  readonly file: number;
  readonly definition: () => number;
}

export class UniqueNames {
  readonly #byName = new Map<string, Candidate | null>();
  readonly #isReachable: (from: number, to: number) => boolean;
  readonly #elsewhere: (name: string) => Candidate | null | undefined;

  /**
   * `isReachable`: whether a file imports another one, directly or indirectly. `elsewhere`: the candidate of a name in files
   * that were not added; null for several.
   */
  constructor(
    isReachable: (from: number, to: number) => boolean,
    elsewhere: (name: string) => Candidate | null | undefined = () => undefined,
  ) {
    this.#isReachable = isReachable;
    this.#elsewhere = elsewhere;
  }

  add(name: string, { file, definition }: Target): void {
    const own = this.#byName.has(name) ? null : { file, definition: () => definition };
    this.#byName.set(name, own);
  }

  /** Returns the only callable with that name, if `callee` is a member call and the caller can see its file. */
  find(file: number, callee: string): Target | undefined {
    const name = /\.([^.()[\]^~<>]+)$/.exec(callee)?.[1];
    if (name === undefined || name.length < MIN_LENGTH || COMMON.has(name)) return undefined;
    const candidate = this.#named(name);
    if (
      candidate === undefined ||
      (candidate.file !== file && !this.#isReachable(file, candidate.file))
    )
      return undefined;
    const definition = candidate.definition();
    return definition < 0 ? undefined : { file: candidate.file, definition };
  }

  #named(name: string): Candidate | undefined {
    const [added, other] = [this.#byName.get(name), this.#elsewhere(name)];
    if (added === undefined) return other ?? undefined;
    return other === undefined ? (added ?? undefined) : undefined;
  }
}
