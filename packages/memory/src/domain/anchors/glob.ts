/** Patterns of paths: `*` within a name, `**` across folders; everything else stands for itself. */
type GlobItem = string | "*" | "**";

/** Single characters, and the two wildcards: `*` is a run without slashes, `**` any run. */
export function parseGlob(glob: string): GlobItem[] {
  return glob
    .split(/(\*+)/)
    .flatMap((part): GlobItem[] =>
      part.startsWith("*") ? [part.length > 1 ? "**" : "*"] : [...part],
    );
}

/**
 * All ways to match are followed at once, one character of the path at a time: the time is at most the product
 * of the lengths, whatever the glob, where a regular expression would try every way in turn.
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

/** A wildcard may also stand for nothing. Grows the set while it is walked, which visits what was added. */
function skipWildcards(glob: readonly GlobItem[], alive: Set<number>): Set<number> {
  for (const at of alive) if (glob[at] === "*" || glob[at] === "**") alive.add(at + 1);
  return alive;
}
