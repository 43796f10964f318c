/** Measures how similar two partitions of the same items are: normalised mutual information with the arithmetic mean. */

/**
 * Returns 0 when the partitions are independent and 1 when they are the same. Both arrays have one label per item, in the
 * same order.
 */
export function normalisedMutualInformation(
  one: readonly string[],
  other: readonly string[],
): number {
  const count = one.length;
  if (count === 0) return 1;
  const [left, right] = [countsOf(one), countsOf(other)];
  const both = countsOf(one.map((label, index) => `${label}\n${other[index]}`));
  let shared = 0;
  for (const [pair, times] of both) {
    const [a = "", b = ""] = pair.split("\n");
    const expected = ((left.get(a) ?? 0) * (right.get(b) ?? 0)) / count;
    shared += (times / count) * Math.log(times / expected);
  }
  const mean = (entropyOf(left, count) + entropyOf(right, count)) / 2;
  return mean === 0 ? 1 : shared / mean;
}

function entropyOf(counts: ReadonlyMap<string, number>, count: number): number {
  let sum = 0;
  for (const times of counts.values()) sum -= (times / count) * Math.log(times / count);
  return sum;
}

function countsOf(labels: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
  return counts;
}
