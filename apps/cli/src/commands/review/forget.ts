/** `tacit forget`: removes memories for good, from every place they are kept. */
import {
  COMMON_TYPES,
  MEMORY_TYPES,
  type Memory,
  MemoryError,
  type Tacit,
} from "@tacit-memory/memory";
import type { Command, ParsedArgs } from "../../command.ts";
import { type CommandContext, isInteractive } from "../../command-context.ts";
import { isAgreed } from "../../input/ask.ts";
import { withTacit } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { memoryJson } from "../../output/memory-json.ts";
import { memoryList } from "../../output/memory-text.ts";
import { choice, count, flag, text } from "../../parsed-args.ts";

const DAY_MS = 86_400_000;

export const forget: Command = {
  name: "forget",
  summary: "delete memories permanently; only a tombstone without text stays",
  arguments: [
    { name: "id", text: "memory ids, or their last digits", isOptional: true, isVariadic: true },
  ],
  options: [
    {
      flags: "--type <type>",
      text: "all memories of this type; other types, such as handoff, are accepted too",
      choices: COMMON_TYPES,
      unlisted: MEMORY_TYPES,
    },
    { flags: "--tag <tag>", text: "all memories with this tag" },
    { flags: "--file <path>", text: "all memories about this file or folder" },
    { flags: "--older-than <days>", text: "all memories not confirmed for this number of days" },
    {
      flags: "--session <id>",
      text: "delete the prompts and events of a past session; memories learned from it stay",
    },
    { flags: "--dry-run", text: "show the memories without deleting them" },
    { flags: "--yes", text: "do not ask for confirmation" },
  ],
  details:
    "With several filters, a memory must match all of them. `tacit archive` hides a memory and can be undone.",
  examples: [
    "tacit forget 4f3a91c2",
    "tacit forget --tag experiment --older-than 90 --dry-run",
    "tacit forget --session 0192f0c4-1f7a",
  ],
  run: async (given, world) => {
    await withTacit(world, async (tacit) => {
      const session = text(given, "session");
      if (session !== undefined) {
        await forgetSession(given, world, tacit, session);
        return;
      }
      const memories = await chosen(given, world, tacit);
      const isDry = flag(given, "dryRun");
      if (!isDry && memories.length > 0) {
        await agree(given, world, memories);
        await tacit.memories.forget(memories.map((memory) => memory.id));
      }
      const nowMs = world.machine.nowMs();
      world.out.result(
        memories.map((memory) => memoryJson(memory, nowMs)),
        () => {
          const what = plural(memories.length, "memory", "memories");
          if (!isDry) return memories.length === 0 ? "no memories to forget" : `forgotten: ${what}`;
          return memories.length === 0
            ? "no memories would be forgotten"
            : `${memoryList(memories, world.out, nowMs)}\n\n${what} would be forgotten`;
        },
      );
    });
  },
};

/** By the id or its beginning, as `tacit report` takes it. */
async function forgetSession(
  given: ParsedArgs,
  world: CommandContext,
  tacit: Tacit,
  wanted: string,
): Promise<void> {
  if (given.args.length > 0 || hasFilter(given)) {
    throw new MemoryError("usage", {
      reason: "--session cannot be combined with memory ids, --type, --tag, --file or --older-than",
    });
  }
  const { id: session } = await tacit.sessions.report({ session: wanted });
  const isDry = flag(given, "dryRun");
  if (!isDry) {
    await agreeTo(given, world, `Delete all events of session ${session} permanently?`);
    await tacit.sessions.forget(session);
  }
  const verb = isDry ? "would be forgotten" : "forgotten";
  world.out.result({ session, forgotten: !isDry }, () => `${verb}: session ${session}`);
}

async function chosen(given: ParsedArgs, world: CommandContext, tacit: Tacit): Promise<Memory[]> {
  const filter = {
    type: choice(given, "type", MEMORY_TYPES),
    tag: text(given, "tag"),
    file: text(given, "file"),
  };
  const isFiltered = hasFilter(given);
  if (given.args.length > 0 === isFiltered) {
    throw new MemoryError("usage", {
      reason: "add memory ids, or at least one of --type, --tag, --file, --older-than",
    });
  }
  if (!isFiltered) return Promise.all([...new Set(given.args)].map((id) => tacit.memories.get(id)));
  const all = await tacit.memories.list({ ...filter, state: null, withSuperseded: true });
  const beforeMs = world.machine.nowMs() - (count(given, "olderThan") ?? 0) * DAY_MS;
  return all.filter((memory) => memory.confirmedAtMs <= beforeMs);
}

function hasFilter(given: ParsedArgs): boolean {
  const texts = ["type", "tag", "file"].map((name) => text(given, name));
  return [...texts, count(given, "olderThan")].some((one) => one !== undefined);
}

/** Named ones are agreed to by naming them, where nobody can be asked. */
async function agree(
  given: ParsedArgs,
  world: CommandContext,
  memories: readonly Memory[],
): Promise<void> {
  if (flag(given, "yes")) return;
  if (!isInteractive(world)) {
    if (given.args.length > 0) return;
    throw new MemoryError("usage", {
      matching: memories.length,
      reason: "add --yes to delete them, or --dry-run to list them",
    });
  }
  world.out.say(memoryList(memories.slice(0, 10), world.out, world.machine.nowMs()));
  if (memories.length > 10) world.out.say(`… and ${memories.length - 10} more`);
  const question = `\nDelete ${plural(memories.length, "memory", "memories")} permanently?`;
  await agreeTo(given, world, question);
}

/** Asks at a terminal only: elsewhere who names what to forget has agreed. */
async function agreeTo(given: ParsedArgs, world: CommandContext, question: string): Promise<void> {
  if (flag(given, "yes") || !isInteractive(world) || (await isAgreed(world, question))) return;
  throw new MemoryError("not_allowed", { reason: "canceled; nothing was forgotten" });
}
