/** `tacit review`: shows what needs a person's decision; one by one on a terminal. */
import { type Candidate, type Memory, type Tacit, waitsForPerson } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { isInteractive } from "../../command-context.ts";
import { openedCaughtUp } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { candidateJson, memoryJson } from "../../output/memory-json.ts";
import { candidateLines, memoryList, type ReviewReasons } from "../../output/memory-text.ts";
import { contradictions } from "../../output/print-memory.ts";
import { proposalJson, proposalLines } from "../../output/proposal-text.ts";
import { reviewAtTerminal } from "../../review/review-at-terminal.ts";

export const review: Command = {
  name: "review",
  summary: "review doubtful memories, waiting candidates and proposals of `tacit dream`",
  arguments: [],
  details:
    "On a terminal, the command asks about each item; otherwise it prints a list. Scripts use `tacit review accept ID` and `tacit review reject ID`.",
  examples: ["tacit review", "tacit review --json"],
  run: openedCaughtUp(async (tacit, context) => {
    await tacit.memories.recheck();
    const memories = await tacit.memories.list({ needsReview: true });
    const reasons = await reasonsOf(tacit, memories);
    const candidates = await waiting(tacit);
    const proposals = await tacit.memories.proposals();
    const count = memories.length + candidates.length + proposals.length;
    if (isInteractive(context) && count > 0) {
      await reviewAtTerminal(context, tacit, { memories, reasons, candidates, proposals });
      return;
    }
    const nowMs = context.machine.nowMs();
    const document = {
      memories: memories.map((memory) => ({
        ...memoryJson(memory, nowMs),
        reasons: (reasons.get(memory.id) ?? []).map(({ detail }) => detail),
      })),
      candidates: candidates.map(candidateJson),
      proposals: proposals.map((proposal) => proposalJson(proposal, nowMs)),
    };
    context.out.result(document, () => {
      if (count === 0) return "nothing to review";
      const parts = [
        ...(memories.length === 0 ? [] : [memoryList(memories, context.out, nowMs, reasons)]),
        ...candidates.map((candidate) => candidateLines(candidate, context.out)),
        ...proposals.map((proposal) => proposalLines(proposal, context.out)),
        context.out.colors.dim(counted(memories, candidates, proposals.length)),
      ];
      return parts.join("\n\n");
    });
  }),
};

/** Returns the findings of a check of its code, and for a disputed memory what it contradicts. */
async function reasonsOf(tacit: Tacit, memories: readonly Memory[]): Promise<ReviewReasons> {
  const found = await tacit.memories.reviewReasons(memories.map(({ id }) => id));
  const rows = memories.map(async (memory) => {
    const lines = await contradictions(tacit, memory);
    const details = lines.map((detail) => ({ detail }));
    return [memory.id, [...(found.get(memory.id) ?? []), ...details]] as const;
  });
  return new Map(await Promise.all(rows));
}

/** Returns candidates that only a person can decide on; those waiting for another session are left out. */
async function waiting(tacit: Tacit): Promise<Candidate[]> {
  const proposed = await tacit.memories.candidates({ state: "proposed" });
  return proposed.filter(waitsForPerson);
}

function counted(
  memories: readonly Memory[],
  candidates: readonly Candidate[],
  proposals: number,
): string {
  const proposed =
    proposals === 0 ? "" : `, ${plural(proposals, "proposal waits", "proposals wait")}`;
  return `${plural(memories.length, "memory needs", "memories need")} review, ${plural(candidates.length, "candidate waits", "candidates wait")}${proposed}; run \`tacit review accept ID\` or \`tacit review reject ID\``;
}
