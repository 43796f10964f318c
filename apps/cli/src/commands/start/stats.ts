/** `tacit stats`: counts what the store has learned, how it grows, what was shown and what helped. */
import { grouped, type MemoryStatistics, type NamedCount, shortId } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { withCaughtUp } from "../../open.ts";
import { clipped, columns, megabytes, plural } from "../../output/layout.ts";
import { iso } from "../../output/memory-json.ts";
import { typeName } from "../../output/memory-text.ts";
import { count } from "../../parsed-args.ts";

const DAY_MS = 86_400_000;
const DEFAULT_DAYS = 30;

export const stats: Command = {
  name: "stats",
  summary: "show counts of memories, growth, what agents were shown and what helped",
  arguments: [],
  options: [{ flags: "--days <n>", text: `days of growth to show (default: ${DEFAULT_DAYS})` }],
  details:
    "`helped` counts how often a memory was judged useful; `never shown` are memories that no agent was shown yet. Days are in local time.",
  examples: ["tacit stats", "tacit stats --days 90 --json"],
  run: async (input, context) => {
    const days = count(input, "days", 1) ?? DEFAULT_DAYS;
    await withCaughtUp(context, async (tacit) => {
      const nowMs = context.machine.nowMs();
      const status = await tacit.admin.status();
      const { oldestAtMs, newestAtMs, ...memories } = await tacit.admin.statistics();
      const growth = await tacit.admin.activity({
        fromMs: nowMs - days * DAY_MS,
        utcOffsetMinutes: -new Date(nowMs).getTimezoneOffset(),
      });
      const document = {
        project: status.project.canonical,
        memories: {
          ...memories,
          oldestAt: oldestAtMs === null ? null : iso(oldestAtMs),
          newestAt: newestAtMs === null ? null : iso(newestAtMs),
          toReview: status.toReview,
        },
        growth: { days, byDay: growth },
        shown: { count: status.injections.count, tokens: status.injections.tokens },
        sessions: status.sessions,
        events: status.events,
        gaps: status.gaps,
        storeBytes: status.storeBytes,
        backupBytes: status.backups.bytes,
      };
      context.out.result(document, () => {
        const { dim } = context.out.colors;
        const sum = (key: "made" | "shown") => growth.reduce((all, day) => all + day[key], 0);
        const tokensEach = Math.round(document.shown.tokens / Math.max(1, document.sessions));
        const rows: [string, string][] = [
          ["memories", totalsText(memories, status.toReview)],
          ["types", countsText(memories.byType, typeName)],
          ["standing", countsText(memories.byStanding)],
          ["source", countsText(memories.bySource)],
          ["scope", countsText(memories.byScope)],
          ["oldest", document.memories.oldestAt?.slice(0, 10) ?? "-"],
          [
            `${days} days`,
            `${plural(sum("made"), "memory", "memories")} learned, shown ${plural(sum("shown"), "time")}`,
          ],
          [
            "shown",
            `${plural(document.shown.count, "time")}, ${grouped(document.shown.tokens)} tokens, ${grouped(tokensEach)} a session; ${grouped(memories.neverShown)} never shown`,
          ],
          [
            "sessions",
            `${plural(document.sessions, "session")}, ${plural(document.events, "event")}, ${plural(document.gaps, "gap")}`,
          ],
          ["size", `${megabytes(document.storeBytes)}, backups ${megabytes(document.backupBytes)}`],
          ...memories.helpful.map(({ id, title, useful }, at): [string, string] => [
            at === 0 ? "helped" : "",
            `${useful} × ${shortId(id)} ${clipped(title, 70)}`,
          ]),
        ];
        return columns(rows.map(([name, text]) => [dim(name), text])).join("\n");
      });
    });
  },
};

function countsText(
  counts: readonly NamedCount[],
  nameOf = (name: string) => name.replaceAll("_", " "),
): string {
  if (counts.length === 0) return "-";
  return counts.map(({ name, count: many }) => `${grouped(many)} ${nameOf(name)}`).join(", ");
}

function totalsText(
  {
    active,
    pinned,
    archived,
    disputed,
  }: Pick<MemoryStatistics, "active" | "pinned" | "archived" | "disputed">,
  toReview: number,
): string {
  const more = [
    [pinned, "pinned"],
    [toReview, "to review"],
    [disputed, "disputed"],
    [archived, "archived"],
  ].filter(([many]) => many !== 0);
  return [
    `${grouped(active)} active`,
    ...more.map(([many, what]) => `${grouped(Number(many))} ${what}`),
  ].join(", ");
}
