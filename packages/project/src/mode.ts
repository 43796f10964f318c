/**
 * A project's mode where a hook can see it without opening the store: one small file for a project that is
 * not watched, none for the others. And one for the folder it was said in: a repository that gains a first commit or a remote
 * has another id from then on, which nobody has opened yet.
 */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readTextAt } from "@tacit-memory/files";
import type { ProjectId } from "./domain/ids.ts";
import { sha256Hex } from "./identity/hash.ts";
import { precedes } from "./identity/precedes.ts";
import type { ProjectIdentity } from "./identity/resolve-project.ts";

/** A marker is one short line of JSON. */
const MAX_BYTES = 64 * 1024;

type Unwatched = "off" | "incognito";
type Placed = Pick<ProjectIdentity, "id" | "canonical" | "basis" | "root">;

/** "off" or "incognito"; null for every other mode. */
export function readModeMarker(home: string, place: Placed): Unwatched | null {
  return unwatched(textOf(join(home, "modes", place.id))) ?? modeBefore(home, place);
}

/** `ids`: by which the project is known. */
export function writeModeMarker(
  home: string,
  ids: readonly ProjectId[],
  { id, canonical, basis, root }: Placed,
  mode: string,
): void {
  const said = unwatched(mode);
  const here = JSON.stringify({ mode, id, canonical, basis });
  const markers = new Map([...ids.map((one) => [one, mode] as const), [folderMarker(root), here]]);
  if (said !== null) mkdirSync(join(home, "modes"), { recursive: true, mode: 0o700 });
  for (const [name, text] of markers) {
    const path = join(home, "modes", name);
    if (said === null) rmSync(path, { force: true });
    else writeFileSync(path, text, { mode: 0o600 });
  }
}

/** What was said in this folder of the project that it was then, under a weaker identity. */
function modeBefore(home: string, place: Placed): Unwatched | null {
  const text = textOf(join(home, "modes", folderMarker(place.root)));
  if (text === null) return null;
  try {
    const earlier = JSON.parse(text) as Omit<Placed, "root"> & { readonly mode: string };
    return precedes(earlier, place) ? unwatched(earlier.mode) : null;
  } catch {
    return null;
  }
}

function folderMarker(root: string): string {
  return `at-${sha256Hex(root).slice(0, 16)}`;
}

/** Null without a marker: the project is watched. */
function textOf(path: string): string | null {
  return readTextAt(path, MAX_BYTES);
}

function unwatched(mode: string | null): Unwatched | null {
  return mode === "off" || mode === "incognito" ? mode : null;
}
