/** How the types of a language's library are described: sets of names, written as one text, because the lists are long. */

/** Names of types by what they contain, and names of their members by what they return. */
export interface LibraryTypes {
  /** Types with elements. */
  readonly lists: ReadonlySet<string>;
  /** Types with keys and values. */
  readonly maps: ReadonlySet<string>;
  /** Types with one value. */
  readonly wrappers: ReadonlySet<string>;
  /** Members that return an element. */
  readonly givesElement: ReadonlySet<string>;
  /** Members that return a list of the same elements. */
  readonly givesSame: ReadonlySet<string>;
  /** Members that return the one value. */
  readonly givesValue: ReadonlySet<string>;
  /** Members whose result contains the same type. */
  readonly keepsValue: ReadonlySet<string>;
  /** Methods whose callback receives each element. */
  readonly takesElement: ReadonlySet<string>;
}

/** Returns the words of a text that blanks and line breaks separate. */
export function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}

/** Returns the types above each type of a text such as `List: Collection Iterable; Set: Collection`. */
export function supertypes(text: string): ReadonlyMap<string, readonly string[]> {
  return new Map(
    text.split(/;\s+/).map((row): [string, readonly string[]] => {
      const [name = "", above = ""] = row.split(/:\s+/);
      return [name, above.split(" ")];
    }),
  );
}
