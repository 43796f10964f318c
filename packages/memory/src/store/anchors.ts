/** Which code each memory is about. */
import type { Anchor } from "../domain/anchor.ts";
import type { MemoryId } from "../domain/ids.ts";
import type { Database } from "./drivers/driver.ts";

const DELETE = /* sql */ `DELETE FROM anchor WHERE memory_id = :memoryId`;
const INSERT = /* sql */ `INSERT INTO anchor (memory_id, path, symbol, start_line, end_line, content_hash, commit_sha)
  VALUES (:memoryId, :path, :symbol, :startLine, :endLine, :contentHash, :commitSha)
  ON CONFLICT DO NOTHING`;
const SELECT_MANY = /* sql */ `SELECT memory_id AS memoryId, path, nullif(symbol, '') AS symbol,
    start_line AS startLine, end_line AS endLine, content_hash AS contentHash, commit_sha AS "commit"
  FROM anchor WHERE memory_id IN (SELECT value FROM json_each(:ids)) ORDER BY memory_id, path`;

/** Replaces the anchors of a memory. */
export async function writeAnchors(
  db: Database,
  memoryId: MemoryId,
  anchors: readonly Anchor[],
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.run(DELETE, { memoryId });
    for (const anchor of anchors) {
      await tx.run(INSERT, {
        memoryId,
        path: anchor.path,
        symbol: anchor.symbol ?? "",
        startLine: anchor.startLine,
        endLine: anchor.endLine,
        contentHash: anchor.contentHash,
        commitSha: anchor.commit,
      });
    }
  });
}

export async function listAnchors(db: Database, ids: readonly MemoryId[]): Promise<Anchor[]> {
  if (ids.length === 0) return [];
  return db.all<Anchor>(SELECT_MANY, { ids: JSON.stringify(ids) });
}
