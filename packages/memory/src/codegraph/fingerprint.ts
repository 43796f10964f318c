/** Hashes that say whether something changed: of a definition's text, and of what other files see of a file. */
import type { FileFacts } from "./facts.ts";
import { surfaceOf } from "./surface.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

const FACTOR = 0x01000193;
const SEED = 0x811c9dc5;

/** FNV-1a over UTF-16 units: 32 bits. */
function hashText(text: string, seed = SEED): number {
  let hash = seed;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), FACTOR);
  return hash >>> 0;
}

/**
 * For each span the hash of its characters without white space. One pass over the text whatever the nesting:
 * the hash of a stretch is the difference of two running hashes.
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
      hash = (Math.imul(hash, FACTOR) + code + 1) | 0;
      count++;
    }
    at.set(bound, { hash, count });
  }
  return Uint32Array.from(spans, ({ start, end }) => {
    const [before, after] = [at.get(start), at.get(end)];
    if (before === undefined || after === undefined) return 0;
    return (after.hash - Math.imul(before.hash, power(FACTOR, after.count - before.count))) >>> 0;
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

/** Of everything that others see of a file, and of what that rests on: see surface.ts. No positions. */
export function surfaceHashOf(facts: Omit<FileFacts, "surfaceHash">): number {
  const { told, hidden, inherited, passed } = surfaceOf(facts);
  let hash = hashText(`${inherited}\n${passed}`);
  for (const names of [told, hidden]) {
    for (const [name, text] of names) hash = hashText(`${name}\n${text}`, hash);
  }
  return hash;
}
