/** `tacit review reject`: refuse it: a candidate for good, a doubtful memory is set aside. */
import type { Command } from "../command.ts";
import { argument } from "../given.ts";
import { candidateJson, memoryJson } from "../memory-json.ts";
import { candidateLines, memoryLines } from "../memory-text.ts";
import { withTacit } from "../open.ts";
import { rejectById } from "../review-decisions.ts";

export const reviewReject: Command = {
  name: "review reject",
  summary: "refuse it: a candidate for good, a doubtful memory is set aside",
  arguments: [{ name: "id", text: "a candidate's or a memory's id, or its last digits" }],
  examples: ["tacit review reject 4f3a91c2"],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const { verdict, memory, candidate } = await rejectById(tacit, argument(given, 0));
      const nowMs = world.machine.nowMs();
      const document = {
        verdict,
        memory: memory === null ? null : memoryJson(memory, nowMs),
        candidate: candidate === null ? null : candidateJson(candidate),
      };
      world.out.result(document, () => {
        if (memory !== null) return memoryLines(memory, world.out, nowMs);
        return candidate === null ? verdict : candidateLines(candidate, world.out);
      });
    });
  },
};
