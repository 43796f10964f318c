/**
 * `tacit doctor`: checks whether everything works. Writes a probe and reads it back; every check runs. Creates and restores
 * backups.
 */
import { HOOK_HOSTS, recentFailures } from "@tacit-memory/hooks";
import { type Check, MemoryError, noteText, type Tacit } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { failureOf } from "../../failure.ts";
import { type HostConnection, hostConnections, whatIsLeft } from "../../hosts/connection.ts";
import { missingText } from "../../hosts/host-state.ts";
import { isNewEnough } from "../../node-version.ts";
import { withTacit } from "../../open.ts";
import { columns, megabytes } from "../../output/layout.ts";
import { iso } from "../../output/memory-json.ts";
import { flag, text } from "../../parsed-args.ts";
import { restore } from "../../restore-store.ts";
import { VERSION } from "../../version.ts";

const DAY_MS = 86_400_000;
const UNAVAILABLE = 69;

/** `connected`: present for host checks only. */
type DoctorCheck = Check & { readonly connected?: boolean };

export const doctor: Command = {
  name: "doctor",
  summary: "check the installation: home folder, store, index, hooks, runtime",
  arguments: [],
  options: [
    { flags: "--repair", text: "first rebuild the full-text index from the memories" },
    {
      flags: "--restore",
      text: "repair a damaged store from what can be read and the newest backup; keeps the damaged files",
    },
    {
      flags: "--from <file>",
      text: "with --restore: return to this backup, or to a store that a restore replaced",
    },
    { flags: "--backup", text: "make a backup now" },
  ],
  details:
    "Tacit makes a backup of its store once a day while it is used, and before each update of the store's format. The newest five are in `backups/` of the home folder. Each is a complete copy, secret memories included. What you forget is removed from them too. `--restore` keeps the replaced files in `backups/replaced-…` and, if they were sound, prints the command that undoes it.",
  examples: [
    "tacit doctor",
    "tacit doctor --repair",
    "tacit doctor --restore",
    "tacit doctor --restore --from memory-20261124-081500.db",
  ],
  run: async (input, context) => {
    const from = text(input, "from");
    if (flag(input, "restore")) return restore(context, from);
    if (flag(input, "backup")) return backUpNow(context);
    if (from !== undefined)
      throw new MemoryError("usage", { reason: "--from goes with --restore" });
    const checks: DoctorCheck[] = [nodeCheck()];
    let hasReports = false;
    const facts: Record<string, unknown> = {};
    let status = UNAVAILABLE;
    try {
      await withTacit(
        context,
        async (tacit) => {
          if (flag(input, "repair")) await tacit.admin.repairIndex();
          checks.push(await projectCheck(tacit), ...(await tacit.admin.examine()));
          const storeStatus = await tacit.admin.status();
          hasReports = storeStatus.heard.length > 0;
          facts["engine"] = storeStatus.engine;
          facts["encoder"] = storeStatus.meaning.encoder;
        },
        { saysProblems: false },
      );
    } catch (error) {
      const { message, next, exit } = failureOf(error);
      status = exit;
      checks.push({ name: "store opens", ok: false, detail: `${message}; ${next}` });
    }
    checks.push(...(await connectionChecks(context)), failuresCheck(context));
    const ok = checks.every((check) => check.ok);
    if (!ok) context.endWith(status);
    const document = {
      ok,
      checks,
      version: VERSION,
      node: process.version,
      platform: `${process.platform} ${process.arch}`,
      home: context.place.home,
      hosts: HOOK_HOSTS,
      ...facts,
    };
    context.out.result(document, () => report(checks, verdictOf(checks, hasReports), context));
  },
};

async function backUpNow(context: CommandContext): Promise<void> {
  await withTacit(context, async (tacit) => {
    const made = await (await tacit.admin.backups()).make();
    const document = { backup: { path: made.path, at: iso(made.atMs), bytes: made.bytes } };
    context.out.result(document, () => `Backup made: ${made.path} (${megabytes(made.bytes)})`);
  });
}

/** Returns the verdict. A working store remembers nothing until an agent reports to it. */
function verdictOf(checks: readonly DoctorCheck[], hasReports: boolean): string {
  if (!checks.every(({ ok }) => ok)) return "Some checks failed. See the lines marked FAIL.";
  if (!checks.some(({ connected }) => connected === true))
    return "The store works. No agent is connected yet. To connect one, run `tacit connect`.";
  if (!hasReports)
    return "The store works. No agent has sent an event yet. Start a new session in an agent, then run `tacit doctor` again.";
  return "All checks passed.";
}

function report(checks: readonly DoctorCheck[], verdict: string, context: CommandContext): string {
  const { colors } = context.out;
  const mark = ({ ok, connected }: DoctorCheck) =>
    ok ? (connected === false ? colors.dim("-   ") : colors.green("ok  ")) : colors.red("FAIL");
  const rows = checks.map((check) => [mark(check), check.name, check.detail]);
  return [...columns(rows), "", verdict].join("\n");
}

function nodeCheck(): Check {
  const ok = isNewEnough(process.versions.node);
  return {
    name: "node",
    ok,
    detail: ok ? process.version : `${process.version}; Tacit needs 22.13 or newer`,
  };
}

async function projectCheck(tacit: Tacit): Promise<Check> {
  const { canonical, basis, branch, warnings } = tacit.identity;
  const on = branch === null ? "" : ` on ${branch}`;
  const former = await tacit.admin.formerProjects();
  const name = `${canonical} (by ${basis.replace("_", " ")})${on}`;
  return {
    name: "project",
    ok: true,
    detail: [name, ...warnings.map(noteText), ...former].join("; "),
  };
}

/** Returns checks of the hosts on this machine. Without any, the first host's check states what to do. */
function connectionChecks(context: CommandContext): Promise<DoctorCheck[]> {
  const all = hostConnections(context);
  const here = all.filter(({ isFound, isConnected }) => isFound || isConnected);
  const connections = here.length > 0 ? here : all.slice(0, 1);
  return Promise.all(connections.map((hostConnection) => connectionCheck(hostConnection, context)));
}

/** Checks a connection. A missing connection is a choice, not a fault, and neither is a step that only the user can take. */
async function connectionCheck(
  connection: HostConnection,
  context: CommandContext,
): Promise<DoctorCheck> {
  const { host, isConnected, isCurrent, missing, problem } = connection;
  const { name, title } = host;
  if (problem !== null) return { name, ok: false, detail: failureOf(problem).message };
  if (!isConnected) {
    const detail = `${title} is not connected to this installation. To connect it, run \`tacit connect ${name}\`.`;
    return { name, ok: true, connected: false, detail };
  }
  const lost = missingText(missing);
  if (lost !== null) return { name, ok: false, connected: true, detail: lost };
  const left = isCurrent
    ? await whatIsLeft(host, context)
    : `incomplete, or registered by another version of Tacit or with another home folder. To renew it, run \`tacit connect ${name}\`.`;
  return {
    name,
    ok: true,
    connected: true,
    detail: `registered${left === null ? "" : `; ${left}`}`,
  };
}

function failuresCheck(context: CommandContext): Check {
  const sinceMs = context.machine.nowMs() - DAY_MS;
  const recent = recentFailures(context.place.home, 50).filter(
    (recentFailure) => Date.parse(recentFailure.at) >= sinceMs,
  );
  const last = recent.at(-1);
  if (last === undefined) return { name: "hooks", ok: true, detail: "no failures in the last day" };
  const detail = `${recent.length} failed in the last day; last ${last.at} ${last.where}: ${last.message}`;
  return { name: "hooks", ok: false, detail };
}
