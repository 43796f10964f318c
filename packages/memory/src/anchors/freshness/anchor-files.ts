/**
 * The files under anchors, as they are now: looked at once for all anchors of a question, read only when size or
 * time have changed since the last question.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { readProjectText } from "@tacit-memory/files";
import { type Anchor, contentHash } from "../../domain/anchors/anchor.ts";
import { nameOfHead, seemsToDefine, sightingsOf } from "../../domain/text/anchor-text.ts";
import { FRESHNESS } from "../limits.ts";

/** What one file says of one anchor. */
export interface Sight {
  /** `missing`: the file is there and the code is not. `unknown`: there is nothing to compare with. */
  readonly state: "intact" | "changed" | "missing" | "absent" | "unknown";
  /** Where the code begins now, from 1; null when not known. */
  readonly line: number | null;
}

interface Known {
  readonly stamp: string;
  /** Of the text; null for what cannot be read. */
  readonly hash: string | null;
  readonly sights: Map<string, Sight>;
}

/** Looks at files for the length of one question. */
export interface Looking {
  readonly at: (path: string, anchor: Anchor) => Sight;
}

const ABSENT: Sight = { state: "absent", line: null };
const UNKNOWN: Sight = { state: "unknown", line: null };

/** `start` begins a question: no file is looked at twice until the next one. */
export function anchorFiles(root: string): { readonly start: () => Looking } {
  const cache = new Map<string, Known>();
  return {
    start: () => {
      const stamps = new Map<string, string | null>();
      return {
        at: (path, anchor) => {
          let stamp = stamps.get(path);
          if (stamp === undefined) {
            stamp = stampOf(join(root, path));
            stamps.set(path, stamp);
          }
          return sightAt(cache, root, path, stamp, anchor);
        },
      };
    },
  };
}

function sightAt(
  cache: Map<string, Known>,
  root: string,
  path: string,
  stamp: string | null,
  anchor: Anchor,
): Sight {
  // Never there as far as we know: a path named in passing, not one that has since been deleted.
  if (stamp === "absent") return anchor.contentHash === null ? UNKNOWN : ABSENT;
  if (stamp === null || anchor.contentHash === null) return UNKNOWN;
  const before = cache.get(path);
  let text: string | null | undefined;
  let entry = before;
  if (entry?.stamp !== stamp) {
    text = readText(root, path);
    entry = { stamp, hash: text === null ? null : contentHash(text), sights: new Map() };
    remember(cache, path, entry);
  }
  if (entry.hash === null) return UNKNOWN;
  const { contentHash: own, extent, copies, fileHash, startLine, symbol } = anchor;
  const key = `${own} ${extent} ${copies} ${fileHash} ${startLine} ${symbol === null}`;
  let sight = entry.sights.get(key);
  if (sight === undefined) {
    sight = compared(anchor, entry.hash, () => text ?? readText(root, path));
    entry.sights.set(key, sight);
  }
  return sight;
}

/** The file whose last question lies longest back makes room. */
function remember(cache: Map<string, Known>, path: string, entry: Known): void {
  cache.delete(path);
  cache.set(path, entry);
  if (cache.size <= FRESHNESS.cachedFiles) return;
  for (const oldest of cache.keys()) {
    cache.delete(oldest);
    return;
  }
}

function compared(anchor: Anchor, fileHash: string, read: () => string | null): Sight {
  if (fileHash === anchor.fileHash) return { state: "intact", line: anchor.startLine };
  if (anchor.extent === null) return { state: "changed", line: null };
  const text = read();
  if (text === null) return UNKNOWN;
  return sightIn(text, anchor);
}

/** What a text says of an anchor of a part of a file. */
export function sightIn(text: string, anchor: Anchor): Sight {
  const { head, extent, contentHash: hash, symbol, startLine } = anchor;
  if (head === null || extent === null || hash === null) return UNKNOWN;
  const { lines, headLine } = sightingsOf(text, { head, extent, hash }, anchor.path);
  if (lines.length >= Math.max(1, anchor.copies ?? 1)) {
    return { state: "intact", line: nearest(lines, startLine ?? 1) };
  }
  // One of several that read the same is different now; which of them was meant, nobody can tell.
  if (lines.length > 0 || headLine !== null) return { state: "changed", line: headLine };
  const name = nameOfHead(head);
  // Lines without a name do not go anywhere: somebody wrote something else in their place.
  if (name === null || symbol === null) return { state: "changed", line: null };
  return { state: seemsToDefine(text, name) ? "changed" : "missing", line: null };
}

function nearest(lines: readonly number[], wanted: number): number {
  return lines.reduce((best, line) =>
    Math.abs(line - wanted) < Math.abs(best - wanted) ? line : best,
  );
}

/** Null for what is there and is no file of ours to read. */
function stampOf(file: string): string | null {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return "absent";
    if (!stat.isFile() || stat.size > FRESHNESS.maxFileBytes) return null;
    return `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}`;
  } catch {
    // Not ours to read, a loop of links, a name too long for this machine: nothing can be said of it.
    return null;
  }
}

/** Null for what is gone, too large, or no file of the project. */
export function readText(root: string, path: string): string | null {
  return readProjectText(root, path, FRESHNESS.maxFileBytes);
}
