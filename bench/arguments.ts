/** What each bench is given, and options of its command line. */

/** Returns the word after `name`; undefined when the option is absent. */
export function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at >= 0 ? args[at + 1] : undefined;
}

/** What `tools/bench.mjs` gives to the `run` of each bench. */
export interface Setup {
  readonly root: string;
  readonly args: readonly string[];
  /** Prints a line. */
  readonly say: (line: string) => void;
}
