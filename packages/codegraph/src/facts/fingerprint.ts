/** Hashes for change detection: of a definition's text, and of what other files see of a file. */
import { FNV_PRIME, fnv1a } from "@tacit-memory/files";
import type { FileFacts } from "./facts.ts";
import { surfaceOf } from "./file-surface.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

/**
 * Returns for each span the hash of its characters without white space. One pass over the text is enough for any nesting: the
 * hash of a span is the difference of two running hashes.
 */
export function fingerprintsOf(text: string, spans: readonly Span[]): Uint32Array {
  const bounds = [...new Set(spans.flatMap(({ start, end }) => [start, end]))].sort(
    (a, b) => a - b,
  );
  const at = new Map<number, { readonly hash: number; readonly count: number }>();
  let hash = 0;
  let count = 0;
  let from = 0;
  for (const bound of bounds) {
    for (; from < bound; from++) {
      const code = text.charCodeAt(from);
      if (code === 32 || (code >= 9 && code <= 13)) continue;
      hash = (Math.imul(hash, FNV_PRIME) + code + 1) | 0;
      count++;
    }
    at.set(bound, { hash, count });
  }
  return Uint32Array.from(spans, ({ start, end }) => {
    const [before, after] = [at.get(start), at.get(end)];
    if (before === undefined || after === undefined) return 0;
    return (
      (after.hash - Math.imul(before.hash, power(FNV_PRIME, after.count - before.count))) >>> 0
    );
  });
}

function power(base: number, exponent: number): number {
  let result = 1;
  let square = base;
  for (let rest = exponent; rest > 0; rest >>>= 1) {
    if ((rest & 1) === 1) result = Math.imul(result, square);
    square = Math.imul(square, square);
  }
  return result;
}

/** Returns a hash of everything other files see of a file and what it depends on (file-surface.ts), without positions. */
export function surfaceHashOf(facts: Omit<FileFacts, "surfaceHash">): number {
  const { visible, hidden, inherited, passed } = surfaceOf(facts);
  let hash = fnv1a(`${inherited}\n${passed}`);
  for (const names of [visible, hidden]) {
    for (const [name, text] of names) hash = fnv1a(`${name}\n${text}`, hash);
  }
  return hash;
}
