/**
 * Which code is a memory about? The files it names become anchors: path, hash of the content as it is now,
 * commit. Symbols within files come with the code graph.
 */
import { readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { type Anchor, contentHash } from "../domain/anchor.ts";
import type { Memory } from "../domain/memory.ts";
import { writeAnchors } from "../store/anchors.ts";
import type { Database } from "../store/drivers/driver.ts";

const MAX_ANCHORS = 12;
const MAX_BYTES = 2_000_000;

/** Writes and gives the anchors. A file that is not there is anchored without a hash, and cannot be checked. */
export async function link(
  db: Database,
  memory: Memory,
  root: string | null,
  commit: string | null,
): Promise<Anchor[]> {
  const anchors = memory.files.slice(0, MAX_ANCHORS).map((path) => ({
    memoryId: memory.id,
    path,
    symbol: null,
    startLine: null,
    endLine: null,
    contentHash: root === null ? null : hashFile(join(root, path)),
    commit,
  }));
  await writeAnchors(db, memory.id, anchors);
  return anchors;
}

function hashFile(path: string): string | null {
  try {
    return statSync(path).size > MAX_BYTES ? null : contentHash(readFileSync(path, "utf8"));
  } catch {
    // Not there, a folder, or not ours to read: all of them mean there is nothing to compare with.
    return null;
  }
}
