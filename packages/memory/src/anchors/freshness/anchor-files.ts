/**
 * Compares anchored files with their current content. A file is checked once per query and read only if its size or time has
 * changed since the last one.
 */
import { statSync } from "node:fs";
import { join } from "node:path";
import { readProjectText } from "@tacit-memory/files";
import { type Anchor, contentHash } from "../../domain/anchors/anchor.ts";
import { nameOfHead, occurrencesOf, seemsToDefine } from "../../domain/text/anchor-text.ts";
import { FRESHNESS } from "../limits.ts";

/** State of one anchor in one file. */
export interface AnchorFileState {
  /** `missing`: the file exists but the code does not. `unknown`: there is nothing to compare with. */
  readonly state: "intact" | "changed" | "missing" | "absent" | "unknown";
  /** First line of the code now, from 1; null if unknown. */
  readonly line: number | null;
}

interface CachedFile {
  readonly stamp: string;
  /** Hash of the text; null if it cannot be read. */
  readonly hash: string | null;
  readonly states: Map<string, AnchorFileState>;
}

/** File checks of one query. */
export interface FileChecks {
  readonly at: (path: string, anchor: Anchor) => AnchorFileState;
}

const ABSENT: AnchorFileState = { state: "absent", line: null };
const UNKNOWN: AnchorFileState = { state: "unknown", line: null };

/** `start` begins a query, during which no file is checked twice. */
export function anchorFiles(root: string): { readonly start: () => FileChecks } {
  const cache = new Map<string, CachedFile>();
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
          return stateInFile(cache, root, path, stamp, anchor);
        },
      };
    },
  };
}

function stateInFile(
  cache: Map<string, CachedFile>,
  root: string,
  path: string,
  stamp: string | null,
  anchor: Anchor,
): AnchorFileState {
  // The path never existed as far as is known: it was mentioned in passing, not deleted later.
  if (stamp === "absent") return anchor.contentHash === null ? UNKNOWN : ABSENT;
  if (stamp === null || anchor.contentHash === null) return UNKNOWN;
  const before = cache.get(path);
  let text: string | null | undefined;
  let entry = before;
  if (entry?.stamp !== stamp) {
    text = readText(root, path);
    entry = { stamp, hash: text === null ? null : contentHash(text), states: new Map() };
    remember(cache, path, entry);
  }
  if (entry.hash === null) return UNKNOWN;
  const { contentHash: own, extent, copies, fileHash, startLine, symbol } = anchor;
  const key = `${own} ${extent} ${copies} ${fileHash} ${startLine} ${symbol === null}`;
  let state = entry.states.get(key);
  if (state === undefined) {
    state = compared(anchor, entry.hash, () => text ?? readText(root, path));
    entry.states.set(key, state);
  }
  return state;
}

/** Adds an entry; the entry of the file that was queried longest ago makes room. */
function remember(cache: Map<string, CachedFile>, path: string, entry: CachedFile): void {
  cache.delete(path);
  cache.set(path, entry);
  if (cache.size <= FRESHNESS.cachedFiles) return;
  for (const oldest of cache.keys()) {
    cache.delete(oldest);
    return;
  }
}

function compared(anchor: Anchor, fileHash: string, read: () => string | null): AnchorFileState {
  if (fileHash === anchor.fileHash) return { state: "intact", line: anchor.startLine };
  if (anchor.extent === null) return { state: "changed", line: null };
  const text = read();
  if (text === null) return UNKNOWN;
  return stateInText(text, anchor);
}

/** Returns the state in a text of an anchor to a part of a file. */
export function stateInText(text: string, anchor: Anchor): AnchorFileState {
  const { head, extent, contentHash: hash, symbol, startLine } = anchor;
  if (head === null || extent === null || hash === null) return UNKNOWN;
  const { lines, headLine } = occurrencesOf(text, { head, extent, hash }, anchor.path);
  if (lines.length >= Math.max(1, anchor.copies ?? 1)) {
    return { state: "intact", line: nearest(lines, startLine ?? 1) };
  }
  // One of several identical parts has changed, and it is unknown which one was meant.
  if (lines.length > 0 || headLine !== null) return { state: "changed", line: headLine };
  const name = nameOfHead(head);
  // Lines without a name do not move: they were replaced.
  if (name === null || symbol === null) return { state: "changed", line: null };
  return { state: seemsToDefine(text, name) ? "changed" : "missing", line: null };
}

function nearest(lines: readonly number[], wanted: number): number {
  return lines.reduce((best, line) =>
    Math.abs(line - wanted) < Math.abs(best - wanted) ? line : best,
  );
}

/** Returns null for something that exists but is not a file we may read. */
function stampOf(file: string): string | null {
  try {
    const stat = statSync(file, { throwIfNoEntry: false });
    if (stat === undefined) return "absent";
    if (!stat.isFile() || stat.size > FRESHNESS.maxFileBytes) return null;
    return `${stat.mtimeMs} ${stat.ctimeMs} ${stat.size} ${stat.ino}`;
  } catch {
    // Not readable, a loop of links, or a name too long for this machine: the state is unknown.
    return null;
  }
}

/** Returns null for a file that is missing, too large or not part of the project. */
export function readText(root: string, path: string): string | null {
  return readProjectText(root, path, FRESHNESS.maxFileBytes);
}
