/** `tacit export`: exports everything of this project that is not secret, for programs and people. */

import { isUtf8 } from "node:buffer";
import { mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { MemoryError, type Tacit } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { withCaughtUp } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { markdownOf, type Written, withBlock } from "../../output/markdown.ts";
import { writeWhole, writeWholeOf } from "../../output/write-whole.ts";
import { choice, text } from "../../parsed-args.ts";

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
  ],
  details:
    "An archive is a folder with memories.json and events.jsonl, which contains the events of all sessions.",
  examples: [
    "tacit export > memories.json",
    "tacit export --format claude-md --out CLAUDE.local.md",
    "tacit export --format archive --out backup/",
  ],
  run: async (input, context) => {
    const format = choice(input, "format", FORMATS) ?? "json";
    const out = text(input, "out");
    if (format === "archive" && out === undefined) {
      throw new MemoryError("usage", { reason: "an archive needs --out FOLDER" });
    }
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

/**
 * Writes the block. Text around the block belongs to its authors: it stays, and so do the file's location and permissions.
 */
function writeBlock(out: string, block: string): void {
  const stats = statSync(out, { throwIfNoEntry: false });
  if (stats === undefined) {
    writeWhole(out, block);
    return;
  }
  const before = readFileSync(out);
  if (!isUtf8(before)) {
    const reason = "the file is not UTF-8, and writing it would damage its content";
    throw new MemoryError("usage", { "--out": out, reason });
  }
  writeWhole(realpathSync(out), withBlock(before.toString("utf8"), block), stats.mode & 0o777);
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
