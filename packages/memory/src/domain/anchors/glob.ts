/** Path patterns: `*` within a name, `**` across folders; everything else is literal. */
type GlobItem = string | "*" | "**";

/** Splits a glob into single characters and the two wildcards: `*` matches a run without slashes, `**` any run. */
export function parseGlob(glob: string): GlobItem[] {
  return glob
    .split(/(\*+)/)
    .flatMap((part): GlobItem[] =>
      part.startsWith("*") ? [part.length > 1 ? "**" : "*"] : [...part],
    );
}

/**
 * Follows all possible matches at once, one character of the path at a time: the time is at most the product of both lengths
 * for any glob, whereas a regular expression would try every match in turn.
 */
export function matchesGlob(glob: readonly GlobItem[], path: string): boolean {
  let alive = skipWildcards(glob, new Set([0]));
  for (const char of path) {
    const next = new Set<number>();
    for (const at of alive) {
      const item = glob[at];
      if (item === "**" || (item === "*" && char !== "/")) next.add(at);
      else if (item === char) next.add(at + 1);
    }
    if (next.size === 0) return false;
    alive = skipWildcards(glob, next);
  }
  return alive.has(glob.length);
}

/**
 * Adds the positions after wildcards, which may match nothing. The set grows while it is iterated, which also visits added
 * items.
 */
function skipWildcards(glob: readonly GlobItem[], alive: Set<number>): Set<number> {
  for (const at of alive) if (glob[at] === "*" || glob[at] === "**") alive.add(at + 1);
  return alive;
}
