/** `tacit forget`: permanently removes memories, sessions or a project from every place where they are stored. */
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
    {
      flags: "--query <words>",
      text: "all memories, and recorded questions, that contain all of these words",
    },
    {
      flags: "--owner <name>",
      text: "everything of a person or agent in all projects: their memories and sessions",
    },
    {
      flags: "--session <id>",
      text: "delete the prompts and events of a past session and its digest; other memories learned from it stay",
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
    "With several filters, a memory must match all of them. At a terminal, the command asks first. Elsewhere, memories and a session that you name by id are deleted without `--yes`. The text is removed from the store, its index files, the spool, reports, backups, and the files in .tacit and skill files that Tacit wrote, in every checkout where a session worked and in the other worktrees of its repository. Git keeps earlier versions of those files. A tombstone without text keeps an import from bringing it back. `tacit archive` hides a memory and can be undone.",
  examples: [
    "tacit forget 4f3a91c2",
    "tacit forget --tag experiment --older-than 90d --dry-run",
    "tacit forget --session 0192f0c4-1f7a",
    "tacit forget --sessions --older-than 26w --dry-run",
    "tacit forget --everything --dry-run",
  ],
  run: async (input, context) => {
    refuseMixed(input);
    await withTacit(context, async (tacit) => {
      await forgetAsAsked(input, context, tacit);
      if (flag(input, "dryRun")) return;
      for (const { path, state, kind } of await tacit.exchange.cleanMemoryFiles())
        context.out.say(`tacit: ${path} ${kind === "skill" ? SKILL_STAYS : STAYS[state]}`);
    });
  },
};

const STAYS: Readonly<Record<"kept" | "unusable", string>> = {
  kept: "contains changes or memories that were not imported, so it was not changed and may still contain forgotten text\n  next: `tacit import export .tacit/memory --edits`, or delete the file",
  unusable:
    "cannot be changed (it is a link, too large, or not a regular file) and may still contain forgotten text\n  next: delete the text from it",
};

const SKILL_STAYS =
  "was edited, so it was not changed and still contains a forgotten procedure\n  next: delete the file";

async function forgetAsAsked(
  input: ParsedArgs,
  context: CommandContext,
  tacit: Tacit,
): Promise<void> {
  const session = text(input, "session");
  if (session !== undefined) return forgetSession(input, context, tacit, session);
  if (flag(input, "everything")) return forgetProject(input, context, tacit);
  if (flag(input, "sessions") || text(input, "owner") !== undefined)
    return forgetSessions(input, context, tacit);
  return forgetMemories(input, context, tacit);
}

/** Throws "usage" for options that contradict each other. */
function refuseMixed(input: ParsedArgs): void {
  const filters = FILTERS.filter((name) => text(input, name) !== undefined);
  const ways = [
    input.args.length > 0,
    text(input, "session") !== undefined,
    flag(input, "sessions"),
    flag(input, "everything"),
  ].filter((isGiven) => isGiven);
  if (text(input, "session") !== undefined && (ways.length > 1 || filters.length > 0)) {
    throw new MemoryError("usage", {
      reason: "--session cannot be combined with memory ids, --type, --tag, --file or --older-than",
    });
  }
  if (ways.length > 1 || (flag(input, "everything") && filters.length > 0)) {
    throw new MemoryError("usage", {
      reason: "choose one of: memory ids, filters, --session, --sessions, --everything",
    });
  }
  if (flag(input, "sessions") && filters.some((name) => ["type", "tag", "file"].includes(name)))
    throw new MemoryError("usage", {
      reason: "--sessions goes with --older-than, --query and --owner only",
    });
  if (ways.length === 0 ? filters.length === 0 : input.args.length > 0 && filters.length > 0) {
    throw new MemoryError("usage", {
      reason:
        "add memory ids, or at least one of --type, --tag, --file, --older-than, --query, --owner",
    });
  }
}

async function forgetMemories(
  input: ParsedArgs,
  context: CommandContext,
  tacit: Tacit,
): Promise<void> {
  const memories = await chosen(input, context, tacit);
  const questions = await questionsWith(input, tacit);
  const isDry = flag(input, "dryRun");
  if (!isDry && memories.length + questions.length > 0) {
    await agree(input, context, memories, questions.length);
    if (memories.length > 0) await tacit.memories.forget(memories.map((memory) => memory.id));
    if (questions.length > 0) await tacit.memories.forgetGaps(questions);
  }
  const nowMs = context.machine.nowMs();
  context.out.result(
    memories.map((memory) => memoryJson(memory, nowMs)),
    () => {
      const what = countOf(memories.length, questions.length);
      const isEmpty = memories.length + questions.length === 0;
      if (!isDry) return isEmpty ? "no memories to forget" : `forgotten: ${what}`;
      return isEmpty
        ? "no memories would be forgotten"
        : `${memoryList(memories, context.out, nowMs)}\n\n${what} would be forgotten`;
    },
  );
}

/** Returns the unanswered questions with all words of the query, unless a filter that questions do not have is given. */
async function questionsWith(input: ParsedArgs, tacit: Tacit): Promise<number[]> {
  const query = text(input, "query");
  const isOfMemories = FILTERS.some((name) => name !== "query" && text(input, name) !== undefined);
  if (query === undefined || isOfMemories) return [];
  const words = query.toLowerCase().split(/\s+/);
  const gaps = await tacit.memories.gaps({ withClosed: true });
  return gaps
    .filter((gap) => words.every((word) => gap.query.toLowerCase().includes(word)))
    .map(({ gid }) => gid);
}

function countOf(memories: number, questions: number): string {
  const what = plural(memories, "memory", "memories");
  return questions === 0 ? what : `${what} and ${plural(questions, "recorded question")}`;
}

/** Forgets a session by its id or the start of it, as in `tacit report`. */
async function forgetSession(
  input: ParsedArgs,
  context: CommandContext,
  tacit: Tacit,
  wanted: string,
): Promise<void> {
  const { id: session } = await tacit.sessions.report({ session: wanted });
  const isDry = flag(input, "dryRun");
  if (!isDry) {
    await agreeTo(input, context, `Delete all events of session ${session} permanently?`);
    await tacit.sessions.forget(session);
  }
  const verb = isDry ? "would be forgotten" : "forgotten";
  context.out.result({ session, forgotten: !isDry }, () => `${verb}: session ${session}`);
}

/** Forgets matching sessions and, for an owner, the owner's memories. */
async function forgetSessions(
  input: ParsedArgs,
  context: CommandContext,
  tacit: Tacit,
): Promise<void> {
  const found = await tacit.admin.toForget(filterOf(input, context));
  const memories = flag(input, "sessions") ? [] : found.memories;
  // Filters by properties of memories do not apply to sessions.
  const hasMemoryFilter = ["type", "tag", "file"].some((name) => text(input, name) !== undefined);
  const sessions = hasMemoryFilter ? [] : found.sessions;
  const isDry = flag(input, "dryRun");
  const what = [
    plural(memories.length, "memory", "memories"),
    plural(sessions.length, "session"),
  ].slice(flag(input, "sessions") ? 1 : 0);
  const questions = flag(input, "sessions") ? await questionsWith(input, tacit) : [];
  if (questions.length > 0) what.push(plural(questions.length, "recorded question"));
  const matching = memories.length + sessions.length + questions.length;
  const isEmpty = matching === 0;
  if (!isDry && !isEmpty) {
    await agreeToAll(input, context, matching, what.join(" and "));
    if (questions.length > 0) await tacit.memories.forgetGaps(questions);
    await tacit.admin.forget({
      memories: memories.map(({ id }) => id),
      sessions: sessions.map(({ id }) => id),
    });
  }
  const nowMs = context.machine.nowMs();
  const document = {
    memories: memories.map((memory) => memoryJson(memory, nowMs)),
    sessions: sessions.map(({ id, agent, lastEventMs }) => ({
      id,
      agent,
      lastEventAt: iso(lastEventMs),
    })),
    forgotten: !isDry && !isEmpty,
  };
  context.out.result(document, () => {
    if (isEmpty) return isDry ? "nothing would be forgotten" : "nothing to forget";
    if (!isDry) return `forgotten: ${what.join(", ")}`;
    const lines = sessions.map(
      ({ id, agent, task, lastEventMs }) =>
        `${id}  ${agent ?? ""}  ${formatAge(lastEventMs, nowMs)}  ${beginning(task ?? "", 60)}`,
    );
    const list = memories.length === 0 ? [] : [memoryList(memories, context.out, nowMs), ""];
    return [...list, ...lines, "", `${what.join(" and ")} would be forgotten`].join("\n");
  });
}

async function forgetProject(
  input: ParsedArgs,
  context: CommandContext,
  tacit: Tacit,
): Promise<void> {
  const { project, sessions, events } = await tacit.admin.status();
  const all = await tacit.memories.list({ state: null, withSuperseded: true });
  const memories = all.filter(({ projectId }) => projectId === tacit.projectId).length;
  const isDry = flag(input, "dryRun");
  const what = `${plural(memories, "memory", "memories")}, ${plural(sessions, "session")} and ${plural(events, "event")} of ${project.canonical}`;
  if (!isDry) {
    await agreeToAll(input, context, memories + sessions, what);
    await tacit.admin.forgetProject();
  }
  const document = { project: project.canonical, memories, sessions, events, forgotten: !isDry };
  context.out.result(document, () => (isDry ? `${what} would be forgotten` : `forgotten: ${what}`));
}

function filterOf(input: ParsedArgs, context: CommandContext) {
  const days = ageInDays(text(input, "olderThan"));
  return {
    type: choice(input, "type", MEMORY_TYPES),
    tag: text(input, "tag"),
    file: text(input, "file"),
    query: text(input, "query"),
    owner: text(input, "owner"),
    beforeMs: days === undefined ? undefined : context.machine.nowMs() - days * DAY_MS,
  };
}

/** Throws "usage". */
function ageInDays(input: string | undefined): number | undefined {
  if (input === undefined) return undefined;
  const [, number = "", unit = ""] = /^(\d{1,6})([dwy]?)$/.exec(input) ?? [];
  if (number === "") {
    throw new MemoryError("usage", {
      option: "--older-than",
      given: input,
      expected: "0 or more days, such as 90, 90d, 12w or 1y",
    });
  }
  return Number(number) * (DAYS_IN[unit] ?? 1);
}

async function chosen(input: ParsedArgs, context: CommandContext, tacit: Tacit): Promise<Memory[]> {
  if (input.args.length > 0)
    return Promise.all([...new Set(input.args)].map((id) => tacit.memories.get(id)));
  return (await tacit.admin.toForget(filterOf(input, context))).memories;
}

/** Asks for consent to forget memories. Without a terminal, naming them counts as consent. */
async function agree(
  input: ParsedArgs,
  context: CommandContext,
  memories: readonly Memory[],
  questions: number,
): Promise<void> {
  if (flag(input, "yes")) return;
  if (!isInteractive(context)) {
    if (input.args.length > 0) return;
    throw unconfirmed(memories.length + questions);
  }
  context.out.say(memoryList(memories.slice(0, MAX_SHOWN), context.out, context.machine.nowMs()));
  if (memories.length > MAX_SHOWN) context.out.say(`… and ${memories.length - MAX_SHOWN} more`);
  const question = `\nDelete ${countOf(memories.length, questions)} permanently?`;
  await agreeTo(input, context, question);
}

/** Asks for consent to forget many unnamed items. Without a terminal, `--yes` is required. */
async function agreeToAll(
  input: ParsedArgs,
  context: CommandContext,
  matching: number,
  what: string,
): Promise<void> {
  if (!flag(input, "yes") && !isInteractive(context)) throw unconfirmed(matching);
  await agreeTo(input, context, `Delete ${what} permanently?`);
}

function unconfirmed(matching: number): MemoryError {
  return new MemoryError("usage", {
    matching,
    reason: "add --yes to delete them, or --dry-run to list them",
  });
}

/** Asks for consent at a terminal only: elsewhere, naming what to forget counts as consent. */
async function agreeTo(
  input: ParsedArgs,
  context: CommandContext,
  question: string,
): Promise<void> {
  if (flag(input, "yes") || !isInteractive(context) || (await isAgreed(context, question))) return;
  throw new MemoryError("not_allowed", { reason: "canceled; nothing was forgotten" });
}
