/**
 * A project's mode where a hook can see it without opening the store: one small file for a project that is
 * not watched, none for the others.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { ProjectId } from "./domain/ids.ts";

type Unwatched = "off" | "incognito";

/** "off" or "incognito"; null for every other mode. */
export function readModeMarker(home: string, projectId: ProjectId): Unwatched | null {
  let text: string;
  try {
    text = readFileSync(join(home, "modes", projectId), "utf8");
  } catch {
    // No marker: the project is watched.
    return null;
  }
  return text === "off" || text === "incognito" ? text : null;
}

export function writeModeMarker(home: string, projectId: ProjectId, mode: string): void {
  const path = join(home, "modes", projectId);
  if (mode === "off" || mode === "incognito") {
    mkdirSync(join(home, "modes"), { recursive: true, mode: 0o700 });
    writeFileSync(path, mode, { mode: 0o600 });
  } else rmSync(path, { force: true });
}
