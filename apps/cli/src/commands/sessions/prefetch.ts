/** `tacit prefetch`: predicts the files needed by a task, a file of tasks, or a running session. */
import { MemoryError, type Prefetched } from "@tacit-memory/memory";
import { prefetchBatchLineSchema } from "@tacit-memory/protocol";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { answerLines } from "../../input/batch-lines.ts";
import { withCaughtUp, withTacit } from "../../open.ts";
import { count, text } from "../../parsed-args.ts";

export const prefetch: Command = {
  name: "prefetch",
  summary: "predict the files that a task needs, from earlier tasks and commits",
  arguments: [],
  options: [
    { flags: "--task <text>", text: "description of the task, as in a prompt" },
    {
      flags: "--session <id>",
      text: "predict the next files of this session instead; `latest` is the newest session",
    },
    { flags: "--limit <n>", text: "default: 12" },
    {
      flags: "--batch <file>",
      text: "JSON lines {id, task, limit?, project?}; - reads standard input",
    },
  ],
  details:
    "For a task, the score combines: files that the task names, files with its words in their path, files of similar tasks and commits (`tacit learn` reads both), files of relevant memories, files with its words in their code (from Git), and, if the code is indexed, files that define a symbol in the task.\n\nFor a session, only files that it has not touched yet: files named in it, used with its files in earlier sessions, in the same folders, imported by the files it read, or used often.",
  examples: [
    'tacit prefetch --task "make the importer resumable"',
    "tacit prefetch --batch tasks.jsonl > files.jsonl",
    "tacit prefetch --session latest",
  ],
  run: async (input, context) => {
    const batch = text(input, "batch");
    const limit = count(input, "limit", 1);
    if (batch !== undefined) {
      await withTacit(context, (tacit) =>
        answerLines(context, tacit, batch, prefetchBatchLineSchema, async (line, project) => {
          const { id, task } = line;
          const files = (await project?.brief.prefetch({ task, limit: line.limit ?? limit })) ?? [];
          context.out.jsonLine({ id, files });
        }),
      );
      return;
    }
    const session = text(input, "session");
    if (session !== undefined) {
      await withCaughtUp(context, async (tacit) => {
        const [newest] = session === "latest" ? await tacit.sessions.recentOfAgents(1) : [];
        const id = newest?.id ?? (await tacit.sessions.idOf(session));
        const files = await tacit.brief.nextFiles({ session: id, limit });
        if (files === null) throw new MemoryError("session_not_found", { session });
        context.out.result({ files }, () =>
          files.length === 0
            ? "no prediction: no file of this project is related to the files of this session"
            : shown(files, context),
        );
      });
      return;
    }
    const task = text(input, "task");
    if (task === undefined || task.trim() === "") {
      throw new MemoryError("usage", { reason: "add --task, --session or --batch" });
    }
    await withCaughtUp(context, async (tacit) => {
      const files = await tacit.brief.prefetch({ task, limit });
      context.out.result({ files }, () => shown(files, context));
    });
  },
};

function shown(files: readonly Prefetched[], { out }: CommandContext): string {
  if (files.length === 0) {
    return "no prediction: no earlier task or commit is stored for this project, and no file path contains words of this task.\nTo learn from the Git history and earlier sessions, run `tacit learn`.";
  }
  return files
    .map(({ path, why }) => `${path}\n  ${out.colors.dim(why.slice(0, 3).join("; "))}`)
    .join("\n");
}
