/** `tacit context`: prints the block an agent would be shown at the start of a session. */
import {
  PHASES,
  type Phase,
  planningLines,
  READERS,
  type Reader,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { withCaughtUp } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { choice, text } from "../../parsed-args.ts";

export const context: Command = {
  name: "context",
  summary: "print the memory block that an agent gets at session start",
  arguments: [],
  options: [
    { flags: "--task <text>", text: "description of the task" },
    { flags: "--phase <phase>", text: "phase of the work", choices: PHASES },
    { flags: "--for <reader>", text: "role of the agent that reads the block", choices: READERS },
    {
      flags: "--session <id>",
      text: "session that the block is for; leaves out memories already shown in it",
    },
  ],
  examples: [
    'tacit context --task "make the importer resumable"',
    'tacit context --for coder --task "make the importer resumable"  # adds files of similar tasks',
    'tacit context --for planner --task "make the importer resumable"  # adds effort of similar tasks',
    "tacit context --for subagent --json",
  ],
  run: async (input, environment) => {
    const reader = choice(input, "for", READERS);
    const phase = choice(input, "phase", PHASES);
    const session = text(input, "session") ?? `cli:${environment.machine.nowMs()}`;
    const printContext = async (tacit: Tacit) => {
      if ((await tacit.admin.mode()) === "incognito") {
        environment.out.result({ text: "", tokens: 0, memories: [], named: [] }, () => INCOGNITO);
        return;
      }
      // The hook at the start of a session asks git too.
      await tacit.brief.lookAtGit();
      // Without a session, a person is looking.
      const isPreview = text(input, "session") === undefined;
      const request = { reader, phase, session, isPreview, task: text(input, "task") };
      const { block, planning } = await contextFor(tacit, request);
      const [memories, named] = [true, false].map((isFull) =>
        block.shown.filter(({ pointedAs }) => (pointedAs === null) === isFull).map(({ id }) => id),
      );
      const { tokens } = block;
      const document = { text: block.text, tokens, memories, named, ...planning };
      environment.out.result(document, () =>
        block.text === ""
          ? nothingFor(reader)
          : `${block.text}\n\n${environment.out.colors.dim(`about ${plural(tokens, "token")}: ${plural(memories?.length ?? 0, "memory", "memories")} in full, ${named?.length ?? 0} by title`)}`,
      );
    };
    await withCaughtUp(environment, printContext, { mayMap: true });
  },
};

const INCOGNITO =
  "agents are shown nothing in this project; to use its memory again, run `tacit projects mode automatic`";

function nothingFor(reader: Reader | undefined): string {
  return reader === "subagent"
    ? "no memories for a subagent yet: it is shown pinned memories and rules that are at least believed"
    : "no memories to show yet";
}

interface ContextRequest {
  readonly reader: Reader | undefined;
  readonly phase: Phase | undefined;
  readonly session: string;
  readonly isPreview: boolean;
  readonly task: string | undefined;
}

async function contextFor(
  tacit: Tacit,
  { reader, phase, session, isPreview, task }: ContextRequest,
) {
  if (reader === "subagent") {
    const recipient = { session, point: "subagent" as const };
    return { block: await tacit.brief.subagentBlock(recipient, { isPreview }), planning: {} };
  }
  // A coder needs to know where, a planner how much; other readers would only read the lists.
  const isForFiles = reader === "coder" || reader === "planner";
  const files =
    isForFiles && task !== undefined
      ? (await tacit.brief.prefetch({ task })).map(({ path }) => path)
      : [];
  const planning =
    reader === "planner" ? await tacit.sessions.planning({ task: task ?? "", files }) : undefined;
  const block = await tacit.brief.startBlock(
    { session, point: "session_start" },
    {
      files: reader === "coder" ? files : [],
      took: planning === undefined ? [] : planningLines(planning),
      isPreview,
      ...(task === undefined ? {} : { task }),
      ...(phase === undefined ? {} : { phase }),
      ...(reader === undefined ? {} : { reader }),
    },
  );
  return { block, planning: planning === undefined ? {} : { planning } };
}
