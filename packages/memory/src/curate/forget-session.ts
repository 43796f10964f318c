/** Forgets a session with everything that was said in it. */
import { rmSync } from "node:fs";
import { blankSpool, drainSpool } from "../capture/drain.ts";
import { hidingOf } from "../capture/hiding.ts";
import { MemoryError } from "../domain/errors.ts";
import { releaseOpenNotes } from "../learn/checks/session-notes.ts";
import { wordFileIn } from "../store/index-file-paths.ts";
import { scrubFile } from "../store/maintenance.ts";
import { dropReportFiles } from "../store/report-files.ts";
import { eraseSession } from "../store/sessions/erase-session.ts";
import { findSession, findSessionsById } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";

/**
 * Forgets a session with its prompts and everything that was said in it, in every project that it worked in; what was learned
 * from it stays. By the host's id. Throws "session_not_found".
 */
export async function forgetSession(workspace: Workspace, id: string): Promise<void> {
  const { db, home } = workspace;
  await drainSpool(db, home, hidingOf(workspace), workspace.moment().nowMs);
  if ((await findSession(db, workspace.projectId, id)) === undefined)
    throw new MemoryError("session_not_found", { session: id });
  for (const session of await findSessionsById(db, id)) {
    await releaseOpenNotes(db, session, workspace.moment());
    await eraseSession(db, session, workspace.moment());
  }
  await scrubFile(db);
  // It holds the words of the session's handoff, and is made again by whoever needs it.
  rmSync(wordFileIn(home), { force: true });
  await blankSpool(db, home);
  await workspace.meaning.forget();
  dropReportFiles(home);
}
