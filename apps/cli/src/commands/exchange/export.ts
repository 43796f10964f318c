/** `tacit export`: exports everything of this project that is not secret, for programs and people. */

import { isUtf8 } from "node:buffer";
import { existsSync, mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { resolve } from "node:path";
import { isFile, isFolder } from "@tacit-memory/files";
import {
  type Export,
  learnedFromOf,
  MemoryError,
  procedureOf,
  RULE_FILE_TAG,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withCaughtUp } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { markdownOf, type Written, withBlock, withoutBlock } from "../../output/markdown.ts";
import { writeWhole } from "../../output/write-whole.ts";
import { choice, flag, text } from "../../parsed-args.ts";

const FORMATS = [
  "json",
  "markdown",
  "core",
  "claude-md",
  "memory-files",
  "skills",
  "archive",
] as const;
type Format = (typeof FORMATS)[number];

export const exportCommand: Command = {
  name: "export",
  summary:
    "export the memories of this project as JSON, Markdown, a short summary, a block for CLAUDE.md, skills, or an archive",
  arguments: [],
  options: [
    { flags: "--format <format>", text: "output format (default: json)", choices: FORMATS },
    {
      flags: "--out <path>",
      text: "output file (for claude-md, only the block in it is replaced), or the folder for skills",
    },
    {
      flags: "--remove",
      text: "with claude-md: remove the block from the file; with memory-files and skills: remove the files",
    },
  ],
  details:
    "Markdown contains the active memories that are not secret, to read and edit. A comment at its end contains all their fields, with sessions and evidence: read it before you share the file. `tacit import export FILE --edits` applies your changes.\ncore is what a newcomer should know first, in at most 600 tokens: a summary, rules, preferences and the current focus. It repeats no rule file and nothing that the README, the documentation or a manifest of the repository states.\nAn archive is one file for another computer or project: a compressed database with the memories that are not secret, their vectors and all sessions, readable by you only. `tacit import export FILE` imports it.\nThe block of claude-md fits AGENTS.md and similar files too. No byte outside it changes, and --remove restores the file.\nmemory-files writes .tacit/MEMORY.md of the repository, with core and links, and a file per topic in .tacit/memory. With `tacit config memoryFile on`, Tacit does this after each session. A file with changes that are not imported is not replaced; `tacit import export .tacit/memory --edits` imports those of topic files.\nskills writes each procedure as a file NAME/SKILL.md, which agents load when its description applies: in .agents/skills (Codex, Gemini CLI, Cursor, Copilot, OpenCode) and .claude/skills (Claude Code) of the repository, or in --out. With `tacit config skillFiles on`, Tacit does this after each session. A file that you edited is not replaced; `tacit import skills` imports it.\nThe block, core, memory-files and skills contain no memory that is secret, disputed, not reviewed, or of one task, agent, session or unmerged branch.",
  examples: [
    "tacit export > memories.json",
    "tacit export --format markdown --out memories.md",
    "tacit export --format core",
    "tacit export --format claude-md --out CLAUDE.local.md",
    "tacit export --format claude-md --out AGENTS.md --remove",
    "tacit export --format memory-files",
    "tacit export --format skills",
    "tacit export --format archive --out acme.tacit",
  ],
  run: async (input, context) => {
    const format = choice(input, "format", FORMATS) ?? "json";
    const out = text(input, "out");
    if (format === "archive" && out === undefined) {
      throw new MemoryError("usage", { reason: "an archive needs --out FILE" });
    }
    if (format === "memory-files") return writeFiles(flag(input, "remove"), out, context);
    if (format === "skills") return writeSkills(flag(input, "remove"), out, context);
    if (flag(input, "remove")) return removeBlock(format, out, context);
    await withCaughtUp(context, (tacit) => {
      if (format === "core") return writeCore(tacit, out, context);
      if (format === "archive" && out !== undefined) return writeArchive(tacit, out, context);
      return writeMemories(tacit, format, out, context);
    });
  },
};

function jsonOf(document: Export): string {
  const memories = document.memories.map((memory) => ({
    ...memory,
    learnedFrom: learnedFromOf(memory),
  }));
  return `${JSON.stringify({ ...document, memories }, null, 1)}\n`;
}

async function writeMemories(
  tacit: Tacit,
  format: Format,
  out: string | undefined,
  context: CommandContext,
): Promise<void> {
  const document = await tacit.exchange.exportAll();
  const written: Written =
    format === "markdown" || format === "claude-md"
      ? markdownOf(document, tacit.identity.name, format, context.machine.nowMs())
      : { text: jsonOf(document), memories: document.memories.length };
  if (out === undefined) {
    if (context.out.isJson && format !== "json")
      context.out.result({ format, text: written.text }, () => "");
    else context.out.raw(written.text);
    return;
  }
  if (format !== "claude-md") writeWhole(out, written.text);
  else if (written.memories > 0) writeBlock(out, written.text);
  else if (hasBlock(out)) return removeBlock(format, out, context);
  const isNothing = format === "claude-md" && written.memories === 0;
  context.out.result({ path: out, memories: written.memories }, () =>
    isNothing
      ? `${out}: not changed, because there are no memories for the block yet`
      : `${out}: ${plural(written.memories, "memory", "memories")}`,
  );
}

async function writeFiles(
  isRemoval: boolean,
  out: string | undefined,
  context: CommandContext,
): Promise<void> {
  if (out !== undefined)
    throw new MemoryError("usage", { reason: "memory-files has fixed paths; leave out --out" });
  await withCaughtUp(context, async (tacit) => {
    const files = await tacit.exchange.refreshMemoryFiles(isRemoval ? "none" : "all");
    context.out.result({ files }, () =>
      files.length === 0
        ? "no memories for these files yet"
        : files.map(({ path, state }) => `${path}: ${STATES[state]}`).join("\n"),
    );
  });
}

async function writeSkills(
  isRemoval: boolean,
  out: string | undefined,
  context: CommandContext,
): Promise<void> {
  const folder = out === undefined ? undefined : folderToWrite(out, isRemoval);
  await withCaughtUp(context, async (tacit) => {
    const extent = isRemoval ? "none" : "all";
    const files = await tacit.exchange.refreshSkillFiles(extent, { out: folder });
    const none = files.length > 0 ? "" : await whyNone(tacit, isRemoval);
    context.out.result({ files }, () =>
      files.length === 0
        ? none
        : files.map(({ path, state }) => `${path}: ${SKILL_STATES[state]}`).join("\n"),
    );
  });
}

/** Returns why there is no skill file to write or to remove. */
async function whyNone({ memories }: Tacit, isRemoval: boolean): Promise<string> {
  if (isRemoval) return "no skill files of Tacit";
  const recipes = await memories.list({ type: "workflow_recipe" });
  const procedures = recipes.filter((memory) => (procedureOf(memory)?.steps.length ?? 0) > 0);
  if (procedures.length === 0)
    return "no procedures yet; `tacit dream` proposes them from three or more sessions about the same work";
  const own = procedures.filter(({ tags }) => tags.includes(RULE_FILE_TAG)).length;
  const left = procedures.length - own;
  return [
    "no skill file to write:",
    ...(own === 0 ? [] : [`  ${plural(own, "procedure")} of skill files that a person wrote`]),
    ...(left === 0
      ? []
      : [
          `  ${plural(left, "procedure")} not for other people: secret, disputed, not reviewed, or of one task, agent, session or unmerged branch`,
        ]),
  ].join("\n");
}

/** Returns the absolute path of a folder, without links. Creates it unless skills are removed. */
function folderToWrite(out: string, isRemoval: boolean): string {
  if (existsSync(out) && !isFolder(out))
    throw new MemoryError("usage", { "--out": out, reason: "this path is not a folder" });
  if (!isRemoval) mkdirSync(out, { recursive: true });
  return existsSync(out) ? realpathSync(out) : resolve(out);
}

const STATES = {
  written: "written",
  unchanged: "unchanged",
  removed: "removed",
  kept: "not replaced, because it contains changes or memories that are not imported; `tacit import export .tacit/memory --edits` imports those of topic files, or delete the file",
  unusable: "not written, because the path is a link, not a regular file, too large or unreadable",
} as const;

const SKILL_STATES = {
  ...STATES,
  kept: "not replaced, because it contains changes that are not imported; run `tacit import skills`, or delete the file",
} as const;

async function writeCore(
  tacit: Tacit,
  out: string | undefined,
  context: CommandContext,
): Promise<void> {
  const { text: core, tokens, memories } = await tacit.exchange.coreDocument();
  if (out !== undefined) writeWhole(out, core);
  const count = plural(memories.length, "memory", "memories");
  const document = { format: "core", text: core, tokens, memories };
  context.out.result(out === undefined ? document : { path: out, tokens, memories }, () =>
    out === undefined ? core.trimEnd() || "no memories for this document yet" : `${out}: ${count}`,
  );
}

/** Removes the block from the file. A file that contains only the block is deleted. */
function removeBlock(format: string, out: string | undefined, context: CommandContext): void {
  if (format !== "claude-md" || out === undefined)
    throw new MemoryError("usage", {
      reason:
        "--remove needs --format memory-files, --format skills, or --format claude-md and --out FILE",
    });
  const rest = withoutBlock(textOf(out));
  if (rest === null)
    throw new MemoryError("usage", { "--out": out, reason: "the file has no block of Tacit" });
  const path = realpathSync(out);
  if (rest === "") rmSync(path);
  else writeWhole(path, rest, statSync(path).mode & 0o777);
  context.out.result({ path: out, removed: true, deleted: rest === "" }, () =>
    rest === "" ? `${out}: deleted, because it contained only the block` : `${out}: block removed`,
  );
}

function hasBlock(path: string): boolean {
  return isFile(path) && withoutBlock(textOf(path)) !== null;
}

function textOf(path: string): string {
  const bytes = readFileSync(path);
  if (isUtf8(bytes)) return bytes.toString("utf8");
  const reason = "the file is not UTF-8, and writing it would damage its content";
  throw new MemoryError("usage", { "--out": path, reason });
}

/**
 * Writes the block. Text around the block belongs to its authors: it stays, and so do the file's location and permissions.
 */
function writeBlock(out: string, block: string): void {
  const stats = statSync(out, { throwIfNoEntry: false });
  if (stats === undefined || !stats.isFile()) {
    writeWhole(out, block);
    return;
  }
  writeWhole(realpathSync(out), withBlock(textOf(out), block), stats.mode & 0o777);
}

async function writeArchive(tacit: Tacit, path: string, context: CommandContext): Promise<void> {
  if (existsSync(path) && !isFile(path))
    throw new MemoryError("usage", { "--out": path, reason: "this path is not a regular file" });
  const { memories, sessions } = await tacit.exchange.exportArchive(resolve(path));
  context.out.result(
    { path, memories, sessions },
    () =>
      `${path}: ${plural(memories, "memory", "memories")}, ${plural(sessions, "session")}, and vectors`,
  );
}
