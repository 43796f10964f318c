/** `tacit context`: the block an agent would be given at the start of a session. */
import { PHASES, type Phase } from "@tacit-memory/memory";
import type { Command } from "../command.ts";
import { choice, text } from "../given.ts";
import { plural } from "../layout.ts";
import { withCaughtUp } from "../open.ts";

const READERS = ["planner", "coder", "qa", "recovery", "spec", "subagent"] as const;
const PHASE_OF: Readonly<Record<(typeof READERS)[number], Phase>> = {
  planner: "define",
  coder: "implement",
  qa: "validate",
  recovery: "refine",
  spec: "define",
  subagent: "implement",
};

export const context: Command = {
  name: "context",
  summary: "the block of memory that an agent would start with",
  arguments: [],
  options: [
    { flags: "--task <text>", text: "what is to be done" },
    { flags: "--phase <phase>", text: "what is being done", choices: PHASES },
    { flags: "--for <reader>", text: "who reads it", choices: READERS },
    {
      flags: "--session <id>",
      text: "the session it is for; what it was shown is not shown again",
    },
  ],
  examples: [
    'tacit context --task "make the importer resumable"',
    "tacit context --for subagent --json",
  ],
  run: async (given, world) => {
    await withCaughtUp(world, async (tacit) => {
      const reader = choice(given, "for", READERS);
      const phase =
        choice(given, "phase", PHASES) ?? (reader === undefined ? undefined : PHASE_OF[reader]);
      const task = text(given, "task");
      const session = text(given, "session") ?? `cli:${world.machine.nowMs()}`;
      const block =
        reader === "subagent"
          ? await tacit.subagentBlock({ session, point: "subagent" })
          : await tacit.startBlock(
              { session, point: "session_start" },
              {
                ...(task === undefined ? {} : { task }),
                ...(phase === undefined ? {} : { phase }),
              },
            );
      const memories = block.shown.map(({ id }) => id);
      world.out.result({ text: block.text, tokens: block.tokens, memories }, () =>
        block.text === ""
          ? "nothing to say yet"
          : `${block.text}\n\n${world.out.colors.dim(`about ${plural(block.tokens, "token")}, ${plural(memories.length, "memory", "memories")}`)}`,
      );
    });
  },
};
