/** Prints the decision of `review accept` and `review reject`. */

import type { CommandContext } from "../command-context.ts";
import { candidateJson, memoryJson } from "../output/memory-json.ts";
import { candidateLines, memoryLines } from "../output/memory-text.ts";
import type { Decision } from "./review-decisions.ts";

export function printDecision(
  context: CommandContext,
  { verdict, memory, candidate, proposal }: Decision,
): void {
  const nowMs = context.machine.nowMs();
  const document = {
    verdict,
    memory: memory === null ? null : memoryJson(memory, nowMs),
    candidate: candidate === null ? null : candidateJson(candidate),
    ...(proposal === undefined ? {} : { proposal: { id: proposal.id, kind: proposal.kind } }),
  };
  context.out.result(document, () => {
    if (memory !== null) return memoryLines(memory, context.out, nowMs);
    if (proposal !== undefined) return `${verdict}: ${proposal.kind.replaceAll("_", " ")}`;
    return candidate === null ? verdict : candidateLines(candidate, context.out);
  });
}
