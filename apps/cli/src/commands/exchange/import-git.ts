/** `tacit import git`: learns from the commits which files change together. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { promotedJson } from "../../output/memory-json.ts";
import { memoryList } from "../../output/memory-text.ts";
import { count } from "../../parsed-args.ts";

export const importGit: Command = {
  name: "import git",
  summary: "learn conventions and co-changing files from recent commits",
  arguments: [],
  options: [{ flags: "--limit <n>", text: "maximum number of commits (default: 2000)" }],
  examples: ["tacit import git", "tacit import git --limit 10000"],
  run: opened(async (tacit, context, input) => {
    context.out.progress("reading commits");
    const { commits, learned } = await tacit.exchange.importHistory({
      limit: count(input, "limit", 1),
    });
    const promoted = learned.flatMap((item) => item.promoted);
    context.out.result({ commits, promoted: promoted.map(promotedJson) }, () =>
      [
        ...(promoted.length === 0
          ? []
          : [memoryList(promoted, context.out, context.machine.nowMs()), ""]),
        `${plural(commits, "new commit")} read, ${plural(promoted.length, "memory", "memories")} learned`,
      ].join("\n"),
    );
  }),
};
