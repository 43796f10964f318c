/**
 * Does the code under a memory still stand? Every anchored file is looked at as it is now: gone when none is
 * left, changed when one reads differently from when the memory was tied to it, intact otherwise.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Anchor, contentHash } from "../domain/anchor.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Freshness } from "../domain/memory.ts";

const MAX_BYTES = 2_000_000;

/** Reads each file once for all anchors. `root` null: the project is not here, nothing can be said. */
export function checkFreshness(
  anchors: readonly Anchor[],
  root: string | null,
): Map<MemoryId, Freshness> {
  const seen = new Map<string, Freshness>();
  const byMemory = new Map<MemoryId, Freshness[]>();
  for (const anchor of anchors) {
    if (root === null) continue;
    const key = `${anchor.path}\n${anchor.contentHash}`;
    const verdict = seen.get(key) ?? lookAt(join(root, anchor.path), anchor.contentHash);
    seen.set(key, verdict);
    const verdicts = byMemory.get(anchor.memoryId);
    if (verdicts) verdicts.push(verdict);
    else byMemory.set(anchor.memoryId, [verdict]);
  }
  return new Map([...byMemory].map(([id, verdicts]) => [id, worst(verdicts)]));
}

function lookAt(path: string, hash: string | null): Freshness {
  try {
    const stat = statSync(path, { throwIfNoEntry: false });
    // Never there as far as we know: a path named in passing, not one that has since been deleted.
    if (stat === undefined) return hash === null ? "unanchored" : "gone";
    if (hash === null || !stat.isFile() || stat.size > MAX_BYTES) return "intact";
    return contentHash(readFileSync(path, "utf8")) === hash ? "intact" : "changed";
  } catch {
    // Not ours to read, a loop of links, a name too long for this machine: nothing can be said of it.
    return "unanchored";
  }
}

function worst(verdicts: readonly Freshness[]): Freshness {
  const anchored = verdicts.filter((one) => one !== "unanchored");
  if (anchored.length === 0) return "unanchored";
  if (anchored.every((one) => one === "gone")) return "gone";
  return anchored.every((one) => one === "intact") ? "intact" : "changed";
}
