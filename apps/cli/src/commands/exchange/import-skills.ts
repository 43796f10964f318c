/** `tacit import skills`: applies edits of skill files that Tacit wrote, and makes procedures of skills that people wrote. */
import { existsSync, realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { isFolder } from "@tacit-memory/files";
import { MemoryError, type SkillsReport, shortId } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { endIfAllRejected } from "../../command-context.ts";
import { withTacit } from "../../open.ts";
import { plural, printable } from "../../output/layout.ts";
import { reasonWords } from "../../output/memory-text.ts";
import { argument, flag } from "../../parsed-args.ts";

const SKILL_FILE = "SKILL.md";

export const importSkills: Command = {
  name: "import skills",
  summary: "import skills (SKILL.md) as procedures, and your edits to exported skills",
  arguments: [
    {
      name: "path",
      text: "a folder of skills, one skill, or its SKILL.md (default: .agents/skills and .claude/skills of the repository)",
      isOptional: true,
    },
  ],
  options: [
    {
      flags: "--trusted",
      text: "new procedures are stored as your own word instead of another person's",
    },
  ],
  details: [
    "A file that `tacit export --format skills` wrote and that you edited becomes a new version of its procedure. A skill that a person",
    "wrote becomes a procedure: its steps, prerequisites and warnings, or else its numbered list or its headings. The file stays the",
    "source, and the procedure names it. Unchanged files are skipped. A text that changed both in the file and in the store is not",
    "imported and is listed. `tacit undo` reverts an import. Without this command, `tacit import rules` stores of each skill only where it is",
    "and when to use it.",
  ].join(" "),
  examples: [
    "tacit import skills",
    "tacit import skills .claude/skills/release",
    "tacit import skills ~/team/skills --trusted",
  ],
  run: async (input, context) => {
    const [path] = input.args;
    const where = path === undefined ? {} : skillsAt(argument(input, 0));
    await withTacit(context, async (tacit) => {
      const report = await tacit.exchange.importSkills({
        ...where,
        isTrusted: flag(input, "trusted"),
      });
      context.out.result(report, () => reportLines(report).join("\n"));
      const { unchanged, changed, added, conflicts, refused } = report;
      const taken = unchanged + changed.length + added.length + conflicts.length;
      endIfAllRejected(context, taken, refused.length);
    });
  },
};

/** Returns the folder of skills that a path names, and the skill if it names one. Throws "input_missing". */
function skillsAt(path: string): { readonly folder: string; readonly name?: string } {
  if (!existsSync(path)) throw new MemoryError("input_missing", { path });
  const skill = basename(path) === SKILL_FILE ? dirname(path) : path;
  if (!isFolder(skill))
    throw new MemoryError("usage", { path, reason: "this is neither a folder nor a SKILL.md" });
  const real = realpathSync(skill);
  return existsSync(join(real, SKILL_FILE))
    ? { folder: dirname(real), name: basename(real) }
    : { folder: real };
}

function reportLines({
  read,
  unchanged,
  changed,
  added,
  conflicts,
  refused,
}: SkillsReport): string[] {
  if (read + refused.length === 0) return ["no skill files in these folders"];
  const counted = `${plural(read, "skill file")}: ${changed.length} changed, ${added.length} new, ${unchanged} unchanged`;
  return [
    counted,
    ...changed.map(({ path, id }) => `  ${path}: changed ${shortId(id)}`),
    ...added.map(({ path, id }) => `  ${path}: added ${shortId(id)}`),
    ...conflicts.map(
      ({ path, id }) =>
        `  ${path}: not imported, because ${shortId(id)} was changed too; compare it with \`tacit show ${shortId(id)}\`, and make the file or the procedure like the other`,
    ),
    ...refused.map(
      ({ path, reason }) => `  ${path}: not imported: ${printable(reasonWords(reason))}`,
    ),
  ];
}
