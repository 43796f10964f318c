/** `tacit dream`: merges memories that say the same, unifies the spelling of tags and proposes other changes. */
import { type DreamReport, ERRORS, shortId } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withInterrupt } from "../../interrupt.ts";
import { withTacit } from "../../open.ts";
import { clipped, plural, printable } from "../../output/layout.ts";
import { flag } from "../../parsed-args.ts";

/** Maximum number of merges printed; `--json` lists all. */
const SHOWN = 20;

export const dream: Command = {
  name: "dream",
  summary: "merge memories that say the same, unify tags, and propose other changes",
  arguments: [],
  options: [{ flags: "--dry-run", text: "show what would change, and change nothing" }],
  details:
    "Memories with the same text become one, which keeps the evidence, files, tags and confirmations of both. So do memories with nearly the same words, unless their numbers, names, files or negations differ. Decisions for you are added to `tacit review`. `tacit undo` reverts a run; a memory that was separated is not merged automatically again. Only what changed since the last run is compared.\nTacit also does this automatically after it has learned from a session, for at most 200 ms: when 50 memories are new, or when at least one is new and the last run was a week ago.",
  examples: ["tacit dream", "tacit dream --dry-run", "tacit dream --json"],
  run: async (input, context) => {
    const isDry = flag(input, "dryRun");
    await withTacit(context, async (tacit) => {
      const { report, isInterrupted } = await withInterrupt(context, async (signal) => {
        const report = await tacit.memories.dream({ isDry, signal });
        return { report, isInterrupted: signal.aborted };
      });
      context.out.result(reportJson(report), () => reportText(report, context));
      // A script must not take an unfinished run for success.
      if (isInterrupted && !report.isComplete) context.endWith(ERRORS.interrupted.exit);
    });
  },
};

function reportJson(report: DreamReport) {
  const { isDry, runId, merges, tags, proposals, compared, isComplete, tookMs } = report;
  return {
    dryRun: isDry,
    run: runId,
    merges: merges.map(({ kind, target, merged, cosine, title, mergedContent }) => ({
      kind,
      id: target,
      merged,
      cosine,
      title,
      mergedContent,
    })),
    tags,
    proposals,
    compared,
    complete: isComplete,
    tookMs,
  };
}

function reportText(report: DreamReport, { out }: CommandContext): string {
  const { isDry, runId, merges, tags, proposals, isComplete } = report;
  const would = isDry ? "would be " : "";
  const lines = merges
    .slice(0, SHOWN)
    .flatMap(({ kind, target, merged, title, mergedContent }) => [
      `${out.colors.cyan(shortId(target))} ${clipped(printable(title), out.width - 12)}`,
      `  ${would}merged with ${shortId(merged)} (${kind === "exact" ? "same text" : "nearly the same words"})${kind === "exact" ? "" : `: ${clipped(printable(mergedContent), out.width - 44)}`}`,
    ]);
  const more = merges.length - SHOWN;
  return [
    ...lines,
    ...(more > 0 ? [`and ${plural(more, "other merge")}; --json lists all`] : []),
    ...tags.map(
      ({ from, to, memories }) =>
        `tag ${from.join(", ")} ${would}renamed to ${to} in ${plural(memories, "memory", "memories")}`,
    ),
    ...totals(report, would),
    ...(proposals.length === 0
      ? []
      : [
          `${plural(proposals.length, "proposal")} ${would}added to the review queue: \`tacit review\``,
        ]),
    ...(runId === null ? [] : [`to revert this run: tacit undo ${shortId(runId)}`]),
    ...(isComplete ? [] : ["stopped before everything was compared: run `tacit dream` again"]),
  ].join("\n");
}

function totals({ merges, tags, proposals }: DreamReport, would: string): string[] {
  if (merges.length + tags.length > 0)
    return [
      `${plural(merges.length, "memory", "memories")} ${would}merged, ${plural(tags.length, "group")} of tags ${would}renamed`,
    ];
  return proposals.length === 0 ? ["nothing to consolidate"] : [];
}
