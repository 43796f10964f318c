/** Prints the decision of `review accept` and `review reject`. */

import type { CommandContext } from "../command-context.ts";
import { candidateJson, memoryJson } from "../output/memory-json.ts";
import { candidateLines, memoryLines } from "../output/memory-text.ts";
import type { Decision } from "./review-decisions.ts";

export function printDecision(
  context: CommandContext,
  { verdict, memory, candidate }: Decision,
): void {
  const nowMs = context.machine.nowMs();
  const document = {
    verdict,
    memory: memory === null ? null : memoryJson(memory, nowMs),
    candidate: candidate === null ? null : candidateJson(candidate),
  };
  context.out.result(document, () => {
    if (memory !== null) return memoryLines(memory, context.out, nowMs);
    return candidate === null ? verdict : candidateLines(candidate, context.out);
  });
}
