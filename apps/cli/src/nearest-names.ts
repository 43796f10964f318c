/** Sorts names by similarity to a typed one: by the pairs of letters they share. */

/** Returns the most similar names first; equally similar ones keep their order. Names without common pairs come last. */
export function nearestNames(names: readonly string[], typed: string, limit: number): string[] {
  const wanted = pairsOf(typed);
  const scored = names.map((name) => ({ name, score: likeness(wanted, pairsOf(name)) }));
  return scored
    .sort((a, b) => b.score - a.score)
    .slice(0, limit)
    .map(({ name }) => name);
}

/** Dice's coefficient. */
function likeness(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  const shared = [...one].filter((pair) => other.has(pair)).length;
  return (2 * shared) / (one.size + other.size || 1);
}

function pairsOf(name: string): Set<string> {
  const text = ` ${name.toLowerCase()} `;
  return new Set(Array.from({ length: text.length - 1 }, (_, i) => text.slice(i, i + 2)));
}
