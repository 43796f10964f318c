/** What follows an option on a bench's command line. */

/** The word after `name`; undefined where it is not given. */
export function option(args: readonly string[], name: string): string | undefined {
  const at = args.indexOf(name);
  return at >= 0 ? args[at + 1] : undefined;
}
