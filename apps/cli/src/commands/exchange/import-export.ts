/** `tacit import export`: imports an export with the original ids, dates and states. */

import { join } from "node:path";
import { isFolder } from "@tacit-memory/files";
import { MemoryError } from "@tacit-memory/memory";
import type { Command } from "../../command.ts";
import { inputText } from "../../input/input-lines.ts";
import { withTacit } from "../../open.ts";
import { plural, printable } from "../../output/layout.ts";
import { argument, flag } from "../../parsed-args.ts";

const MAX_CHARS = 256_000_000;

export const importExport: Command = {
  name: "import export",
  summary: "import memories from a file of `tacit export`",
  arguments: [
    { name: "file", text: "a JSON export, the folder of an archive, or - for standard input" },
  ],
  options: [
    {
      flags: "--trusted",
      text: "trust the file: import its marks (pinned, verified, written by a person, valid for every project)",
    },
  ],
  details:
    "Stored memories are not changed, and forgotten ones are not imported. A store without memories gets all data back unchanged.\nInto any other store, no memory is imported as pinned, verified or valid for every project, because another person may have\nwritten the file; --trusted imports these marks. To import the events of an archive, use `tacit observe`.",
  examples: [
    "tacit import export memories.json",
    "tacit --home /mnt/new/tacit import export backup/",
  ],
  run: async (input, context) => {
    const source = argument(input, 0);
    const isArchive = source !== "-" && isFolder(source);
    const path = isArchive ? join(source, "memories.json") : source;
    const text = await inputText(context, path, MAX_CHARS);
    let document: unknown;
    try {
      document = JSON.parse(text);
    } catch (cause) {
      throw new MemoryError("input_malformed", { path, expected: "a JSON document", cause });
    }
    await withTacit(context, async (tacit) => {
      const report = await tacit.exchange.importExport(
        document,
        flag(input, "trusted") ? { isTrusted: true } : {},
      );
      context.out.result(
        report,
        () =>
          `${plural(report.imported, "memory", "memories")} imported, ${report.merged} already stored${lowered(report)}${fromElsewhere(document, tacit.identity.canonical, report.imported)}`,
      );
    });
  },
};

function lowered({ lowered: count }: { readonly lowered: number }): string {
  return count === 0
    ? ""
    : `; ${count} lost the mark pinned, verified, written by a person or valid for every project (--trusted imports these marks)`;
}

/** Returns a note about an export of another project, because projects with the same name are easily confused. */
function fromElsewhere(document: unknown, here: string, imported: number): string {
  const from = (document as { readonly project?: unknown }).project;
  if (typeof from !== "string" || from === here) return "";
  return imported === 0
    ? `; exported from ${printable(from)}: all memories are already stored and stay in their projects`
    : `; exported from ${printable(from)}, imported into ${here}`;
}
