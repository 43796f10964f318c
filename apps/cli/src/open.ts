/** Opens the store for a command and its project, and closes it in any case. */
import { existsSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { startWorker } from "@tacit-memory/hooks";
import {
  configuredForHome,
  type ErrorCode,
  identityOfStored,
  isEnabled,
  type Layers,
  layersFor,
  MemoryError,
  openTacit,
  readUserConfig,
  type Tacit,
  type TacitOptions,
} from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "./command.ts";
import { type CommandContext, isInteractive } from "./command-context.ts";
import { missing } from "./failure.ts";
import { nearestNames } from "./nearest-names.ts";
import { megabytes } from "./output/layout.ts";
import { ownHookPath } from "./programs.ts";

/** Maximum milliseconds for ingesting events that hooks left behind. */
const CATCH_UP_MS = 1500;

/** A smaller store is migrated in less than a second. */
const SHOWN_MIGRATION_BYTES = 20_000_000;

type ProjectRow = Awaited<ReturnType<Tacit["admin"]["projects"]>>[number];

export async function withTacit(
  context: CommandContext,
  body: (tacit: Tacit) => Promise<void>,
  how: CliOpenOptions = {},
): Promise<void> {
  const tacit = await openHere(context, how);
  try {
    await body(tacit);
  } finally {
    await tacit.close();
  }
}

/**
 * Opens the store likewise, after waiting events of finished sessions have become memories. For commands that show memories.
 */
export async function withCaughtUp(
  context: CommandContext,
  body: (tacit: Tacit) => Promise<void>,
  how: CliOpenOptions = {},
): Promise<void> {
  const caughtUp = async (tacit: Tacit) => {
    await catchUp(tacit, context);
    await body(tacit);
  };
  await withTacit(context, caughtUp, how);
}

type Body = (tacit: Tacit, context: CommandContext, input: ParsedArgs) => Promise<void>;

/** Returns the `run` of a command that does everything with the open store. */
export function opened(body: Body): Command["run"] {
  return (input, context) => withTacit(context, (tacit) => body(tacit, context, input));
}

/** Likewise, for a command that shows memories. */
export function openedCaughtUp(body: Body): Command["run"] {
  return (input, context) => withCaughtUp(context, (tacit) => body(tacit, context, input));
}

export async function catchUp(tacit: Tacit, context: CommandContext): Promise<void> {
  const endMs = context.machine.nowMs() + CATCH_UP_MS;
  const mayGoOn = () => context.machine.nowMs() < endMs;
  try {
    await tacit.sessions.drain(mayGoOn);
    await tacit.sessions.learnDue(mayGoOn);
    const isLeft =
      (!mayGoOn() && (await tacit.sessions.isBehind())) ||
      (await (await tacit.admin.backups()).isDue());
    if (isLeft && isEnabled(configuredForHome(context.machine.env, context.place.home)))
      startWorker(ownHookPath(), tacit.home, tacit.identity.root, "catch-up");
  } catch (error) {
    const why = MemoryError.is(error) ? RETRIED_LATER[error.code] : undefined;
    if (why === undefined) throw error;
    context.out.say(
      `tacit: the store ${why}; this answer does not include sessions that just ended`,
    );
  }
}

/** Errors that prevent ingesting sessions but not showing memories; a later process ingests them. */
const RETRIED_LATER: Partial<Record<ErrorCode, string>> = {
  store_busy: "is busy",
  server_unreachable: "cannot be reached",
  store_unwritable: "cannot be written",
  store_full: "has no free disk space",
};

/**
 * `mayMap`: for a command that only searches and ends quickly, before the store's file could be replaced. Other commands may
 * run for minutes or wait for a person; a mapped file that is truncated meanwhile would end them with a signal.
 */
type CliOpenOptions = Pick<TacitOptions, "isLongLived" | "mayMap"> & {
  /** False: the command itself says what is wrong with the options. */
  readonly saysProblems?: boolean;
};

async function openHere(context: CommandContext, how: CliOpenOptions): Promise<Tacit> {
  const { named, home } = context.place;
  if (named !== null && !isFolder(named)) return openNamed(context, named, how);
  const tacit = await openTacit({
    ...storeOptions(context),
    isLongLived: false,
    ...how,
    mayMap: how.mayMap === true && !isInteractive(context),
    cwd: named === null ? hereOf(context) : resolve(named),
  });
  if (how.saysProblems !== false)
    sayProblems(context, layersFor(readUserConfig(home), tacit.identity));
  return tacit;
}

export function sayProblems({ out }: CommandContext, { problems }: Pick<Layers, "problems">): void {
  for (const problem of problems) out.say(`tacit: ${problem}`);
}

/** Returns the folder of the command's project, for servers and for readers of its tree. Throws "input_missing". */
export async function projectFolder(context: CommandContext): Promise<string> {
  const { named } = context.place;
  if (named === null) return hereOf(context);
  if (isFolder(named)) return resolve(named);
  const tacit = await openNamed(context, named, {});
  await tacit.close();
  const { root } = tacit.identity;
  if (!existsSync(root)) throw missing(root);
  return root;
}

/** Opens a project whose folder is not on this machine, by its name in `tacit projects`. */
async function openNamed(
  context: CommandContext,
  named: string,
  how: CliOpenOptions,
): Promise<Tacit> {
  const tacit = await openTacit({ ...storeOptions(context), cwd: context.place.home });
  const rows = await tacit.admin.projects();
  const row = findProjectRow(rows, named);
  await tacit.close();
  if (row === undefined) throw isPathLike(named) ? missing(named) : unfound(rows, named);
  const identity = identityOfStored(row);
  return openTacit({ ...storeOptions(context), ...how, cwd: context.place.home, identity });
}

/** Finds a project by id, canonical name, original path, or a unique short name. */
export function findProjectRow(rows: readonly ProjectRow[], named: string): ProjectRow | undefined {
  const exact = rows.find((row) => row.id === named || row.canonical === named);
  if (exact !== undefined) return exact;
  const path = `directory:${resolve(named)}`;
  const byPath = rows.find((row) => row.canonical === path || row.root === resolve(named));
  if (byPath !== undefined) return byPath;
  const byName = rows.filter((row) => row.name === named);
  return byName.length === 1 ? byName[0] : undefined;
}

/** Returns an error for a name that was not found. For an ambiguous short name, it lists the full names. */
export function unfound(rows: readonly ProjectRow[], named: string): MemoryError {
  const namesakes = rows.filter((row) => row.name === named).map(({ canonical }) => canonical);
  if (namesakes.length < 2) return unknown(rows, named);
  return new MemoryError("usage", {
    reason: `${namesakes.length} projects have the name ${named}; use one of these full names`,
    projects: namesakes.join(", "),
  });
}

const MAX_SUGGESTED = 3;

function unknown(rows: readonly ProjectRow[], named: string): MemoryError {
  const byName = new Map(
    rows.flatMap(({ name, canonical }) => [
      [name, canonical],
      [canonical, canonical],
    ]),
  );
  const nearest = nearestNames([...byName.keys()], named, rows.length * 2);
  const there = [...new Set(nearest.map((name) => byName.get(name)))].slice(0, MAX_SUGGESTED);
  return new MemoryError("project_not_found", {
    reason: `no folder or project has the name ${named}`,
    "nearest projects": there.length === 0 ? undefined : there.join(", "),
  });
}

/** Returns whether a name looks like a path; then it is a folder that does not exist. */
function isPathLike(named: string): boolean {
  return /^(?:[./~\\]|[A-Za-z]:)/.test(named);
}

export function storeOptions(context: CommandContext): Omit<TacitOptions, "cwd"> {
  const { env } = context.machine;
  return {
    home: context.place.home,
    env,
    clock: context.machine.nowMs,
    onMigration: (bytes) => {
      if (bytes < SHOWN_MIGRATION_BYTES) return;
      context.out.say(`tacit: updating the store (${megabytes(bytes)}) after a backup …`);
    },
  };
}

/** Returns the working directory. Throws "input_missing" if it was deleted. */
export function hereOf(context: CommandContext): string {
  let here: string;
  try {
    here = context.machine.cwd();
  } catch (cause) {
    throw new MemoryError("input_missing", {
      reason: "the working directory was deleted; change to another folder, or add --project DIR",
      cause,
    });
  }
  if (!existsSync(here)) throw missing(here);
  return here;
}

function isFolder(path: string): boolean {
  const stat = statSync(path, { throwIfNoEntry: false });
  if (stat === undefined) return false;
  if (!stat.isDirectory())
    throw new MemoryError("usage", { "--project": path, reason: "not a folder" });
  return true;
}
