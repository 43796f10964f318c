/** Finds what Tacit has on this machine that `tacit uninstall` can remove. */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Plan, planDisconnect, REGISTERED_HOSTS } from "@tacit-memory/hooks";
import { homeFolder } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { failureOf } from "../failure.ts";

/** Names in the home folder that Tacit creates and that other programs also use. */
const COMMON_NAMES = new Set([
  ...["backups", "code", "config.json", "example", "identity", "imports", "models"],
  ...["modes", "programs", "reports", "runtime", "spool", "triggers"],
]);
/** Names that only Tacit uses. All entries that match neither belong to the user and stay. */
const OWN_NAMES =
  /^(?:\.?memory\.db.*|restoring-\d+\.db.*|archiving-\d+\.db.*|(?:catch-up|write-lessons)\.lock.*|(?:vectors|words)[-.].*|hooks\.log(?:\.1)?|panel\.html|store-made|own-places)$/;

/** File managers create these in any folder. */
const FILE_MANAGER_NAMES = [".DS_Store", "Thumbs.db", "desktop.ini"];

interface HostToRemove {
  readonly title: string;
  readonly plan: Plan;
}

export interface HomeToRemove {
  readonly path: string;
  readonly entries: readonly string[];
  readonly bytes: number;
  /** Entries that stay: others created them, or it is unknown whether Tacit did. */
  readonly others: readonly string[];
}

export interface UninstallPlan {
  readonly hosts: readonly HostToRemove[];
  /** Hosts whose files cannot be read, each with the next step. */
  readonly problems: readonly string[];
  /** Exit status of the last of these problems. */
  readonly exit: number | null;
  /** Null if the home folder does not exist or does not look like Tacit's. */
  readonly home: HomeToRemove | null;
}

export function uninstallPlan(context: CommandContext): UninstallPlan {
  const { env, userHome } = context.machine;
  const request = { userHome, env, home: context.place.home };
  const problems: string[] = [];
  let exitStatus: number | null = null;
  const hosts = REGISTERED_HOSTS.flatMap((host) => {
    try {
      const plan = planDisconnect(request, [host]);
      return plan.files.length === 0 ? [] : [{ title: host.title, plan }];
    } catch (error) {
      const { message, next, exit } = failureOf(error);
      exitStatus = exit;
      problems.push(`${host.title}: ${message}; ${next}`);
      return [];
    }
  });
  return { hosts, problems, exit: exitStatus, home: homeToRemove(context) };
}

export function homeToRemove({ place, machine }: CommandContext): HomeToRemove | null {
  let path: string;
  try {
    path = realpathSync(place.home);
  } catch {
    return null;
  }
  const names = readdirSync(path);
  const isDefault = path === realpathOf(defaultHome(machine));
  // A folder that is named by mistake must lose nothing.
  const isTacits = isDefault || names.includes("store-made");
  // If Tacit once ran in a folder of something else, that program may have created entries with common names.
  const isShared =
    !isDefault && names.some((name) => !isNameOfTacit(name) && !FILE_MANAGER_NAMES.includes(name));
  const entries = names.filter(isShared ? (name) => OWN_NAMES.test(name) : isNameOfTacit).sort();
  if (!isTacits || path === realpathOf(machine.userHome) || entries.length === 0) return null;
  const bytes = entries.reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
  return { path, entries, bytes, others: names.filter((name) => !entries.includes(name)).sort() };
}

function isNameOfTacit(name: string): boolean {
  return COMMON_NAMES.has(name) || OWN_NAMES.test(name);
}

function defaultHome({ env, platform, userHome }: CommandContext["machine"]): string {
  return homeFolder({ ...env, TACIT_HOME: undefined }, platform, userHome);
}

function realpathOf(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** Returns the bytes of a file or folder. Symbolic links are not followed. */
function sizeOf(path: string): number {
  const stats = lstatSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return 0;
  if (!stats.isDirectory()) return stats.size;
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) =>
        sum + (lstatSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}
