/** Finds out whether a tree has been indexed, for a caller that must not wait for its first indexing. */
import { existsSync } from "node:fs";
import { DatabaseError, openDatabase } from "@tacit-memory/sqlite";
import { readGeneration } from "../graph/snapshot.ts";
import { readCodeMeta } from "../indexing/code-store.ts";

/**
 * Returns whether the file at `path` contains facts with the graph that was linked from them. Changes nothing; an unusable
 * file counts as no graph.
 */
export async function hasStoredGraph(path: string): Promise<boolean> {
  const linked = readGeneration(path.replace(/\.db$/, ".graph"));
  if (linked === undefined || !existsSync(path)) return false;
  try {
    const db = await openDatabase({ path, driver: "node-sqlite", readOnly: true });
    try {
      return (await readCodeMeta(db, "generation")) === linked;
    } finally {
      await db.close();
    }
  } catch (error) {
    if (!DatabaseError.is(error)) throw error;
    return false;
  }
}
