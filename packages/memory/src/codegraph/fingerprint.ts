/** Hashes that say whether something changed: of a definition's text, and of what other files see of a file. */
import { boundOf, type FileFacts } from "./facts.ts";

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

/** Names, kinds, types and heritage of what is not inside a function, and what is passed on. No positions. */
export function surfaceHashOf(facts: Omit<FileFacts, "surfaceHash">): number {
  const { definitions } = facts;
  const isInside = definitions.map(() => false);
  let hash = hashText(`${facts.language}\n${facts.namespace}`);
  definitions.forEach((one, index) => {
    const around = definitions[one.container];
    isInside[index] =
      one.kind === "lambda" ||
      isInside[one.container] === true ||
      around?.kind === "function" ||
      around?.kind === "method";
    if (isInside[index]) return;
    const told = [
      one.name,
      one.kind,
      one.type,
      one.value,
      one.isExported,
      one.isStatic,
      around?.name,
    ];
    hash = hashText(`${told.join("\u0001")}\u0001${one.bases}\u0001${one.typeParameters}`, hash);
  });
  // Others choose among overloads and infer by what parameters are.
  for (const { scope, parameter, name, type } of facts.bindings) {
    const isTold = parameter >= 0 || name === boundOf(name.slice(1, -1));
    if (isTold && type !== "" && isInside[scope] === false) {
      hash = hashText(`${definitions[scope]?.name}\u0001${parameter}\u0001${type}`, hash);
    }
  }
  const areImportsSeen = facts.language === "python" || facts.language === "rust";
  for (const one of facts.imports) {
    if (one.isReexport || areImportsSeen) {
      hash = hashText(`${one.specifier}\u0001${one.imported}\u0001${one.local}`, hash);
    }
  }
  for (const { exported, local } of facts.exportNames)
    hash = hashText(`${exported}\u0001${local}`, hash);
  return hash;
}
