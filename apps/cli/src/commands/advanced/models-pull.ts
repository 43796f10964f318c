/** `tacit models pull`: downloads an encoder's files or copies them from a folder. */
import type { Command } from "../../command.ts";
import { withInterrupt } from "../../interrupt.ts";
import { opened } from "../../open.ts";
import { megabytes, plural, printable } from "../../output/layout.ts";
import { argument, flag, text } from "../../parsed-args.ts";

export const modelsPull: Command = {
  name: "models pull",
  summary: "download an encoder that runs on this machine",
  arguments: [
    { name: "name", text: "bge-small-en-v1.5, all-MiniLM-L6-v2 or multilingual-e5-small" },
  ],
  options: [
    {
      flags: "--from <place>",
      text: "a folder or a URL with the files, for example a mirror, or a disk for a machine without network",
    },
    {
      flags: "--unpinned",
      text: "accept files with unknown checksums and store their checksums (for your own models)",
    },
    { flags: "--allow-http", text: "allow download over http from another machine" },
  ],
  details:
    "Every file is checked against its SHA-256. An interrupted download resumes where it stopped. For a machine without network, copy the files to a folder with the same layout as the published model; `--from FOLDER` names missing files and their addresses. To download a model of Ollama, use `ollama pull qwen3-embedding:0.6b`.",
  examples: [
    "tacit models pull bge-small-en-v1.5",
    "tacit models pull bge-small-en-v1.5 --from /media/usb/bge-small-en-v1.5",
    "tacit models pull all-MiniLM-L6-v2 --from https://mirror.example.org/all-MiniLM-L6-v2",
  ],
  run: opened(async (tacit, context, input) => {
    const models = await tacit.admin.models();
    const name = argument(input, 0);
    const lock = await withInterrupt(context, (signal) =>
      models.pull({
        name,
        from: text(input, "from"),
        isUnpinned: flag(input, "unpinned"),
        allowHttp: flag(input, "allowHttp"),
        signal,
        onRetry: (file, reason, waitMs) =>
          context.out.say(
            `tacit: ${printable(reason)}, while downloading ${file}; retrying in ${waitMs / 1000} s`,
          ),
        onProgress: ({ file, bytes, totalBytes }) =>
          context.out.progress(
            `${file}: ${megabytes(bytes)}${totalBytes === null ? "" : ` of ${megabytes(totalBytes)}`}`,
          ),
      }),
    );
    context.out.result(lock, () =>
      [
        `${lock.name}: ${plural(lock.files.length, "file")}, ${megabytes(lock.files.reduce((sum, file) => sum + file.bytes, 0))}, ${lock.dims} dimensions`,
        lock.isPinned
          ? "all checksums are correct"
          : "unknown files: accepted, and their checksums are stored",
        `to use it, run \`tacit models use ${lock.name}\``,
      ].join("\n"),
    );
  }),
};
