/**
 * `tacit learn --with WRITER`: a language model reads past sessions and writes lessons. First what it costs, then consent, then
 * the sessions one by one, then what was learned.
 */
import { MemoryError, type PlannedSession, type Tacit } from "@tacit-memory/memory";
import { isAgreed } from "./ask.ts";
import type { Given } from "./command.ts";
import { count, flag, text } from "./given.ts";
import { plural } from "./layout.ts";
import { promotedJson } from "./memory-json.ts";
import { memoryList } from "./memory-text.ts";
import { droppedIn, type Lessons, writeLessons } from "./session-lessons.ts";
import { isInteractive, type World } from "./world.ts";

export const WITH_OPTIONS = [
  {
    flags: "--with <writer>",
    text: "let a model read past sessions: claude-code, codex, gemini, ollama:NAME, openai-compatible or anthropic",
  },
  { flags: "--sessions <n>", text: "with --with: no more than so many, the newest; default: 20" },
  { flags: "--dry-run", text: "with --with: print exactly what would be sent, and send nothing" },
  { flags: "--model <name>", text: "with --with: the writer's model" },
  { flags: "--url <address>", text: "with --with: the writer's server" },
  { flags: "--key-env <variable>", text: "with --with: the variable that holds its key" },
  { flags: "--allow-http", text: "with --with: send text to another machine over http" },
] as const;

/** One line, where nobody has chosen a writer. */
export const WRITER_OFFER =
  "a model you already have can read past sessions: `tacit learn --with claude-code` (codex, gemini, …); price first";

const SESSIONS = 20;
/** English text has about four characters a token. */
const TOKEN_CHARS = 4;
/** The second question repeats about six lessons with their lines; both answers together. In tokens, measured on past sessions. */
const SECOND_TOKENS = 1500;
const ANSWER_TOKENS = 700;

interface Price {
  readonly sessions: number;
  readonly tokensIn: number;
  readonly tokensOut: number;
}

export async function learnWith(given: Given, world: World, tacit: Tacit): Promise<void> {
  const name = text(given, "with") ?? "";
  const writers = await tacit.writers();
  const writer = await writers.named({
    name,
    url: text(given, "url"),
    model: text(given, "model"),
    keyName: text(given, "keyEnv"),
    allowHttp: flag(given, "allowHttp"),
  });
  const most = count(given, "sessions", 1) ?? SESSIONS;
  const planned = await tacit.planLessons(most);
  const price = priceOf(planned);
  if (flag(given, "dryRun")) return printPlan(world, name, planned, price);
  if (planned.length === 0) {
    const lessons = { sessions: [], memories: [] };
    return printLearned(world, name, price, lessons);
  }
  world.out.say(priceText(name, price));
  await mustAgree(given, world, name);
  let done = 0;
  const meter = () => world.out.progress(`Lessons  ${name} reads ${done + 1}/${planned.length}`);
  meter();
  const lessons = await writeLessons(world, tacit, {
    asked: { writer, most },
    onSession: (written) => {
      done++;
      const made = written.problem ?? plural(written.stored.length, "lesson");
      world.out.endProgress();
      world.out.say(`Lessons  ${done}/${planned.length}  ${written.session}: ${made}`);
      if (done < planned.length) meter();
    },
  });
  world.out.endProgress();
  const [first, ...others] = lessons.sessions.map(({ problem }) => problem);
  if (typeof first === "string" && others.every((problem) => problem !== null))
    throw new MemoryError("model_failed", { reason: first, model: name });
  printLearned(world, name, price, lessons);
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

/** Throws "usage" where nobody can be asked. */
async function mustAgree(given: Given, world: World, name: string): Promise<void> {
  if (flag(given, "yes")) return;
  if (!isInteractive(world)) {
    const reason = `${name} is asked only after somebody agreed, and there is no terminal to ask at: add --yes, or see with --dry-run what would be sent`;
    throw new MemoryError("usage", { reason });
  }
  if (!(await isAgreed(world, "         What was said in them is sent there. Go on?")))
    throw new MemoryError("not_allowed", { reason: "you said no; nothing was sent" });
}

function printPlan(
  world: World,
  writer: string,
  planned: readonly PlannedSession[],
  price: Price,
): void {
  world.out.result({ writer, price, sessions: planned }, () =>
    [
      ...planned.flatMap(({ session, first, second }) => [
        `=== Session ${session}, first call: system`,
        first.system,
        `=== Session ${session}, first call: user`,
        first.user,
        `=== Session ${session}, second call, after at least one lesson: system`,
        second.system,
        `=== Session ${session}, second call: user, with the lessons of the first answer, the lines they cite and excerpts of the repository about them at its beginning and end`,
        second.user,
      ]),
      planned.length === 0 ? NOTHING : priceText(writer, price),
      "Nothing was sent.",
    ].join("\n"),
  );
}

const NOTHING =
  "No finished session is left to read. `tacit import transcript` takes in transcripts of the past.";

function printLearned(world: World, writer: string, price: Price, lessons: Lessons): void {
  const { sessions, memories } = lessons;
  world.out.result({ writer, price, sessions, memories: memories.map(promotedJson) }, () => {
    if (sessions.length === 0) return NOTHING;
    const { nowMs } = world.machine;
    const list = memories.length === 0 ? [] : [memoryList(memories, world.out, nowMs()), ""];
    const known = sessions.flatMap(({ reinforced }) => reinforced).length;
    const sum = `${plural(sessions.length, "session")} read, ${plural(memories.length, "lesson")} learned, ${known} known before, ${droppedIn(sessions)} dropped; \`tacit report SESSION\` says why`;
    return [...list, sum].join("\n");
  });
}
