/** `tacit forget`: removes memories, sessions or a project for good, from every place they are kept. */
import {
  beginning,
  COMMON_TYPES,
  formatAge,
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
import { iso, memoryJson } from "../../output/memory-json.ts";
import { memoryList } from "../../output/memory-text.ts";
import { choice, flag, text } from "../../parsed-args.ts";

const DAY_MS = 86_400_000;
const DAYS_IN: Readonly<Record<string, number>> = { "": 1, d: 1, w: 7, y: 365 };
const FILTERS = ["type", "tag", "file", "olderThan", "query", "owner"] as const;
const MAX_SHOWN = 10;

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
    {
      flags: "--older-than <age>",
      text: "all memories not confirmed for this long: days, or 90d, 12w, 1y",
    },
    { flags: "--query <words>", text: "all memories that contain all of these words" },
    {
      flags: "--owner <name>",
      text: "everything of a person or agent in all projects: their memories and sessions",
    },
    {
      flags: "--session <id>",
      text: "delete the prompts and events of a past session; memories learned from it stay",
    },
    {
      flags: "--sessions",
      text: "delete past sessions instead of memories: all, or those that match --older-than, --query or --owner",
    },
    {
      flags: "--everything",
      text: "delete all memories, sessions and counts of this project",
    },
    { flags: "--dry-run", text: "show what would be deleted, and how much" },
    { flags: "--yes", text: "do not ask for confirmation" },
  ],
  details:
    "With several filters, a memory must match all of them. The text is removed from the store, its index files, the spool, reports and backups. A tombstone without text keeps an import from bringing it back. `tacit archive` hides a memory and can be undone.",
  examples: [
    "tacit forget 4f3a91c2",
    "tacit forget --tag experiment --older-than 90d --dry-run",
    "tacit forget --session 0192f0c4-1f7a",
    "tacit forget --sessions --older-than 26w --dry-run",
    "tacit forget --everything --dry-run",
  ],
  run: async (given, world) => {
    refuseMixed(given);
    await withTacit(world, async (tacit) => {
      const session = text(given, "session");
      if (session !== undefined) return forgetSession(given, world, tacit, session);
      if (flag(given, "everything")) return forgetProject(given, world, tacit);
      if (flag(given, "sessions") || text(given, "owner") !== undefined)
        return forgetSessions(given, world, tacit);
      return forgetMemories(given, world, tacit);
    });
  },
};

/** Throws "usage" for options that contradict each other. */
function refuseMixed(given: ParsedArgs): void {
  const filters = FILTERS.filter((name) => text(given, name) !== undefined);
  const ways = [
    given.args.length > 0,
    text(given, "session") !== undefined,
    flag(given, "sessions"),
    flag(given, "everything"),
  ].filter((isGiven) => isGiven);
  if (text(given, "session") !== undefined && (ways.length > 1 || filters.length > 0)) {
    throw new MemoryError("usage", {
      reason: "--session cannot be combined with memory ids, --type, --tag, --file or --older-than",
    });
  }
  if (ways.length > 1 || (flag(given, "everything") && filters.length > 0)) {
    throw new MemoryError("usage", {
      reason: "choose one of: memory ids, filters, --session, --sessions, --everything",
    });
  }
  if (flag(given, "sessions") && filters.some((name) => ["type", "tag", "file"].includes(name)))
    throw new MemoryError("usage", {
      reason: "--sessions goes with --older-than, --query and --owner only",
    });
  if (ways.length === 0 ? filters.length === 0 : given.args.length > 0 && filters.length > 0) {
    throw new MemoryError("usage", {
      reason:
        "add memory ids, or at least one of --type, --tag, --file, --older-than, --query, --owner",
    });
  }
}

async function forgetMemories(
  given: ParsedArgs,
  world: CommandContext,
  tacit: Tacit,
): Promise<void> {
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
}

/** By the id or its beginning, as `tacit report` takes it. */
async function forgetSession(
  given: ParsedArgs,
  world: CommandContext,
  tacit: Tacit,
  wanted: string,
): Promise<void> {
  const { id: session } = await tacit.sessions.report({ session: wanted });
  const isDry = flag(given, "dryRun");
  if (!isDry) {
    await agreeTo(given, world, `Delete all events of session ${session} permanently?`);
    await tacit.sessions.forget(session);
  }
  const verb = isDry ? "would be forgotten" : "forgotten";
  world.out.result({ session, forgotten: !isDry }, () => `${verb}: session ${session}`);
}

/** Sessions that match; of an owner, their memories too. */
async function forgetSessions(
  given: ParsedArgs,
  world: CommandContext,
  tacit: Tacit,
): Promise<void> {
  const found = await tacit.admin.toForget(filterOf(given, world));
  const memories = flag(given, "sessions") ? [] : found.memories;
  // A filter by what memories are leaves sessions alone.
  const hasMemoryFilter = ["type", "tag", "file"].some((name) => text(given, name) !== undefined);
  const sessions = hasMemoryFilter ? [] : found.sessions;
  const isDry = flag(given, "dryRun");
  const what = [
    plural(memories.length, "memory", "memories"),
    plural(sessions.length, "session"),
  ].slice(flag(given, "sessions") ? 1 : 0);
  const isEmpty = memories.length + sessions.length === 0;
  if (!isDry && !isEmpty) {
    await agreeToAll(given, world, memories.length + sessions.length, what.join(" and "));
    await tacit.admin.forget({
      memories: memories.map(({ id }) => id),
      sessions: sessions.map(({ id }) => id),
    });
  }
  const nowMs = world.machine.nowMs();
  const document = {
    memories: memories.map((memory) => memoryJson(memory, nowMs)),
    sessions: sessions.map(({ id, agent, lastEventMs }) => ({
      id,
      agent,
      lastEventAt: iso(lastEventMs),
    })),
    forgotten: !isDry && !isEmpty,
  };
  world.out.result(document, () => {
    if (isEmpty) return isDry ? "nothing would be forgotten" : "nothing to forget";
    if (!isDry) return `forgotten: ${what.join(", ")}`;
    const lines = sessions.map(
      ({ id, agent, task, lastEventMs }) =>
        `${id}  ${agent ?? ""}  ${formatAge(lastEventMs, nowMs)}  ${beginning(task ?? "", 60)}`,
    );
    const list = memories.length === 0 ? [] : [memoryList(memories, world.out, nowMs), ""];
    return [...list, ...lines, "", `${what.join(" and ")} would be forgotten`].join("\n");
  });
}

async function forgetProject(
  given: ParsedArgs,
  world: CommandContext,
  tacit: Tacit,
): Promise<void> {
  const { project, sessions, events } = await tacit.admin.status();
  const all = await tacit.memories.list({ state: null, withSuperseded: true });
  const memories = all.filter(({ projectId }) => projectId === tacit.projectId).length;
  const isDry = flag(given, "dryRun");
  const what = `${plural(memories, "memory", "memories")}, ${plural(sessions, "session")} and ${plural(events, "event")} of ${project.canonical}`;
  if (!isDry) {
    await agreeToAll(given, world, memories + sessions, what);
    await tacit.admin.forgetProject();
  }
  const document = { project: project.canonical, memories, sessions, events, forgotten: !isDry };
  world.out.result(document, () => (isDry ? `${what} would be forgotten` : `forgotten: ${what}`));
}

function filterOf(given: ParsedArgs, world: CommandContext) {
  const days = ageInDays(text(given, "olderThan"));
  return {
    type: choice(given, "type", MEMORY_TYPES),
    tag: text(given, "tag"),
    file: text(given, "file"),
    query: text(given, "query"),
    owner: text(given, "owner"),
    beforeMs: days === undefined ? undefined : world.machine.nowMs() - days * DAY_MS,
  };
}

/** Throws "usage". */
function ageInDays(given: string | undefined): number | undefined {
  if (given === undefined) return undefined;
  const [, number = "", unit = ""] = /^(\d{1,6})([dwy]?)$/.exec(given) ?? [];
  if (number === "") {
    throw new MemoryError("usage", {
      option: "--older-than",
      given,
      expected: "0 or more days, such as 90, 90d, 12w or 1y",
    });
  }
  return Number(number) * (DAYS_IN[unit] ?? 1);
}

async function chosen(given: ParsedArgs, world: CommandContext, tacit: Tacit): Promise<Memory[]> {
  if (given.args.length > 0)
    return Promise.all([...new Set(given.args)].map((id) => tacit.memories.get(id)));
  return (await tacit.admin.toForget(filterOf(given, world))).memories;
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
    throw unconfirmed(memories.length);
  }
  world.out.say(memoryList(memories.slice(0, MAX_SHOWN), world.out, world.machine.nowMs()));
  if (memories.length > MAX_SHOWN) world.out.say(`… and ${memories.length - MAX_SHOWN} more`);
  const question = `\nDelete ${plural(memories.length, "memory", "memories")} permanently?`;
  await agreeTo(given, world, question);
}

/** Many things that were not named one by one: where nobody can be asked, `--yes` is needed. */
async function agreeToAll(
  given: ParsedArgs,
  world: CommandContext,
  matching: number,
  what: string,
): Promise<void> {
  if (!flag(given, "yes") && !isInteractive(world)) throw unconfirmed(matching);
  await agreeTo(given, world, `Delete ${what} permanently?`);
}

function unconfirmed(matching: number): MemoryError {
  return new MemoryError("usage", {
    matching,
    reason: "add --yes to delete them, or --dry-run to list them",
  });
}

/** Asks at a terminal only: elsewhere who names what to forget has agreed. */
async function agreeTo(given: ParsedArgs, world: CommandContext, question: string): Promise<void> {
  if (flag(given, "yes") || !isInteractive(world) || (await isAgreed(world, question))) return;
  throw new MemoryError("not_allowed", { reason: "canceled; nothing was forgotten" });
}
