/**
 * The mode of a project, and its marker: a small file in the home folder that hooks read instead of the store. A project
 * in mode "off" or "incognito" has a marker by each of its ids, and one by its folder and by its repository that names the id.
 * The latter cover a project that gets another id before the store is next opened, because its remote was added, renamed or
 * removed.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readTextAt, replaceFile } from "@tacit-memory/files";
import { commonDirOf, relationOf } from "./earlier-identity.ts";
import {
  IDENTITY_BASES,
  type Project,
  type ProjectId,
  type ProjectIdentity,
} from "./project-identity.ts";
import { sha256Hex } from "./sha256.ts";

/**
 * From the least to the most strict. automatic: memories are stored at once; review: memories wait for a person; off:
 * nothing is captured; incognito: nothing is captured or shown.
 */
export const MODES = ["automatic", "review", "off", "incognito"] as const;
export type Mode = (typeof MODES)[number];

/** The modes that a hook has to know before it captures anything. */
type MarkedMode = "off" | "incognito";

/** A marker is one short line of JSON. */
const MAX_BYTES = 64 * 1024;

/** "off" or "incognito"; null for every other mode. */
export function readModeMarker(home: string, identity: ProjectIdentity): MarkedMode | null {
  return markedMode(readMarker(home, identity.id)) ?? modeOfEarlierIdentity(home, identity);
}

/** Writes or removes the markers of a project in a folder. `ids`: every id of the project. */
export function writeModeMarker(
  home: string,
  ids: readonly ProjectId[],
  { id, canonical, basis, root }: ProjectIdentity,
  mode: Mode,
): void {
  writeModeMarkersById(home, ids, mode);
  const byPlace = JSON.stringify({ mode, id, canonical, basis });
  for (const name of placeMarkers(root)) writeMarker(home, name, mode, byPlace);
}

/** Writes or removes only the markers by id, for a project whose folder is not known. */
export function writeModeMarkersById(home: string, ids: readonly ProjectId[], mode: Mode): void {
  for (const id of ids) writeMarker(home, id, mode, mode);
}

/** Returns the stricter one of two modes. */
export function stricterMode(one: Mode, other: Mode | null): Mode {
  return other !== null && MODES.indexOf(other) > MODES.indexOf(one) ? other : one;
}

function writeMarker(home: string, name: string, mode: Mode, text: string): void {
  const path = join(home, "modes", name);
  if (markedMode(mode) !== null) replaceFile(path, text, { folderMode: 0o700 });
  else rmSync(path, { force: true });
}

/**
 * The mode that this folder had while its project had another identity, unless another repository is in its place now. In doubt
 * it stays: a person who turned capturing off must not be recorded because a remote was renamed.
 */
function modeOfEarlierIdentity(home: string, identity: ProjectIdentity): MarkedMode | null {
  for (const name of placeMarkers(identity.root)) {
    const earlier = readPlaceMarker(home, name);
    if (earlier === null || earlier.id === identity.id) continue;
    // The marker by id counts: the project may have got another mode in another folder since.
    const mode = markedMode(readMarker(home, earlier.id));
    if (mode === null) continue;
    if (relationOf(home, { ...earlier, root: identity.root }, identity) !== "another") return mode;
  }
  return null;
}

function readPlaceMarker(
  home: string,
  name: string,
): Pick<Project, "id" | "canonical" | "basis"> | null {
  try {
    const value: unknown = JSON.parse(readMarker(home, name) ?? "null");
    const { id, canonical, basis } = value as Project;
    const isWhole = /^p_[0-9a-f]{24}$/.test(id) && IDENTITY_BASES.includes(basis);
    return isWhole && typeof canonical === "string" ? { id, canonical, basis } : null;
  } catch {
    return null;
  }
}

/** Names of the markers of a folder: its own, and the one of its repository, which all worktrees share. */
function placeMarkers(root: string): string[] {
  const commonDir = commonDirOf(root);
  const places = commonDir === null ? [root] : [root, commonDir];
  return places.map((place) => `at-${sha256Hex(place).slice(0, 16)}`);
}

function readMarker(home: string, name: string): string | null {
  return readTextAt(join(home, "modes", name), MAX_BYTES);
}

function markedMode(text: string | null): MarkedMode | null {
  return text === "off" || text === "incognito" ? text : null;
}
