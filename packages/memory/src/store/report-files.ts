/**
 * Session report pages: one per session, in a folder per project in Tacit's home. They can be generated again at any time.
 * All are deleted whenever something is forgotten, because they may contain it.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "@tacit-memory/project";

const FOLDER = "reports";
const NAME_CHARS = 60;

/**
 * Returns the path of a session's report. A host's session id can be any text: characters that are unsafe in a file name are
 * replaced, and a hash keeps such names distinct.
 */
export function reportFileIn(home: string, projectId: string, session: string): string {
  const isPlain = /^[\w-][\w.-]*$/.test(session) && session.length <= NAME_CHARS;
  const safeName = session.replace(/[^\w-]+/g, "_").slice(0, NAME_CHARS);
  const name = isPlain ? session : `${safeName}-${sha256Hex(session).slice(0, 12)}`;
  return join(home, FOLDER, projectId, `${name}.html`);
}

/** Deletes the reports of all projects, because a forgotten memory may appear in several. */
export function dropReportFiles(home: string): void {
  rmSync(join(home, FOLDER), { recursive: true, force: true, maxRetries: 3 });
}
