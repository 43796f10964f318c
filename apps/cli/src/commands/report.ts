/** `tacit report`: what happened in a session, what was learned, and why; in the terminal or as a page. */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { dirname, resolve } from "node:path";
import {
  MemoryError,
  makeHomeFolder,
  reportFileIn,
  type SessionReport,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command, Given } from "../command.ts";
import { argument, flag, text } from "../given.ts";
import { withCaughtUp } from "../open.ts";
import { openPage } from "../report/open-page.ts";
import { listedJson, reportJson } from "../report/report-json.ts";
import { PAGE_MARK, reportPage } from "../report/report-page.ts";
import { reportText, sessionList } from "../report/report-text.ts";
import { VERSION } from "../version.ts";
import type { World } from "../world.ts";
import { writeWhole } from "../write-whole.ts";

const LISTED = 20;

export const report: Command = {
  name: "report",
  summary: "what happened in a session, what was learned in it, and why",
  arguments: [
    {
      name: "session",
      text: "an id or its beginning; latest, the default: the newest that is over",
      isOptional: true,
    },
  ],
  options: [
    { flags: "--list", text: `the last ${LISTED} sessions of this project` },
    {
      flags: "--html [file]",
      text: "a page of it; without FILE in Tacit's home folder, where it goes when anything is forgotten",
    },
    { flags: "--open", text: "and open the page; nothing is opened away from a terminal" },
  ],
  details:
    "Told from Tacit's own log, never from a transcript: what the agent did, what went wrong and what put it right,\nwhat Tacit told it and what came of that, what was learned or dropped and why. The page needs nothing else and runs no script.\nA page that you put elsewhere with FILE is yours: forgetting a memory does not change it.",
  examples: [
    "tacit report",
    "tacit report --list",
    "tacit report 4799f814 --html report.html",
    "tacit report latest --open",
    "tacit report --json",
  ],
  run: async (given, world) => {
    await withCaughtUp(world, async (tacit) => {
      if (flag(given, "list")) await list(tacit, world);
      else await tell(tacit, given, world);
    });
  },
};

async function list(tacit: Tacit, world: World): Promise<void> {
  const sessions = await tacit.sessionList(LISTED);
  world.out.result(sessions.map(listedJson), () => sessionList(sessions, world.out));
}

async function tell(tacit: Tacit, given: Given, world: World): Promise<void> {
  const wanted = argument(given, 0);
  const { userHome, nowMs } = world.machine;
  const told = await tacit.report({ ...(wanted === "" ? {} : { session: wanted }), userHome });
  const isPage = given.options["html"] !== undefined || flag(given, "open");
  const path = isPage ? writePage(tacit, given, told, nowMs()) : null;
  world.out.result({ ...reportJson(told, nowMs()), page: path }, () =>
    path === null ? reportText(told, world.out) : path,
  );
  if (path === null || !flag(given, "open")) return;
  const isOpened = await openPage(world, path);
  if (!isOpened) world.out.say("tacit: nothing was opened; the page is where it says");
}

/** Where it was written. Throws "usage", "not_allowed" for a file that is none of ours, "store_unwritable". */
function writePage(tacit: Tacit, given: Given, told: SessionReport, atMs: number): string {
  const named = text(given, "html");
  const path = resolve(named ?? reportFileIn(tacit.home, tacit.projectId, told.id));
  if (named === undefined) makeHomeFolder(dirname(path));
  else refuse(named, path);
  writeWhole(path, reportPage(told, { atMs, version: VERSION }));
  return path;
}

/** `--html` takes the next word: a session that was meant, or a file that somebody needs, must not become a page. */
function refuse(named: string, path: string): void {
  if (!/\.html?$/i.test(named)) {
    throw new MemoryError("usage", {
      reason: "the page's file ends in .html; name the session before --html",
      "--html": named,
    });
  }
  if (existsSync(path) && !isOurs(path)) {
    throw new MemoryError("not_allowed", {
      reason: "there is a file that is no report; name another, or take it away",
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
