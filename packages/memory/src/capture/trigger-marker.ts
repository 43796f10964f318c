/**
 * Does any memory wait for this command? A hook runs before every command of an agent, and in most projects no memory waits for one.
 * So each project with triggers has one small file in the home folder, read before the store is opened: a hash of each trigger's
 * first word, and no text. A hash that is no longer needed costs one look into the store.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { fnv1a, readTextAt, replaceFile } from "@tacit-memory/files";
import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../domain/ids.ts";
import { listTriggers } from "../store/memory-lists.ts";

/** A hash takes at most eleven bytes, so this is enough for more triggers than a project has memories. */
const MAX_BYTES = 4 * 1024 * 1024;

/** `command`: as the agent is about to run it. */
export function mayTrigger(home: string, project: ProjectId, command: string): boolean {
  const hashes = readHashes(markerPath(home, project));
  return hashes !== null && wordsOf(command).some((word) => hashes.has(fnv1a(word)));
}

export interface MarkedProject {
  readonly db: Database;
  readonly home: string;
  /** As hooks know the project. */
  readonly identity: { readonly id: ProjectId };
  /** As the store knows it. */
  readonly projectId: ProjectId;
}

/** Renews the marker of a project; removes it where no memory waits for a command. */
export async function keepTriggerMarker({
  db,
  home,
  identity: { id },
  projectId,
}: MarkedProject): Promise<void> {
  const rows = await listTriggers(db, { projectId });
  const hashes = new Set(
    rows
      .flatMap(({ triggers }) => triggers)
      // A glob is about files.
      .filter((trigger) => !trigger.includes("*"))
      .flatMap((trigger) => wordsOf(trigger).slice(0, 1))
      .map((word) => fnv1a(word)),
  );
  const path = markerPath(home, id);
  const known = readHashes(path);
  if (hashes.size === 0) {
    if (known !== null) rmSync(path, { force: true });
    return;
  }
  if (known?.size === hashes.size && [...hashes].every((hash) => known.has(hash))) return;
  replaceFile(path, JSON.stringify([...hashes]), { folderMode: 0o700 });
}

function markerPath(home: string, project: ProjectId): string {
  return join(home, "triggers", project);
}

/** In lower case, as `recall/triggers.ts` bounds them. */
function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_]+/gu) ?? [];
}

/** Null where there is no marker, or it cannot be read. */
function readHashes(path: string): ReadonlySet<number> | null {
  const text = readTextAt(path, MAX_BYTES);
  if (text === null) return null;
  try {
    return new Set(JSON.parse(text) as number[]);
  } catch {
    return null;
  }
}
