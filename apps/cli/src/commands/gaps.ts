/** `tacit gaps`: what was asked and not known, and, on request, forgetting it. */
import { formatAge, type Gap, MemoryError, shortId } from "@tacit-memory/memory";
import type { Command, Given } from "../command.ts";
import { flag } from "../given.ts";
import { columns, plural, printable } from "../layout.ts";
import { iso } from "../memory-json.ts";
import { withCaughtUp } from "../open.ts";
import type { World } from "../world.ts";

export const gaps: Command = {
  name: "gaps",
  summary: "questions that were asked here and nothing was known about",
  arguments: [{ name: "id", text: "gaps to forget", isOptional: true, isVariadic: true }],
  options: [
    { flags: "--all", text: "those that a memory answers by now, too" },
    { flags: "--forget", text: "forget those named, or with --all every one" },
  ],
  details:
    "A question is kept when `tacit recall` or an agent's `recall` tool was asked and nothing came that bears on it:\nredacted, counted, the most recent ones only. It is closed by a memory that was learned later and answers it.",
  examples: [
    "tacit gaps",
    "tacit gaps --json",
    "tacit gaps --forget 3 4",
    "tacit gaps --forget --all",
  ],
  run: async (given, world) => {
    const wanted = flag(given, "forget") ? toForget(given) : undefined;
    await withCaughtUp(world, async (tacit) => {
      if (wanted !== undefined) {
        const forgotten = await tacit.forgetGaps(wanted);
        world.out.result({ forgotten }, () =>
          forgotten === 0
            ? "nothing to forget: `tacit gaps --all` shows the gaps there are"
            : `forgotten: ${plural(forgotten, "gap")}`,
        );
        return;
      }
      if (given.args.length > 0) {
        throw new MemoryError("usage", { reason: "ids are for --forget" });
      }
      const found = await tacit.gaps({ withClosed: flag(given, "all") });
      world.out.result(found.map(gapJson), () => gapsText(found, world));
    });
  },
};

/** Null: every one. Throws "usage". */
function toForget(given: Given): number[] | null {
  const all = flag(given, "all");
  if (all === given.args.length > 0) {
    throw new MemoryError("usage", { reason: "name gaps by their number, or say --all" });
  }
  if (all) return null;
  return given.args.map((text) => {
    const gid = Number(text);
    if (Number.isSafeInteger(gid) && gid > 0) return gid;
    throw new MemoryError("usage", { gap: text, expected: "a number as `tacit gaps` shows it" });
  });
}

function gapJson({ gid, query, times, firstAtMs, lastAtMs, closedBy, closedAtMs }: Gap) {
  return {
    id: gid,
    query,
    times,
    firstAt: iso(firstAtMs),
    lastAt: iso(lastAtMs),
    answeredBy: closedBy,
    answeredAt: closedBy === null || closedAtMs === null ? null : iso(closedAtMs),
  };
}

function gapsText(found: readonly Gap[], { out, machine }: World): string {
  if (found.length === 0) return "no gaps: every question asked here found something";
  const rows = found.map(({ gid, query, times, lastAtMs, closedBy }) => [
    out.colors.cyan(String(gid)),
    plural(times, "time"),
    out.colors.dim(formatAge(lastAtMs, machine.nowMs())),
    `${printable(query)}${closedBy === null ? "" : out.colors.green(` answered by ${shortId(closedBy)}`)}`,
  ]);
  return columns(rows).join("\n");
}
