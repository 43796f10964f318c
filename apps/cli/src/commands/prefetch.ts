/** `tacit prefetch`: which files will this task need, or a file of tasks, or a session that is under way? */
import { MemoryError, type Prefetched } from "@tacit-memory/memory";
import { prefetchBatchLineSchema } from "@tacit-memory/protocol";
import { answerLines } from "../batch-lines.ts";
import type { Command } from "../command.ts";
import { count, text } from "../given.ts";
import { withCaughtUp, withTacit } from "../open.ts";
import type { World } from "../world.ts";

export const prefetch: Command = {
  name: "prefetch",
  summary: "the files that a task will need, from what earlier ones needed",
  arguments: [],
  options: [
    { flags: "--task <text>", text: "what is to be done, as you would tell it an agent" },
    {
      flags: "--session <id>",
      text: "instead: what this session will open next; latest is the newest",
    },
    { flags: "--limit <n>", text: "default: 12" },
    {
      flags: "--batch <file>",
      text: "JSON lines {id, task, limit?, project?}; - is standard input",
    },
  ],
  details:
    "Counted together: files the task names, files whose path has its words, files that similar tasks and commits\nneeded (`tacit learn` takes in both), files of memories that bear on it, files whose code says its words (git is\nasked), and, where the code was indexed, files that define a symbol it names.\n\nFor a session, of the files it has not touched yet: those named in it, used with its files in earlier sessions, in\ntheir folders, imported by what it read, often used.",
  examples: [
    'tacit prefetch --task "make the importer resumable"',
    "tacit prefetch --batch tasks.jsonl > files.jsonl",
    "tacit prefetch --session latest",
  ],
  run: async (given, world) => {
    const batch = text(given, "batch");
    const limit = count(given, "limit", 1);
    if (batch !== undefined) {
      await withTacit(world, (tacit) =>
        answerLines(world, tacit, batch, prefetchBatchLineSchema, async (line, project) => {
          const { id, task } = line;
          const files = (await project?.prefetch({ task, limit: line.limit ?? limit })) ?? [];
          world.out.jsonLine({ id, files });
        }),
      );
      return;
    }
    const session = text(given, "session");
    if (session !== undefined) {
      await withCaughtUp(world, async (tacit) => {
        const [newest] = session === "latest" ? await tacit.agentSessions(1) : [];
        const files = await tacit.nextFiles({ session: newest?.id ?? session, limit });
        if (files === null || (session === "latest" && newest === undefined)) {
          throw new MemoryError("session_not_found", { session });
        }
        world.out.result({ files }, () =>
          files.length === 0
            ? "nothing to go by: no file of this project goes with what this session touched"
            : shown(files, world),
        );
      });
      return;
    }
    const task = text(given, "task");
    if (task === undefined || task.trim() === "") {
      throw new MemoryError("usage", { reason: "--task, --session or --batch is needed" });
    }
    await withCaughtUp(world, async (tacit) => {
      const files = await tacit.prefetch({ task, limit });
      world.out.result({ files }, () => shown(files, world));
    });
  },
};

function shown(files: readonly Prefetched[], { out }: World): string {
  if (files.length === 0) {
    return "nothing to go by yet: no earlier task or commit is known here, and no file's path has words of this one.\n`tacit learn` reads what the history and earlier sessions tell.";
  }
  return files
    .map(({ path, why }) => `${path}\n  ${out.colors.dim(why.slice(0, 3).join("; "))}`)
    .join("\n");
}
