/**
 * The mode of a project, and its marker: a small file in the home folder that hooks read instead of the store. A project
 * in mode "off" or "incognito" has a marker by its id and one by its folder. The second one covers a folder that gets a
 * stronger identity, and so another id, before the store is next opened.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { readTextAt, replaceFile } from "@tacit-memory/files";
import type { Project, ProjectId, ProjectIdentity } from "./project-identity.ts";
import { sha256Hex } from "./sha256.ts";
import { isWeakerIdentity } from "./weaker-identity.ts";

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
  return markedMode(readMarker(home, identity.id)) ?? modeOfWeakerIdentity(home, identity);
}

/** Writes or removes the markers. `ids`: every id of the project. */
export function writeModeMarker(
  home: string,
  ids: readonly ProjectId[],
  { id, canonical, basis, root }: ProjectIdentity,
  mode: Mode,
): void {
  const folder = join(home, "modes");
  const isMarked = markedMode(mode) !== null;
  const byFolder = JSON.stringify({ mode, id, canonical, basis });
  for (const [name, text] of [
    ...ids.map((projectId) => [projectId, mode]),
    [folderMarker(root), byFolder],
  ]) {
    const path = join(folder, name ?? "");
    if (isMarked) replaceFile(path, text ?? "", { folderMode: 0o700 });
    else rmSync(path, { force: true });
  }
}

/** The mode that this folder had while its project had a weaker identity. */
function modeOfWeakerIdentity(home: string, identity: ProjectIdentity): MarkedMode | null {
  const text = readMarker(home, folderMarker(identity.root));
  if (text === null) return null;
  try {
    const earlier = JSON.parse(text) as Pick<Project, "id" | "canonical" | "basis"> & {
      readonly mode: string;
    };
    return isWeakerIdentity(earlier, identity) ? markedMode(earlier.mode) : null;
  } catch {
    return null;
  }
}

function folderMarker(root: string): string {
  return `at-${sha256Hex(root).slice(0, 16)}`;
}

function readMarker(home: string, name: string): string | null {
  return readTextAt(join(home, "modes", name), MAX_BYTES);
}

function markedMode(text: string | null): MarkedMode | null {
  return text === "off" || text === "incognito" ? text : null;
}
