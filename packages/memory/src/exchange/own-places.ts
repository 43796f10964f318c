/**
 * The folders into which Tacit with this home folder may have written files. A store in a file belongs to one home folder, so
 * that every folder that it knows does. Several people share a store on a server, and it knows the folders of all of them,
 * even on other machines. So each home folder lists its own. A separate file, because it is loaded when a store is opened.
 */
import { join } from "node:path";
import { appendToFile, parseJson, readTextAt } from "@tacit-memory/files";
import type { Workspace } from "../workspace.ts";

const FILE = "own-places";
/** Bytes: some ten thousand folders. */
const MAX_BYTES = 1024 * 1024;

type Place = Pick<Workspace, "db" | "home">;

/** Records a folder: a checkout that was opened, or one into which skills were exported. */
export function noteOwnPlace(place: Place, folder: string): void {
  if (place.db.journalMode !== "remote" || ownPlaces(place.home).has(folder)) return;
  try {
    appendToFile(join(place.home, FILE), `${JSON.stringify(folder)}\n`);
  } catch {
    // In a read-only home folder the files in this checkout stay as they are when a memory is forgotten elsewhere.
  }
}

/** Returns a function that tells whether a folder is one of them. */
export function ownPlacesOf({ db, home }: Place): (folder: string) => boolean {
  if (db.journalMode !== "remote") return () => true;
  const own = ownPlaces(home);
  return (folder) => own.has(folder);
}

function ownPlaces(home: string): ReadonlySet<unknown> {
  const text = readTextAt(join(home, FILE), MAX_BYTES) ?? "";
  return new Set(text.split("\n").map(parseJson));
}
