/**
 * `tacit learn --with WRITER`: a language model reads past sessions and writes lessons. It shows the cost, asks for consent,
 * processes the sessions one by one, and shows what was learned.
 */
import { MemoryError, type PlannedSession, type Tacit } from "@tacit-memory/memory";
import type { ParsedArgs } from "../command.ts";
import { type CommandContext, isInteractive } from "../command-context.ts";
import { isAgreed } from "../input/ask.ts";
import { plural } from "../output/layout.ts";
import { promotedJson } from "../output/memory-json.ts";
import { memoryList } from "../output/memory-text.ts";
import { count, flag, text } from "../parsed-args.ts";
import { droppedIn, type Lessons, writeLessons } from "./session-lessons.ts";

export const WITH_OPTIONS = [
  {
    flags: "--with <writer>",
    text: "learn from past sessions with a model: claude-code, codex, gemini, ollama:NAME, openai-compatible or anthropic",
  },
  {
    flags: "--sessions <n>",
    text: "with --with: maximum number of sessions, newest first (default: 20)",
  },
  {
    flags: "--dry-run",
    text: "with --with: print the text of the first call, and what the second adds, without sending it",
  },
  { flags: "--model <name>", text: "with --with: name of the model" },
  { flags: "--url <address>", text: "with --with: address of the server" },
  { flags: "--key-env <variable>", text: "with --with: environment variable with the API key" },
  { flags: "--allow-http", text: "with --with: allow sending text to another machine over http" },
] as const;

/** One line, shown if no writer is chosen. */
export const WRITER_OFFER =
  "to learn from past sessions with a model that you already use, run `tacit learn --with claude-code` (or codex, gemini, …); it shows the price first";

const SESSIONS = 20;
/** English text has about four characters a token. */
const TOKEN_CHARS = 4;
/**
 * Input tokens of the second question, which repeats about six lessons with their lines and contains up to eight earlier lessons, and
 * output tokens of both answers; measured on past sessions.
 */
const SECOND_TOKENS = 2000;
const ANSWER_TOKENS = 700;

interface Price {
  readonly sessions: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export async function learnWith(
  input: ParsedArgs,
  context: CommandContext,
  tacit: Tacit,
): Promise<void> {
  const name = text(input, "with") ?? "";
  const writers = await tacit.admin.writers();
  const writer = await writers.named({
    name,
    url: text(input, "url"),
    model: text(input, "model"),
    keyName: text(input, "keyEnv"),
    allowHttp: flag(input, "allowHttp"),
  });
  const maxSessions = count(input, "sessions", 1) ?? SESSIONS;
  const planned = await tacit.sessions.planLessons(maxSessions);
  const price = priceOf(planned);
  if (flag(input, "dryRun")) return printPlan(context, name, planned, price);
  if (planned.length === 0) {
    const lessons = { sessions: [], memories: [] };
    return printLearned(context, name, price, lessons);
  }
  context.out.say(priceText(name, price));
  await mustAgree(input, context, name);
  let done = 0;
  const meter = () => context.out.progress(`Lessons  ${name} reads ${done + 1}/${planned.length}`);
  meter();
  const lessons = await writeLessons(context, tacit, {
    requested: { writer, maxSessions },
    onSession: (written) => {
      done++;
      const made = written.problem ?? plural(written.stored.length, "lesson");
      context.out.endProgress();
      context.out.say(`Lessons  ${done}/${planned.length}  ${written.session}: ${made}`);
      if (done < planned.length) meter();
    },
  });
  context.out.endProgress();
  const [first, ...others] = lessons.sessions.map(({ problem }) => problem);
  if (typeof first === "string" && others.every((problem) => problem !== null))
    throw new MemoryError("model_failed", { reason: first, model: name });
  printLearned(context, name, price, lessons);
}

function priceOf(planned: readonly PlannedSession[]): Price {
  const chars = planned.reduce(
    (sum, { first, second }) =>
      sum + first.system.length + first.user.length + second.system.length,
    0,
  );
  return {
    sessions: planned.length,
    tokensIn: Math.round(chars / TOKEN_CHARS) + planned.length * SECOND_TOKENS,
    tokensOut: planned.length * ANSWER_TOKENS,
  };
}

function priceText(name: string, { sessions, tokensIn, tokensOut }: Price): string {
  return `Lessons  ${name} would read ${plural(sessions, "session")}: about ${plural(tokensIn, "token")} in, ${plural(tokensOut, "token")} out, in ${sessions * 2} calls`;
}

/** Asks for consent. Throws "usage" without a terminal. */
async function mustAgree(input: ParsedArgs, context: CommandContext, name: string): Promise<void> {
  if (flag(input, "yes")) return;
  if (!isInteractive(context)) {
    const reason = `no text was sent to ${name}, because there is no terminal for a confirmation; add --yes, or add --dry-run to print the text`;
    throw new MemoryError("usage", { reason });
  }
  if (
    !(await isAgreed(
      context,
      "         Send these sessions, and what the repository says about their lessons, to this model?",
    ))
  )
    throw new MemoryError("not_allowed", { reason: "canceled; nothing was sent" });
}

function printPlan(
  context: CommandContext,
  writer: string,
  planned: readonly PlannedSession[],
  price: Price,
): void {
  context.out.result({ writer, price, sessions: planned }, () =>
    [
      ...planned.flatMap(({ session, first, second }) => [
        `=== Session ${session}, first call: system`,
        first.system,
        `=== Session ${session}, first call: user`,
        first.user,
        `=== Session ${session}, second call, after at least one lesson: system`,
        second.system,
        `=== Session ${session}, second call: user, without what depends on the first answer: its lessons, the lines they cite, up to eight earlier lessons of the model, and excerpts of the repository`,
        second.user,
      ]),
      planned.length === 0 ? NO_SESSIONS_TEXT : priceText(writer, price),
      "Nothing was sent.",
    ].join("\n"),
  );
}

const NO_SESSIONS_TEXT =
  "No unread finished sessions. To import old transcripts, run `tacit import transcript PATH`.";

function printLearned(
  context: CommandContext,
  writer: string,
  price: Price,
  lessons: Lessons,
): void {
  const { sessions, memories } = lessons;
  context.out.result({ writer, price, sessions, memories: memories.map(promotedJson) }, () => {
    if (sessions.length === 0) return NO_SESSIONS_TEXT;
    const { nowMs } = context.machine;
    const list = memories.length === 0 ? [] : [memoryList(memories, context.out, nowMs()), ""];
    const reinforcedCount = sessions.flatMap(({ reinforced }) => reinforced).length;
    const sum = `${plural(sessions.length, "session")} read, ${plural(memories.length, "lesson")} learned, ${reinforcedCount} already known, ${droppedIn(sessions)} dropped; for the reasons, run \`tacit report SESSION\``;
    return [...list, sum].join("\n");
  });
}
