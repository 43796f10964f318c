/** `tacit models pull`: fetches an encoder's files, or takes them from a folder. */
import type { Command } from "../command.ts";
import { argument, flag, text } from "../given.ts";
import { withInterrupt } from "../interrupt.ts";
import { megabytes, plural, printable } from "../layout.ts";
import { withTacit } from "../open.ts";

export const modelsPull: Command = {
  name: "models pull",
  summary: "fetch an encoder that runs on this machine",
  arguments: [
    { name: "name", text: "bge-small-en-v1.5, all-MiniLM-L6-v2 or multilingual-e5-small" },
  ],
  options: [
    {
      flags: "--from <place>",
      text: "a folder or an address that has the files: a mirror, or a disk carried to a machine without network",
    },
    {
      flags: "--unpinned",
      text: "take files that do not hash to what Tacit knows, and remember what they hash to: for a model of your own",
    },
    { flags: "--allow-http", text: "fetch over http from another machine" },
  ],
  details:
    "Every file is checked against its sha256. A download that was interrupted goes on where it stopped. For a machine\nwithout network, copy the files to a folder, as they lie where they are published: `--from` with a folder that lacks\nsome says which, and the address. Models of Ollama are Ollama's: `ollama pull qwen3-embedding:0.6b`.",
  examples: [
    "tacit models pull bge-small-en-v1.5",
    "tacit models pull bge-small-en-v1.5 --from /media/usb/bge-small-en-v1.5",
    "tacit models pull all-MiniLM-L6-v2 --from https://mirror.example.org/all-MiniLM-L6-v2",
  ],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const models = await tacit.models();
      const name = argument(given, 0);
      const lock = await withInterrupt(world, (signal) =>
        models.pull({
          name,
          from: text(given, "from"),
          isUnpinned: flag(given, "unpinned"),
          allowHttp: flag(given, "allowHttp"),
          signal,
          onRetry: (file, reason, waitMs) =>
            world.out.say(
              `tacit: ${printable(reason)}, while fetching ${file}; trying again in ${waitMs / 1000} s`,
            ),
          onProgress: ({ file, bytes, totalBytes }) =>
            world.out.progress(
              `${file}: ${megabytes(bytes)}${totalBytes === null ? "" : ` of ${megabytes(totalBytes)}`}`,
            ),
        }),
      );
      world.out.result(lock, () =>
        [
          `${lock.name}: ${plural(lock.files.length, "file")}, ${megabytes(lock.files.reduce((sum, file) => sum + file.bytes, 0))}, ${lock.dims} dimensions`,
          lock.isPinned
            ? "every file is the one Tacit knows"
            : "not the files Tacit knows: trusted as they came, and remembered by their checksums",
          `use it with \`tacit models use ${lock.name}\``,
        ].join("\n"),
      );
    });
  },
};
