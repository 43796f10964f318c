/** `tacit list`: lists the memories of this project, newest first. */
import { COMMON_TYPES, MEMORY_TYPES } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { openedCaughtUp } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { memoryJson } from "../../output/memory-json.ts";
import { memoryList } from "../../output/memory-text.ts";
import { choice, count, flag, learnedIn, text } from "../../parsed-args.ts";

export const list: Command = {
  name: "list",
  summary: "list the memories of this project, newest first",
  arguments: [],
  options: [
    {
      flags: "--type <type>",
      text: "only memories of this type; other types, such as handoff, are accepted too",
      choices: COMMON_TYPES,
      unlisted: MEMORY_TYPES,
    },
    { flags: "--tag <tag>", text: "only memories with this tag" },
    { flags: "--file <path>", text: "only memories about this file or folder" },
    { flags: "--review", text: "only memories that need review" },
    { flags: "--pinned", text: "only pinned memories" },
    { flags: "--branch <name>", text: "only memories learned on this branch" },
    { flags: "--staged", text: "only memories of branches that are not merged yet" },
    {
      flags: "--since <when>",
      text: "only memories learned since this time: 3d, yesterday, last week, 2026-10",
    },
    { flags: "--until <when>", text: "only memories learned until this time" },
    { flags: "--archived", text: "only archived memories" },
    { flags: "--all", text: "include archived and superseded memories" },
    { flags: "--all-projects", text: "memories of all projects" },
    { flags: "--limit <n>", text: "maximum number of memories" },
  ],
  examples: [
    "tacit list",
    "tacit list --type gotcha --file src/store",
    "tacit list --branch topic",
    "tacit list --since yesterday",
    "tacit list --json --all",
  ],
  run: openedCaughtUp(async (tacit, context, input) => {
    // A branch merged in the meantime is no longer staged.
    await (flag(input, "review") ? tacit.memories.recheck() : tacit.brief.lookAtGit());
    const isAll = flag(input, "all");
    const limit = count(input, "limit", 1);
    const state = flag(input, "archived") ? ("archived" as const) : undefined;
    const type = choice(input, "type", MEMORY_TYPES);
    const memories = await tacit.memories.list({
      type,
      // Handoffs are for `tacit resume` and would be noise among lessons.
      exceptType: isAll || type !== undefined ? undefined : "handoff",
      tag: text(input, "tag"),
      file: text(input, "file"),
      needsReview: flag(input, "review"),
      isPinned: flag(input, "pinned"),
      branch: text(input, "branch"),
      isStaged: flag(input, "staged"),
      anyProject: flag(input, "allProjects"),
      withSuperseded: isAll,
      learned: learnedIn(input, context),
      state: isAll ? null : state,
      limit,
    });
    const nowMs = context.machine.nowMs();
    const former = memories.length === 0 ? await tacit.admin.formerProjects() : [];
    context.out.result(
      memories.map((memory) => memoryJson(memory, nowMs)),
      () =>
        memories.length === 0
          ? [`no memories to list for ${tacit.identity.name}`, ...former].join("\n")
          : `${memoryList(memories, context.out, nowMs)}\n\n${context.out.colors.dim(plural(memories.length, "memory", "memories"))}`,
    );
  }),
};
