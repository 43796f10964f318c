/** `tacit candidates`: lists observations that are not memories (yet), and why. */
import type { Command } from "../../command.ts";
import { openedCaughtUp } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { candidateJson } from "../../output/memory-json.ts";
import { candidateLines } from "../../output/memory-text.ts";
import { choice, count } from "../../parsed-args.ts";

const STATES = ["proposed", "rejected", "promoted"] as const;

export const candidates: Command = {
  name: "candidates",
  summary: "list observations not yet stored as memories, and why",
  arguments: [],
  options: [
    {
      flags: "--state <state>",
      text: "only candidates in this state (default: waiting and rejected)",
      choices: STATES,
    },
    { flags: "--limit <n>", text: "maximum number of candidates" },
  ],
  examples: ["tacit candidates", "tacit candidates --state rejected"],
  run: openedCaughtUp(async (tacit, context, input) => {
    const state = choice(input, "state", STATES);
    const limit = count(input, "limit", 1);
    const all = await tacit.memories.candidates(state === undefined ? {} : { state });
    const wanted = all
      .filter((candidate) => state !== undefined || candidate.state !== "promoted")
      .slice(0, limit);
    context.out.result(wanted.map(candidateJson), () =>
      wanted.length === 0
        ? "no candidates"
        : `${wanted.map((candidate) => candidateLines(candidate, context.out)).join("\n\n")}\n\n${context.out.colors.dim(footer(wanted.length, state))}`,
    );
  }),
};

/** Returns the footer. A promoted candidate is a memory already. */
function footer(count: number, state: (typeof STATES)[number] | undefined): string {
  const counted = plural(count, "candidate");
  return state === "promoted"
    ? counted
    : `${counted}; \`tacit review accept ID\` stores one as a memory`;
}
