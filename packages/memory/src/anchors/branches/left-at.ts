/**
 * Finds where branches left a history, from `git rev-list --parents --boundary`: the commits outside it with their parents,
 * and the commits inside it where they left, marked by `-`.
 */

/** Returns, by tip, the commits where it left: one, or more for a branch that was merged with that history later. */
export function leftAt(output: string, tips: readonly string[]): Map<string, readonly string[]> {
  const parents = new Map<string, readonly string[]>();
  const boundary = new Set<string>();
  for (const line of output.split("\n")) {
    const [commit = "", ...rest] = line.replace(/^-/, "").split(" ");
    if (line.startsWith("-")) boundary.add(commit);
    else if (commit !== "") parents.set(commit, rest);
  }
  return new Map(tips.map((tip) => [tip, reached(tip, parents, boundary)]));
}

function reached(
  tip: string,
  parents: ReadonlyMap<string, readonly string[]>,
  boundary: ReadonlySet<string>,
): string[] {
  const [found, seen, open] = [new Set<string>(), new Set<string>(), [tip]];
  for (let commit = open.pop(); commit !== undefined; commit = open.pop()) {
    if (seen.has(commit)) continue;
    seen.add(commit);
    if (boundary.has(commit)) found.add(commit);
    else open.push(...(parents.get(commit) ?? []));
  }
  return [...found];
}
