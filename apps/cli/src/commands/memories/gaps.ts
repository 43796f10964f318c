/** `tacit gaps`: lists unanswered questions and, on request, forgets them. */
import { formatAge, type Gap, MemoryError, shortId } from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withCaughtUp } from "../../open.ts";
import { columns, plural, printable } from "../../output/layout.ts";
import { iso } from "../../output/memory-json.ts";
import { flag } from "../../parsed-args.ts";

export const gaps: Command = {
  name: "gaps",
  summary: "list questions that found no relevant memory",
  arguments: [
    { name: "id", text: "numbers of the gaps to forget", isOptional: true, isVariadic: true },
  ],
  options: [
    { flags: "--all", text: "also list gaps that a later memory answers" },
    { flags: "--forget", text: "forget the named gaps, or all of them with --all" },
  ],
  details:
    "Tacit stores a question when `tacit recall` or an agent's `recall` tool finds no relevant memory. It redacts the question, counts repetitions, and stores only the most recent questions. A later memory that answers it closes the gap.",
  examples: [
    "tacit gaps",
    "tacit gaps --json",
    "tacit gaps --forget 3 4",
    "tacit gaps --forget --all",
  ],
  run: async (input, context) => {
    const wanted = flag(input, "forget") ? toForget(input) : undefined;
    await withCaughtUp(context, async (tacit) => {
      if (wanted !== undefined) {
        const forgotten = await tacit.memories.forgetGaps(wanted);
        context.out.result({ forgotten }, () =>
          forgotten === 0
            ? "no gaps to forget; `tacit gaps --all` lists all gaps"
            : `forgotten: ${plural(forgotten, "gap")}`,
        );
        return;
      }
      if (input.args.length > 0) {
        throw new MemoryError("usage", { reason: "gap numbers require --forget" });
      }
      const found = await tacit.memories.gaps({ withClosed: flag(input, "all") });
      context.out.result(found.map(gapJson), () => gapsText(found, context));
    });
  },
};

/** Returns the gaps to forget; null for all. Throws "usage". */
function toForget(input: ParsedArgs): number[] | null {
  const all = flag(input, "all");
  if (all === input.args.length > 0) {
    throw new MemoryError("usage", { reason: "add the numbers of the gaps, or --all" });
  }
  if (all) return null;
  return input.args.map((text) => {
    const gid = Number(text);
    if (Number.isSafeInteger(gid) && gid > 0) return gid;
    throw new MemoryError("usage", { gap: text, expected: "a number from `tacit gaps`" });
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

function gapsText(found: readonly Gap[], { out, machine }: CommandContext): string {
  if (found.length === 0)
    return "no gaps: no question without an answer is stored for this project";
  const rows = found.map(({ gid, query, times, lastAtMs, closedBy }) => [
    out.colors.cyan(String(gid)),
    plural(times, "time"),
    out.colors.dim(formatAge(lastAtMs, machine.nowMs())),
    `${printable(query)}${closedBy === null ? "" : out.colors.green(` answered by ${shortId(closedBy)}`)}`,
  ]);
  return columns(rows).join("\n");
}
