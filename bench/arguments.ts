/** Reads options from a bench's command line. */

/** Returns the word after `name`; undefined when the option is absent. */
export function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at >= 0 ? args[at + 1] : undefined;
}
