/** `tacit status`: shows what is in the store and when it was last used. */
import { formatAge, grouped, type Status, type Tacit } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { type HostState, hostStates, hostText } from "../../hosts/host-state.ts";
import { withCaughtUp } from "../../open.ts";
import { columns, megabytes, plural } from "../../output/layout.ts";
import { iso } from "../../output/memory-json.ts";
import { reasonWords, typeName } from "../../output/memory-text.ts";
import { byTitleWords } from "../../output/pinned-words.ts";
import { askedInWords } from "../../report/report-words.ts";
import { serverAddress } from "../../settings/server-address.ts";

export const status: Command = {
  name: "status",
  summary: "show the memories, sessions and agents of this project",
  arguments: [],
  examples: ["tacit status", "tacit status --json"],
  run: async (_given, context) => {
    await withCaughtUp(context, (tacit) => show(tacit, context), { saysProblems: false });
  },
};

async function show(tacit: Tacit, context: CommandContext): Promise<void> {
  // As in `tacit list --review`, so that both agree; if nothing can be written, the last result is used.
  await tacit.memories.recheck().catch(() => undefined);
  const storeStatus = await tacit.admin.status();
  const pinnedByTitle = await tacit.brief.countPinnedByTitle();
  const { lastEventAtMs, injections, backups, heard: _, notes: __, ...others } = storeStatus;
  const { consolidatedAtMs, sweptAtMs, ...rest } = others;
  const hosts = await hostStates(context, storeStatus);
  const server = serverAddress(context);
  const checks = [
    {
      name: "spool",
      ok: storeStatus.spool.rejectedLines === 0,
      detail: `${storeStatus.spool.bytes} bytes waiting, ${storeStatus.spool.rejectedLines} lines rejected`,
    },
    ...storeStatus.degraded.map((detail) => ({ name: "degraded", ok: true, detail })),
    ...hosts.flatMap(({ name, warning }) =>
      warning === null ? [] : [{ name: `hooks of ${name}`, ok: false, detail: warning }],
    ),
  ];
  const document = {
    ok: checks.every((check) => check.ok),
    checks,
    ...rest,
    server,
    pinnedByTitle,
    hosts,
    backups: {
      count: backups.count,
      bytes: backups.bytes,
      newestAt: backups.newestAtMs === null ? null : iso(backups.newestAtMs),
    },
    sweptAt: sweptAtMs === null ? null : iso(sweptAtMs),
    consolidatedAt: consolidatedAtMs === null ? null : iso(consolidatedAtMs),
    lastEventAt: lastEventAtMs === null ? null : iso(lastEventAtMs),
    injections: {
      count: injections.count,
      tokens: injections.tokens,
      lastAt: injections.lastAtMs === null ? null : iso(injections.lastAtMs),
    },
  };
  context.out.result(document, () =>
    statusText({ ...storeStatus, server }, hosts, pinnedByTitle, context),
  );
}

function askedRow(storeStatus: Pick<Status, "asked">): [string, string][] {
  const requests = askedInWords(storeStatus);
  return requests === "" ? [] : [["asked", requests]];
}

function meaningText({ encoder, embedded, waiting, problem }: Status["meaning"]): string {
  if (encoder === null) return problem === null ? "off" : "not available, see the note";
  const rest = waiting === 0 ? "" : `, ${grouped(waiting)} waiting`;
  return `${encoder}, ${plural(embedded, "vector")}${rest}${problem === null ? "" : "; not available, see the note"}`;
}

function rerankRow({ reranker, hyde, problem }: Status["reranking"]): [string, string][] {
  const named = [reranker, hyde].filter((item) => item !== null);
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

/** The address of the server on which the store is; null for a file. */
type Shown = Status & { readonly server: string | null };

function storeText({ server, home, storeBytes, engine }: Shown): string {
  if (server !== null) return `on the server ${server}, ${engine}; home folder ${home}`;
  return `${home}, ${megabytes(storeBytes)}, ${engine}`;
}

function backupsText(
  { server, backups: { count, bytes, newestAtMs } }: Shown,
  nowMs: number,
): string {
  if (server !== null) return "made on the server, if at all";
  if (newestAtMs === null) return "none yet";
  return `${count}, newest ${formatAge(newestAtMs, nowMs)}, ${megabytes(bytes)}`;
}

/** Returns one row per host, because a long list in one row is hard to read. */
function hostRows(hosts: readonly HostState[], nowMs: number): [string, string][] {
  if (hosts.length === 0) return [["hosts", "none found"]];
  return hosts.map((host, i) => [i === 0 ? "hosts" : "", hostText(host, nowMs)]);
}

function statusText(
  storeStatus: Shown,
  hosts: readonly HostState[],
  pinnedByTitle: number,
  context: CommandContext,
): string {
  const nowMs = context.machine.nowMs();
  const age = (ms: number | null) => (ms === null ? "never" : formatAge(ms, nowMs));
  const lastText = (ms: number | null) => (ms === null ? "" : `, last ${age(ms)}`);
  const review = storeStatus.toReview;
  const rows: [string, string][] = [
    [
      "project",
      `${storeStatus.project.canonical}${storeStatus.branch === null ? "" : ` on ${storeStatus.branch}`}, mode ${storeStatus.project.mode}`,
    ],
    ["memories", memoriesText(storeStatus)],
    ...(pinnedByTitle === 0 ? [] : [["pinned", byTitleWords(pinnedByTitle)] as [string, string]]),
    ...stagedRow(storeStatus.staged),
    ["meaning", meaningText(storeStatus.meaning)],
    ...rerankRow(storeStatus.reranking),
    ...writingRow(storeStatus.writing),
    [
      "review",
      `${plural(review, "memory needs", "memories need")} review${storeStatus.proposals === 0 ? "" : `, ${plural(storeStatus.proposals, "proposal waits", "proposals wait")}`}`,
    ],
    [
      "maintenance",
      `last cleanup: ${age(storeStatus.sweptAtMs)}; last merge of similar memories: ${age(storeStatus.consolidatedAtMs)}`,
    ],
    ...gapsRow(storeStatus.gaps),
    ["waiting", waitingText(storeStatus)],
    [
      "sessions",
      `${plural(storeStatus.sessions, "session")}, ${plural(storeStatus.events, "event")}${lastText(storeStatus.lastEventAtMs)}`,
    ],
    ...historyRow(storeStatus.commits),
    [
      "shown",
      `${plural(storeStatus.injections.count, "time")}, ${grouped(storeStatus.injections.tokens)} tokens${lastText(storeStatus.injections.lastAtMs)}`,
    ],
    ...askedRow(storeStatus),
    ...hostRows(hosts, nowMs),
    ["store", storeText(storeStatus)],
    ["backups", backupsText(storeStatus, nowMs)],
    ...storeStatus.degraded.map((item): [string, string] => ["note", item]),
  ];
  return columns(rows.map(([name, text]) => [context.out.colors.dim(name), text])).join("\n");
}

/** Counts the active memories by type, the most frequent first, and those that are no longer valid. */
function memoriesText({ memories }: Status): string {
  const active = memories.filter(({ state }) => state === "active");
  const byType = new Map<string, number>();
  for (const row of active) byType.set(row.type, (byType.get(row.type) ?? 0) + row.count);
  // `tacit list` leaves handoffs out as well: they are for `tacit resume`.
  const handoffs = byType.get("handoff") ?? 0;
  byType.delete("handoff");
  const types = [...byType]
    .sort(([, a], [, b]) => b - a)
    .map(([type, count]) => `${count} ${typeName(type)}`);
  const ended = sum(memories.filter(({ state }) => state === "ended"));
  return [
    plural(sum(active) - handoffs, "memory", "memories"),
    types.length === 0 ? "" : `: ${types.join(", ")}`,
    handoffs === 0 ? "" : `; plus ${plural(handoffs, "handoff")}`,
    ended === 0 ? "" : `; ${ended} no longer valid`,
  ].join("");
}

function sum(rows: readonly { readonly count: number }[]): number {
  return rows.reduce((total, { count }) => total + count, 0);
}

function waitingText({ candidates }: Status): string {
  const waiting = candidates.filter(({ state }) => state === "proposed");
  if (waiting.length === 0) return "no candidates";
  return waiting.map(({ count, reason }) => `${count} ${reasonWords(reason)}`).join(", ");
}
