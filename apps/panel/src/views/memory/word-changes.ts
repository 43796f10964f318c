/**
 * How one text becomes another, word by word, by their longest common subsequence. Memories have at most a few hundred
 * words, so a table of all pairs is small; for more, what differs is one block.
 */
export interface WordChange {
  readonly kind: "same" | "removed" | "added";
  readonly text: string;
}

/** Of the table: 600 words on each side. */
const MAX_PAIRS = 360_000;

/** In the order of reading; neighbours of one kind are one part, and the parts make up both texts. */
export function wordChanges(before: string, after: string): WordChange[] {
  const [old, now] = [wordsOf(before), wordsOf(after)];
  if (old.length * now.length > MAX_PAIRS)
    return [
      { kind: "removed", text: before },
      { kind: "added", text: after },
    ];
  const common = commonLengths(old, now);
  const changes: WordChange[] = [];
  let [i, j] = [0, 0];
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      add(changes, "same", left);
      i += 1;
      j += 1;
    } else if (
      right === undefined ||
      (left !== undefined && at(common, i + 1, j) >= at(common, i, j + 1))
    ) {
      add(changes, "removed", left ?? "");
      i += 1;
    } else {
      add(changes, "added", right);
      j += 1;
    }
  }
  return changes;
}

/** Words with the space after them. */
function wordsOf(text: string): string[] {
  return text.match(/\s*\S+\s*/g) ?? [];
}

/** At [i][j] the length of the longest common subsequence of what comes from i and j on. */
function commonLengths(old: readonly string[], now: readonly string[]): number[][] {
  const table: number[][] = Array.from({ length: old.length + 1 }, () =>
    Array(now.length + 1).fill(0),
  );
  for (let i = old.length - 1; i >= 0; i--) {
    const row = table[i] ?? [];
    for (let j = now.length - 1; j >= 0; j--)
      row[j] =
        old[i] === now[j]
          ? at(table, i + 1, j + 1) + 1
          : Math.max(at(table, i + 1, j), at(table, i, j + 1));
  }
  return table;
}

function at(table: readonly (readonly number[])[], i: number, j: number): number {
  return table[i]?.[j] ?? 0;
}

function add(changes: WordChange[], kind: WordChange["kind"], text: string): void {
  const last = changes.at(-1);
  if (last?.kind === kind) changes[changes.length - 1] = { kind, text: last.text + text };
  else changes.push({ kind, text });
}
