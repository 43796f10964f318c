/** `tacit modules`: groups files into modules, or shows what sessions did in each folder. */
import { grouped, type ModuleStatistics } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withCaughtUp, withTacit } from "../../open.ts";
import { clipped, columns } from "../../output/layout.ts";
import { flag } from "../../parsed-args.ts";

const MAX_SHOWN = 40;
/** Width of the count column with its spacing. */
const BESIDE_FILES = 9;
const MIN_FILES = 30;

export const modules: Command = {
  name: "modules",
  summary: "group the files into modules: declared packages, other files by their imports",
  arguments: [],
  options: [{ flags: "--worked", text: "show the session activity of each folder instead" }],
  examples: ["tacit modules", "tacit modules --json", "tacit modules --worked"],
  run: async (input, context) => {
    if (flag(input, "worked")) {
      await withCaughtUp(context, async (tacit) => {
        const worked = await tacit.sessions.moduleStatistics();
        context.out.result(worked, () => workedText(worked, context));
      });
      return;
    }
    await withTacit(context, async (tacit) => {
      const found = await tacit.code.modules();
      context.out.result(found, () => {
        if (found.length === 0) return "no code found";
        const { colors, width } = context.out;
        const first = found.slice(0, MAX_SHOWN);
        const left = width - Math.max(...first.map(({ name }) => name.length)) - BESIDE_FILES;
        const rows = first.map(({ name, files }) => {
          const some = `${files.slice(0, 3).join(", ")}${files.length > 3 ? ", …" : ""}`;
          return [name, String(files.length), colors.dim(clipped(some, Math.max(left, MIN_FILES)))];
        });
        const more =
          found.length > MAX_SHOWN
            ? [colors.dim(`… and ${found.length - MAX_SHOWN} more (--json lists all)`)]
            : [];
        return [
          ...columns([["module", "files", ""].map((item) => colors.dim(item)), ...rows]),
          ...more,
        ].join("\n");
      });
    });
  },
};

function workedText(
  worked: readonly ModuleStatistics[],
  { out: { colors } }: CommandContext,
): string {
  if (worked.length === 0) return "no sessions learned from yet";
  const head = ["folder", "sessions", "changed", "edits", "tokens read", "opened most", ""];
  const rows = worked
    .slice(0, MAX_SHOWN)
    .map(({ module, sessions, changing, edits, tokens, files, prefetch, commands }) => [
      module,
      String(sessions),
      String(changing),
      String(edits),
      grouped(tokens),
      openedMost(prefetch, files),
      colors.dim(
        commands
          .map(({ name }) => name)
          .slice(0, 2)
          .join(", "),
      ),
    ]);
  return columns([head.map((item) => colors.dim(item)), ...rows]).join("\n");
}

/** Returns the files that more than half of the sessions opened; with few sessions, the most opened file. */
function openedMost(
  { always, often }: ModuleStatistics["prefetch"],
  files: ModuleStatistics["files"],
): string {
  const usual = [...always, ...often];
  return (usual.length > 0 ? usual : files)
    .slice(0, usual.length > 0 ? 2 : 1)
    .map(({ name }) => name)
    .join(", ");
}
