/** `tacit report`: shows what happened in a session, what was learned and why, in the terminal or as a page. */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  MemoryError,
  makeHomeFolder,
  reportFileIn,
  type SessionReport,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { openedCaughtUp } from "../../open.ts";
import { writeWhole } from "../../output/write-whole.ts";
import { argument, flag, text } from "../../parsed-args.ts";
import { openPage } from "../../report/open-page.ts";
import { listedJson, reportJson } from "../../report/report-json.ts";
import { PAGE_MARK, reportPage } from "../../report/report-page.ts";
import { reportText, sessionList } from "../../report/report-text.ts";
import { VERSION } from "../../version.ts";

const LISTED = 20;

export const report: Command = {
  name: "report",
  summary: "report on a session: its events, problems, memories shown and memories learned",
  arguments: [
    {
      name: "session",
      text: "session id or its first characters; `latest` (default) is the newest finished session",
      isOptional: true,
    },
  ],
  options: [
    { flags: "--list", text: `list the last ${LISTED} sessions of this project` },
    {
      flags: "--html [file]",
      text: "write the report as an HTML page; without FILE, into Tacit's home folder, where `tacit forget` deletes it",
    },
    { flags: "--open", text: "write the HTML page and open it (only on a terminal)" },
  ],
  details:
    "The report uses Tacit's own log, never a transcript. It shows the agent's steps, the errors and their fixes, the memories that were shown and whether they helped, and the memories that were learned or dropped, with reasons. The HTML page is one file without scripts. Tacit does not change a page that you wrote to FILE when you forget a memory.",
  examples: [
    "tacit report",
    "tacit report --list",
    "tacit report 4799f814 --html report.html",
    "tacit report latest --open",
    "tacit report --json",
  ],
  run: openedCaughtUp(async (tacit, context, input) => {
    if (flag(input, "list")) await list(tacit, context);
    else await printReport(tacit, input, context);
  }),
};

async function list(tacit: Tacit, context: CommandContext): Promise<void> {
  const sessions = await tacit.sessions.list(LISTED);
  context.out.result(sessions.map(listedJson), () => sessionList(sessions, context.out));
}

async function printReport(
  tacit: Tacit,
  input: ParsedArgs,
  context: CommandContext,
): Promise<void> {
  const wanted = argument(input, 0);
  const { userHome, nowMs } = context.machine;
  const sessionReport = await tacit.sessions.report({
    ...(wanted === "" ? {} : { session: wanted }),
    userHome,
  });
  const isPage = input.options["html"] !== undefined || flag(input, "open");
  const path = isPage ? writePage(tacit, input, sessionReport, nowMs()) : null;
  context.out.result({ ...reportJson(sessionReport, nowMs()), page: path }, () =>
    path === null ? reportText(sessionReport, context.out) : path,
  );
  if (path === null || !flag(input, "open")) return;
  const isOpened = await openPage(context, path);
  if (!isOpened) context.out.say("tacit: no browser was opened; open the page at the path above");
}

/**
 * Writes the page and returns its path. Throws "usage", "not_allowed" for a file that is not a report of Tacit,
 * "store_unwritable".
 */
function writePage(
  tacit: Tacit,
  input: ParsedArgs,
  sessionReport: SessionReport,
  atMs: number,
): string {
  const named = text(input, "html");
  const path = resolve(named ?? reportFileIn(tacit.home, tacit.projectId, sessionReport.id));
  if (named === undefined) makeHomeFolder(dirname(path));
  else refuse(named, path);
  writeWhole(path, reportPage(sessionReport, { atMs, version: VERSION }));
  return path;
}

/**
 * Rejects a wrong value of `--html`, which takes the next word: a session id or an existing file must not be overwritten by a
 * page.
 */
function refuse(named: string, path: string): void {
  if (!/\.html?$/i.test(named)) {
    throw new MemoryError("usage", {
      reason: "the file of the page must end in .html; write the session before --html",
      "--html": named,
    });
  }
  if (existsSync(path) && !isOurs(path)) {
    throw new MemoryError("not_allowed", {
      reason: "this file is not a report of Tacit; name another file, or delete it",
      path,
    });
  }
}

function isOurs(path: string): boolean {
  const start = Buffer.alloc(PAGE_MARK.length);
  const file = openSync(path, "r");
  try {
    const length = readSync(file, start);
    return start.toString("utf8", 0, length) === PAGE_MARK;
  } finally {
    closeSync(file);
  }
}
