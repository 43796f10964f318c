/** `tacit link`: links a memory to files or to another memory, or a place in the code to another place. */
import {
  MemoryError,
  RELATION_KINDS,
  relationWords,
  shortId,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import type { CommandContext } from "../../command-context.ts";
import { withTacit } from "../../open.ts";
import { printMemory } from "../../output/print-memory.ts";
import { argument, choice, flag, text, texts } from "../../parsed-args.ts";

const RELATIONS = ["relates_to", "derived_from", "contradicts", "supersedes"] as const;

export const link: Command = {
  name: "link",
  summary: "link a memory to files or to another memory, or a place in the code to another",
  arguments: [
    { name: "id", text: "memory id, or its last digits; with --to, `path` or `path:Symbol`" },
  ],
  options: [
    {
      flags: "--file <path>",
      text: "file or folder to add to the memory",
      isRepeatable: true,
    },
    { flags: "--memory <id>", text: "id of the other memory" },
    {
      flags: "--type <relation>",
      text: "type of the relation (default: relates_to)",
      choices: RELATIONS,
    },
    { flags: "--to <place>", text: "register a relation to this place: `path` or `path:Symbol`" },
    {
      flags: "--kind <kind>",
      text: "kind of that relation (default: depends_on)",
      choices: RELATION_KINDS,
    },
    { flags: "--note <text>", text: "reason of that relation" },
    { flags: "--remove", text: "remove the link instead" },
  ],
  details:
    "A superseded memory is no longer shown (`tacit restore` undoes this). Contradicting memories are queued for review.",
  examples: [
    "tacit link 4f3a91c2 --file src/store/migrate.ts",
    "tacit link 4f3a91c2 --memory 9b1e77d0 --type derived_from",
    "tacit link 4f3a91c2 --memory 9b1e77d0 --remove",
    "tacit link src/report.ts:columns --to schema/report.sql --kind generated_from",
  ],
  run: async (input, context) => {
    const place = text(input, "to");
    refuseIgnored(input);
    if (place !== undefined) {
      await withTacit(context, (tacit) => relate(context, tacit, input, place));
      return;
    }
    const [files, memory] = [texts(input, "file"), text(input, "memory")];
    const type = choice(input, "type", RELATIONS);
    if (files.length === 0 && memory === undefined) {
      throw new MemoryError("usage", { reason: "add --file, --memory or --to" });
    }
    await withTacit(context, async (tacit) => {
      const to = {
        files,
        ...(memory === undefined ? {} : { memory }),
        ...(type === undefined ? {} : { type }),
      };
      const id = argument(input, 0);
      const tied = flag(input, "remove")
        ? await tacit.memories.unlink(id, to)
        : await tacit.memories.link(id, to);
      await printMemory(context, tied);
    });
  },
};

/** Throws "usage" for an option that does not apply to this form of the command, instead of ignoring it. */
function refuseIgnored(input: ParsedArgs): void {
  const isGiven = (name: string) =>
    text(input, name) !== undefined || texts(input, name).length > 0;
  const reasons = (names: readonly string[], why: string) =>
    names.filter(isGiven).map((name) => `--${name} ${why}`);
  const [reason] = [
    ...(isGiven("to")
      ? reasons(["file", "memory", "type"], "does not apply with --to")
      : reasons(["kind", "note"], "needs --to")),
    ...(flag(input, "remove") ? reasons(["note"], "does not apply with --remove") : []),
    ...(isGiven("memory") ? [] : reasons(["type"], "needs --memory")),
  ];
  if (reason !== undefined) throw new MemoryError("usage", { reason });
}

/** Registers the relation; with `--remove`, removes it. */
async function relate(
  context: CommandContext,
  tacit: Pick<Tacit, "code" | "memories">,
  input: ParsedArgs,
  to: string,
): Promise<void> {
  const from = argument(input, 0);
  const kind = choice(input, "kind", RELATION_KINDS);
  if (flag(input, "remove")) {
    const ids = await tacit.code.relationMemories({ from, to, ...(kind && { kind }) });
    if (ids.length === 0) throw new MemoryError("usage", { reason: "no such relation", from, to });
    for (const id of ids) await tacit.memories.archive(id);
    context.out.result({ removed: ids }, () => `removed: ${ids.map(shortId).join(", ")}`);
    return;
  }
  const request = { from, to, kind: kind ?? ("depends_on" as const), note: text(input, "note") };
  const teaching = await tacit.code.relation(request);
  const admission = await tacit.memories.remember({
    ...teaching,
    source: "user_taught",
    // A person may register a relation for any reason, or for none.
    isVerbatim: true,
  });
  const { id, reason } = admission;
  context.out.result({ ...request, ...admission }, () =>
    id === null
      ? `not stored: ${reason}`
      : `registered: ${from} ${relationWords(request.kind)} ${to} (memory ${shortId(id)})`,
  );
}
