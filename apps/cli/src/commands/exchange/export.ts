/** `tacit export`: exports everything of this project that is not secret, for programs and people. */

import { isUtf8 } from "node:buffer";
import { mkdirSync, readFileSync, realpathSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { MemoryError, type Tacit } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withCaughtUp } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { markdownOf, type Written, withBlock, withoutBlock } from "../../output/markdown.ts";
import { writeWhole, writeWholeOf } from "../../output/write-whole.ts";
import { choice, flag, text } from "../../parsed-args.ts";

const FORMATS = ["json", "markdown", "claude-md", "archive"] as const;

export const exportCommand: Command = {
  name: "export",
  summary:
    "export the memories of this project as JSON, Markdown, a block for CLAUDE.md, or an archive",
  arguments: [],
  options: [
    { flags: "--format <format>", text: "output format (default: json)", choices: FORMATS },
    {
      flags: "--out <file>",
      text: "output file (for claude-md, only the block in it is replaced); for an archive, a folder",
    },
    { flags: "--remove", text: "with claude-md: remove the block from the file" },
  ],
  details: [
    "Markdown contains the active memories that are not secret, to read and edit. A comment at its end contains all their fields,",
    "with sessions and evidence: read it before you share the file. `tacit import export FILE --edits` applies your changes.",
    "An archive is a folder with memories.json and events.jsonl, which contains the events of all sessions.",
    "The block of claude-md fits AGENTS.md and similar files too. No byte outside it changes, and --remove restores the file.",
    "The block contains no memory that is secret, disputed, not reviewed, or of one task, agent, session or unmerged branch.",
  ].join("\n"),
  examples: [
    "tacit export > memories.json",
    "tacit export --format markdown --out memories.md",
    "tacit export --format claude-md --out CLAUDE.local.md",
    "tacit export --format claude-md --out AGENTS.md --remove",
    "tacit export --format archive --out backup/",
  ],
  run: async (input, context) => {
    const format = choice(input, "format", FORMATS) ?? "json";
    const out = text(input, "out");
    if (format === "archive" && out === undefined) {
      throw new MemoryError("usage", { reason: "an archive needs --out FOLDER" });
    }
    if (flag(input, "remove")) return removeBlock(format, out, context);
    await withCaughtUp(context, async (tacit) => {
      const document = await tacit.exchange.exportAll();
      const count = plural(document.memories.length, "memory", "memories");
      if (format === "archive" && out !== undefined) {
        const events = await writeArchive(tacit, out, `${JSON.stringify(document, null, 1)}\n`);
        context.out.result(
          { path: out, memories: document.memories.length, events },
          () => `${out}: ${count}, ${plural(events, "event")}`,
        );
        return;
      }
      const nowMs = context.machine.nowMs();
      const written: Written =
        format === "json" || format === "archive"
          ? { text: `${JSON.stringify(document, null, 1)}\n`, memories: document.memories.length }
          : markdownOf(document, tacit.identity.name, format, nowMs);
      if (out === undefined) {
        if (context.out.isJson && format !== "json")
          context.out.result({ format, text: written.text }, () => "");
        else context.out.raw(written.text);
        return;
      }
      if (format === "claude-md") writeBlock(out, written.text);
      else writeWhole(out, written.text);
      context.out.result(
        { path: out, memories: written.memories },
        () => `${out}: ${plural(written.memories, "memory", "memories")}`,
      );
    });
  },
};

/** Removes the block from the file. A file that contains only the block is deleted. */
function removeBlock(format: string, out: string | undefined, context: CommandContext): void {
  if (format !== "claude-md" || out === undefined)
    throw new MemoryError("usage", { reason: "--remove needs --format claude-md and --out FILE" });
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
  if (stats === undefined) {
    writeWhole(out, block);
    return;
  }
  writeWhole(realpathSync(out), withBlock(textOf(out), block), stats.mode & 0o777);
}

async function writeArchive(tacit: Tacit, folder: string, document: string): Promise<number> {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) {
    throw new MemoryError("usage", {
      "--out": folder,
      reason: "an archive is a folder, but this path is a file",
    });
  }
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeWhole(join(folder, "memories.json"), document);
  let count = 0;
  const lines = async function* () {
    for (const session of (await tacit.sessions.recent(1_000_000)).reverse()) {
      for (const event of await tacit.sessions.events(session.id)) {
        count++;
        yield `${JSON.stringify(event)}\n`;
      }
    }
  };
  await writeWholeOf(join(folder, "events.jsonl"), lines());
  return count;
}
