/** Finds what Tacit has on this machine that `tacit uninstall` can remove. */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { type Plan, planDisconnect, REGISTERED_HOSTS } from "@tacit-memory/hooks";
import { homeFolder } from "@tacit-memory/memory";
import type { CommandContext } from "../command-context.ts";
import { failureOf } from "../failure.ts";

/** Names that Tacit creates in the home folder. Every other entry belongs to the user and stays. */
const OWN_ENTRIES = new Set(
  (
    "backups code example identity imports models modes programs reports runtime spool triggers " +
    "config.json hooks.log hooks.log.1 panel.html store-made"
  ).split(" "),
);
const OWN_FILES =
  /^(?:\.?memory\.db.*|(?:catch-up|write-lessons)\.lock.*|(?:vectors|words)[-.].*)$/;

interface HostToRemove {
  readonly title: string;
  readonly plan: Plan;
}

export interface HomeToRemove {
  readonly path: string;
  readonly entries: readonly string[];
  readonly bytes: number;
  /** Entries that Tacit did not create. */
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
  const entries = names.filter((name) => OWN_ENTRIES.has(name) || OWN_FILES.test(name)).sort();
  // A folder that is named by mistake must lose nothing: config.json and models/ are common names.
  const isTacits = names.includes("store-made") || path === realpathOf(defaultHome(machine));
  if (!isTacits || path === realpathOf(machine.userHome) || entries.length === 0) return null;
  const bytes = entries.reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
  return { path, entries, bytes, others: names.filter((name) => !entries.includes(name)).sort() };
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
