/**
 * Where pages about sessions are kept: one a session, in a folder of the project in Tacit's home. They can be made anew at
 * any time, and are taken away whenever something is forgotten, for they may say it.
 */

import { rmSync } from "node:fs";
import { join } from "node:path";
import { sha256Hex } from "@tacit-memory/project";

const FOLDER = "reports";
const NAME_CHARS = 60;

/** A host's session id is any text: what no file name can hold is left out, and a hash keeps two apart. */
export function reportFileIn(home: string, projectId: string, session: string): string {
  const isPlain = /^[\w-][\w.-]*$/.test(session) && session.length <= NAME_CHARS;
  const safeName = session.replace(/[^\w-]+/g, "_").slice(0, NAME_CHARS);
  const name = isPlain ? session : `${safeName}-${sha256Hex(session).slice(0, 12)}`;
  return join(home, FOLDER, projectId, `${name}.html`);
}

/** Of all projects: a memory told in several is forgotten once. */
export function dropReportFiles(home: string): void {
  rmSync(join(home, FOLDER), { recursive: true, force: true, maxRetries: 3 });
}
