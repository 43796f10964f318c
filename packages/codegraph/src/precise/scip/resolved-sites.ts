/**
 * Compiler results for a file: the definition of each name in it. Definitions are identified by keys that stay valid while
 * their file is edited around them; sites by position, so all results are valid only for the content they were made from.
 */
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { ByteReader, ByteWriter } from "../../facts/bytes.ts";
import {
  COMPILER_TIERS,
  type Definition,
  type ResolvedSites,
  SYMBOL_KINDS,
} from "../../facts/facts.ts";

/** Returns a key per definition: containers, kind and name, and an ordinal. Unique within a file. */
export function definitionKeys(definitions: readonly Definition[]): string[] {
  const counts = new Map<string, number>();
  const keys: string[] = [];
  for (const definition of definitions) {
    const key = `${keys[definition.container] ?? ""}/${SYMBOL_KINDS.indexOf(definition.kind)}:${definition.name}`;
    const before = counts.get(key) ?? 0;
    counts.set(key, before + 1);
    keys.push(before === 0 ? key : `${key}#${before}`);
  }
  return keys;
}

const FORMAT = 1;
const MAX_INFLATED = 256_000_000;

export function encodeSites(resolved: ResolvedSites): Uint8Array {
  const out = new ByteWriter();
  out.uint(FORMAT);
  out.uint(COMPILER_TIERS.indexOf(resolved.tier));
  out.uint(resolved.targets.length);
  for (const { path, key } of resolved.targets) {
    out.text(path);
    out.text(key);
  }
  out.uint(resolved.sites.length);
  let before = 0;
  for (const { line, column, target } of resolved.sites) {
    out.uint(line - before);
    out.uint(column);
    out.uint(target + 1);
    before = line;
  }
  out.uint(resolved.relations.length);
  for (const { key, target } of resolved.relations) {
    out.text(key);
    out.uint(target);
  }
  return deflateRawSync(out.finish(), { level: 1 });
}

/** Decodes results. Throws RangeError or zlib's errors for bytes of another format. */
export function decodeSites(bytes: Uint8Array): ResolvedSites {
  const inflated = inflateRawSync(bytes, { maxOutputLength: MAX_INFLATED });
  const from = new ByteReader(inflated, (text) => text);
  if (from.uint() !== FORMAT) throw new RangeError("another format of resolved sites");
  const tier = COMPILER_TIERS[from.uint()];
  if (tier === undefined) throw new RangeError("no such tier");
  const targets = from.list(() => ({ path: from.text(), key: from.text() }));
  let line = 0;
  const sites = from.list(() => {
    line += from.uint();
    return { line, column: from.uint(), target: from.uint() - 1 };
  });
  const relations = from.list(() => ({ key: from.text(), target: from.uint() }));
  return { tier, targets, sites, relations };
}
