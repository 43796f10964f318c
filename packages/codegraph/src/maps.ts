/** Steps on maps that stand in many places: a list per key, and a value that is computed once per key. */

/** A `Map` or a `WeakMap`. */
interface MapLike<K, V> {
  readonly get: (key: K) => V | undefined;
  readonly set: (key: K, value: V) => unknown;
}

/** Returns the value of a key; computes and stores it the first time. */
export function getOrCreate<K, V>(map: MapLike<K, V>, key: K, create: () => V): V {
  const existing = map.get(key);
  if (existing !== undefined) return existing;
  const created = create();
  map.set(key, created);
  return created;
}

/** Appends a value to the list of a key. */
export function push<K, V>(map: Map<K, V[]>, key: K, value: V): void {
  const existing = map.get(key);
  if (existing === undefined) map.set(key, [value]);
  else existing.push(value);
}
