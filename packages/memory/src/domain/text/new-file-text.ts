/** Words the list of files to change when a file is added to a folder. */

export interface Companion {
  /** A file that is changed too, or a folder, ending with a slash, that also gets a new file. */
  readonly path: string;
  readonly count: number;
}

export function newFileText(folder: string, of: number, companions: readonly Companion[]): string {
  const actions = companions.map(
    ({ path, count }) =>
      `${path.endsWith("/") ? "add a file to" : "change"} \`${path}\` (${count} of ${of} commits did)`,
  );
  const last = actions.pop() ?? "";
  const all = actions.length === 0 ? last : `${actions.join(", ")} and ${last}`;
  return `When you add a file to \`${folder}/\`, also ${all}.`;
}
