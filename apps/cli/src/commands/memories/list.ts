/** `tacit list`: the memories of this project, newest first. */
import { COMMON_TYPES, MEMORY_TYPES } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { withCaughtUp } from "../../open.ts";
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
  run: async (given, world) => {
    await withCaughtUp(world, async (tacit) => {
      // What was merged meanwhile is no longer staged.
      await (flag(given, "review") ? tacit.memories.recheck() : tacit.brief.lookAtGit());
      const isAll = flag(given, "all");
      const limit = count(given, "limit", 1);
      const state = flag(given, "archived") ? ("archived" as const) : undefined;
      const type = choice(given, "type", MEMORY_TYPES);
      const memories = await tacit.memories.list({
        type,
        // Handoffs are for `tacit resume`; among lessons they are noise.
        exceptType: isAll || type !== undefined ? undefined : "handoff",
        tag: text(given, "tag"),
        file: text(given, "file"),
        needsReview: flag(given, "review"),
        isPinned: flag(given, "pinned"),
        branch: text(given, "branch"),
        isStaged: flag(given, "staged"),
        anyProject: flag(given, "allProjects"),
        withSuperseded: isAll,
        learned: learnedIn(given, world),
        state: isAll ? null : state,
        limit,
      });
      const nowMs = world.machine.nowMs();
      world.out.result(
        memories.map((memory) => memoryJson(memory, nowMs)),
        () =>
          memories.length === 0
            ? `no memories to list for ${tacit.identity.name}`
            : `${memoryList(memories, world.out, nowMs)}\n\n${world.out.colors.dim(plural(memories.length, "memory", "memories"))}`,
      );
    });
  },
};
