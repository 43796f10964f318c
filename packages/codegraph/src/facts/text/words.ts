/** Words in expressions that are no names: they start something that is not followed, or are constants. */

export const NOT_VALUES = new Set(
  "function async class typeof void delete not lambda yield if match switch func unsafe move".split(
    " ",
  ),
);
export const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ["null", "?"],
  ["undefined", "?"],
  ["None", "?"],
  ["nil", "?"],
  ["true", "#"],
  ["false", "#"],
  ["True", "#"],
  ["False", "#"],
]);
