/**
 * Decides whether a command may trigger a memory. A hook runs before every command of an agent, and in most projects no
 * memory has a trigger. So each project with triggers has one small file in the home folder, read before the store is opened:
 * for each trigger the hashes of its words, and no text. The store is opened only for a command that contains all words of a
 * trigger.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fnv1a, readTextAt, replaceFile } from "@tacit-memory/files";
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../domain/ids.ts";
import { listTriggers } from "../store/memories/memory-lists.ts";

/** Bytes: two thousand triggers of twenty words. */
const MAX_BYTES = 1024 * 1024;

/** Returns whether a command may match a trigger. `command`: the command line the agent is about to run. */
export function mayTrigger(home: string, project: ProjectId, command: string): boolean {
  const triggers = readMarker(markerPath(home, project));
  if (triggers === null) return false;
  const words = new Set(hashesOf(command));
  return triggers.some((hashes) => hashes.every((hash) => words.has(hash)));
}

export interface MarkedProject {
  readonly db: Database;
  readonly home: string;
  /** Project id used by hooks. */
  readonly identity: { readonly id: ProjectId };
  /** Project id used by the store. */
  readonly projectId: ProjectId;
}

/** Updates the marker of a project after a write; removes it if no memory has a trigger for commands. */
export async function updateTriggerMarker({
  db,
  home,
  identity: { id },
  projectId,
}: MarkedProject): Promise<void> {
  const rows = await listTriggers(db, { projectId });
  const triggers = rows
    .flatMap((row) => row.triggers)
    // A trigger with a glob applies to files.
    .filter((trigger) => !trigger.includes("*"))
    .map(hashesOf)
    .filter((hashes) => hashes.length > 0);
  const path = markerPath(home, id);
  const before = readTextAt(path, MAX_BYTES);
  const after = triggers.length === 0 ? null : JSON.stringify(triggers);
  if (before === after && before !== null) return;
  if (after === null) rmSync(path, { force: true });
  else replaceFile(path, after, { folderMode: 0o700 });
}

function markerPath(home: string, project: ProjectId): string {
  return join(home, "triggers", project);
}

/** Returns the hashes of the words in lower case, split as in `recall/triggers.ts`. */
function hashesOf(text: string): number[] {
  return (text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? []).map((word) => fnv1a(word));
}

/** Returns one list of hashes per trigger; null if the marker is missing or unreadable. */
function readMarker(path: string): readonly (readonly number[])[] | null {
  const text = readTextAt(path, MAX_BYTES);
  if (text === null) return null;
  try {
    const read: unknown = JSON.parse(text);
    return Array.isArray(read) ? read.filter((entry) => Array.isArray(entry)) : null;
  } catch {
    return null;
  }
}
