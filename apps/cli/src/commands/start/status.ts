/** `tacit status`: what is in the store, and when something last happened. */
import { formatAge, grouped, type Status } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { type HostStanding, hostStandings, hostText } from "../../hosts/host-standing.ts";
import { withCaughtUp } from "../../open.ts";
import { columns, megabytes, plural } from "../../output/layout.ts";
import { iso } from "../../output/memory-json.ts";
import { reasonWords, typeName } from "../../output/memory-text.ts";
import { askedInWords } from "../../report/report-words.ts";

export const status: Command = {
  name: "status",
  summary: "show the memories, sessions and agents of this project",
  arguments: [],
  examples: ["tacit status", "tacit status --json"],
  run: async (_given, world) => {
    await withCaughtUp(world, async (tacit) => {
      // As `tacit list --review` does, so that both say the same; where nothing can be written, by the last look.
      await tacit.memories.recheck().catch(() => undefined);
      const told = await tacit.admin.status();
      const { lastEventAtMs, injections, backups, heard: _, sweptAtMs, ...rest } = told;
      const hosts = await hostStandings(world, told);
      const checks = [
        {
          name: "spool",
          ok: told.spool.rejectedLines === 0,
          detail: `${told.spool.bytes} bytes waiting, ${told.spool.rejectedLines} lines rejected`,
        },
        ...told.degraded.map((detail) => ({ name: "degraded", ok: true, detail })),
        ...hosts.flatMap(({ name, warning }) =>
          warning === null ? [] : [{ name: `hooks of ${name}`, ok: false, detail: warning }],
        ),
      ];
      const document = {
        ok: checks.every((check) => check.ok),
        checks,
        ...rest,
        hosts,
        backups: {
          count: backups.count,
          bytes: backups.bytes,
          newestAt: backups.newestAtMs === null ? null : iso(backups.newestAtMs),
        },
        sweptAt: sweptAtMs === null ? null : iso(sweptAtMs),
        lastEventAt: lastEventAtMs === null ? null : iso(lastEventAtMs),
        injections: {
          count: injections.count,
          tokens: injections.tokens,
          lastAt: injections.lastAtMs === null ? null : iso(injections.lastAtMs),
        },
      };
      world.out.result(document, () => statusText(told, hosts, world));
    });
  },
};

function askedRow(told: Pick<Status, "asked">): [string, string][] {
  const asked = askedInWords(told);
  return asked === "" ? [] : [["asked", asked]];
}

function meaningText({ encoder, embedded, waiting, problem }: Status["meaning"]): string {
  if (encoder === null) return problem === null ? "off" : "not available, see the note";
  const rest = waiting === 0 ? "" : `, ${grouped(waiting)} waiting`;
  return `${encoder}, ${plural(embedded, "vector")}${rest}${problem === null ? "" : "; not available, see the note"}`;
}

function rerankRow({ reranker, hyde, problem }: Status["reranking"]): [string, string][] {
  const named = [reranker, hyde].filter((one) => one !== null);
  if (named.length === 0) return [];
  return [["reranking", `${named.join(", ")}${problem === null ? "" : ` (${problem})`}`]];
}

function writingRow({ writer, calls, yield: gained }: Status["writing"]): [string, string][] {
  if (writer === null && gained.sessions === 0) return [];
  const { sessions, inputTokens, outputTokens, stored, dropped } = gained;
  const tokens =
    inputTokens === null
      ? ""
      : `, ${grouped(inputTokens)} tokens in, ${grouped(outputTokens ?? 0)} out`;
  const read = `${plural(sessions, "session")} read${tokens}: ${plural(stored, "lesson")}, ${dropped} dropped`;
  return [
    [
      "writer",
      `${writer ?? "none"}${calls === null ? "" : `, ${calls.today} of ${calls.most} calls today`}; ${read}`,
    ],
  ];
}

function historyRow(commits: number): [string, string][] {
  return commits === 0 ? [] : [["history", `${plural(commits, "commit")} read from Git`]];
}

function gapsRow(gaps: number): [string, string][] {
  if (gaps === 0) return [];
  return [["gaps", `${plural(gaps, "question")} without an answer; run \`tacit gaps\``]];
}

function stagedRow({ memories, branches, hidden }: Status["staged"]): [string, string][] {
  if (memories === 0) return [];
  const some = `${plural(memories, "memory waits", "memories wait")} for ${plural(branches, "branch", "branches")} to be merged`;
  return [
    [
      "branches",
      hidden === 0
        ? `${some}; all shown on this branch`
        : `${some}; ${hidden} not shown on this branch`,
    ],
  ];
}

function backupsText({ backups: { count, bytes, newestAtMs } }: Status, nowMs: number): string {
  if (newestAtMs === null) return "none yet";
  return `${count}, newest ${formatAge(newestAtMs, nowMs)}, ${megabytes(bytes)}`;
}

/** One a line: among many nobody finds theirs in a row. */
function hostRows(hosts: readonly HostStanding[], nowMs: number): [string, string][] {
  if (hosts.length === 0) return [["hosts", "none found"]];
  return hosts.map((host, i) => [i === 0 ? "hosts" : "", hostText(host, nowMs)]);
}

function statusText(told: Status, hosts: readonly HostStanding[], world: CommandContext): string {
  const nowMs = world.machine.nowMs();
  const age = (ms: number | null) => (ms === null ? "never" : formatAge(ms, nowMs));
  const active = told.memories.filter((one) => one.state === "active");
  const sum = (rows: readonly { readonly count: number }[]) =>
    rows.reduce((total, row) => total + row.count, 0);
  const byType = new Map<string, number>();
  for (const row of active) byType.set(row.type, (byType.get(row.type) ?? 0) + row.count);
  // `tacit list` leaves them out as well: they are for `tacit resume`.
  const handoffs = byType.get("handoff") ?? 0;
  byType.delete("handoff");
  const types = [...byType]
    .sort(([, a], [, b]) => b - a)
    .map(([type, count]) => `${count} ${typeName(type)}`);
  const waiting = told.candidates.filter((row) => row.state === "proposed");
  const review = told.toReview;
  const rows: [string, string][] = [
    [
      "project",
      `${told.project.canonical}${told.branch === null ? "" : ` on ${told.branch}`}, mode ${told.project.mode}`,
    ],
    [
      "memories",
      `${plural(sum(active) - handoffs, "memory", "memories")}${types.length === 0 ? "" : `: ${types.join(", ")}`}${handoffs === 0 ? "" : `; plus ${plural(handoffs, "handoff")}`}`,
    ],
    ...stagedRow(told.staged),
    ["meaning", meaningText(told.meaning)],
    ...rerankRow(told.reranking),
    ...writingRow(told.writing),
    ["review", `${plural(review, "memory needs", "memories need")} review`],
    ["upkeep", `swept ${age(told.sweptAtMs)}`],
    ...gapsRow(told.gaps),
    [
      "waiting",
      waiting.length === 0
        ? "no candidates"
        : waiting.map((row) => `${row.count} ${reasonWords(row.reason)}`).join(", "),
    ],
    [
      "sessions",
      `${plural(told.sessions, "session")}, ${plural(told.events, "event")}, last ${age(told.lastEventAtMs)}`,
    ],
    ...historyRow(told.commits),
    [
      "shown",
      `${plural(told.injections.count, "time")}, ${grouped(told.injections.tokens)} tokens, last ${age(told.injections.lastAtMs)}`,
    ],
    ...askedRow(told),
    ...hostRows(hosts, nowMs),
    ["store", `${told.home}, ${megabytes(told.storeBytes)}, ${told.engine}`],
    ["backups", backupsText(told, nowMs)],
    ...told.degraded.map((one): [string, string] => ["note", one]),
  ];
  return columns(rows.map(([name, text]) => [world.out.colors.dim(name), text])).join("\n");
}
