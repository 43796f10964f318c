/** What goes with a new file in a folder, in words. */

export interface Companion {
  /** A file that is changed too, or a folder, with a slash at its end, that gets a file too. */
  readonly path: string;
  readonly count: number;
}

export function newFileSaying(
  folder: string,
  of: number,
  companions: readonly Companion[],
): string {
  const told = companions.map(
    ({ path, count }) =>
      `${path.endsWith("/") ? "adds one to" : "changes"} \`${path}\` (${count} of ${of} times)`,
  );
  const last = told.pop() ?? "";
  const all = told.length === 0 ? last : `${told.join(", ")} and ${last}`;
  return `Who adds a file to \`${folder}/\` also ${all}.`;
}
