/**
 * Simulates thirty days of work on one repository: real sessions in their order, spread over thirty days, on a clock that the bench
 * moves on. For each session, the bench reads what an agent would be shown at the start and at each prompt; then the session is
 * imported and learned from. On days 1, 10 and 30 it asks fixed questions and counts what is in the store.
 *
 * - `--data DIR`: a folder of transcripts, `*.jsonl.gz` (default: the sessions of cc-context-evaluator).
 * - `--without-known`: the writer's second look strikes no lesson because a memory says the same.
 * - `--without-consolidation`: never runs `tacit dream`.
 * - `--detail FILE`: writes the memories of the last day, and the hits of each question.
 */
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import type { Event } from "../../packages/protocol/src/index.ts";
import { option, type Setup } from "../arguments.ts";
import { type Fact, jsonLines, QUESTIONS, states } from "../facts.ts";
import { round } from "../statistics.ts";
import { rankByStemmedBm25 } from "../stemmed-bm25.ts";
import { FIRST_DAY_MS, type Life, startLife } from "./life.ts";
import { DAY_MS, DAYS, importRaw, readSessions, type Session } from "./sessions.ts";
import { startWrittenReplies } from "./written-replies.ts";

const CHECKED_DAYS = [1, 10, 30];
const HITS = 5;
const DEEP_HITS = 20;

interface Simulation {
  readonly life: Life;
  readonly sessions: readonly Session[];
  readonly facts: readonly Fact[];
}

export async function run({ root, args, say }: Setup) {
  const data =
    option(args, "--data") ?? join(root, "..", "shared/data/sessions/cc-context-evaluator/raw");
  const sessions = await readSessions(data);
  if (sessions.length === 0) {
    say(`SKIPPED: no transcripts in ${data}; give --data DIR`);
    return { skipped: "no data" };
  }
  const own = (name: string) => join(import.meta.dirname, name);
  const facts = jsonLines<Fact>(readFileSync(own("questions.jsonl"), "utf8"));
  const knows = !args.includes("--without-known");
  const consolidates = !args.includes("--without-consolidation");
  const writer = await startWrittenReplies(own("replies.jsonl"), knows);
  const life = startLife();
  const simulation = { life, sessions, facts };
  try {
    const checks = [];
    let shown: Shown[] = [];
    for (let day = 1; day <= DAYS; day++) {
      for (const session of sessions.filter((item) => item.day === day)) {
        shown.push(await shownIn(life, session));
        await learnFrom(life, session, writer.url);
        if (consolidates) await life.json(["dream"]);
      }
      if (!CHECKED_DAYS.includes(day)) continue;
      const check = { ...(await checkOn(day, simulation)), shown: summarize(shown) };
      shown = [];
      checks.push(check);
      say(JSON.stringify(check));
    }
    const detail = option(args, "--detail");
    if (detail !== undefined) writeFileSync(detail, await detailsOf(simulation));
    const questions = facts.length * QUESTIONS.length;
    const repliesMissing = writer.missing();
    return { sessions: sessions.length, questions, consolidates, knows, repliesMissing, checks };
  } finally {
    writer.close();
    life.remove();
  }
}

/** Counts what is in the store at the end of a day, and asks about the sessions up to each checked day. */
async function checkOn(day: number, { life, sessions, facts }: Simulation) {
  life.clock.nowMs = FIRST_DAY_MS + day * DAY_MS;
  const answers = [];
  for (const upTo of CHECKED_DAYS.filter((checked) => checked <= day)) {
    const past = sessions.filter((session) => session.day <= upTo);
    const about = facts.filter((fact) => past.some(({ id }) => id.startsWith(fact.session)));
    answers.push({ ofDaysUpTo: upTo, ...(await answered(life, about)) });
  }
  const until = sessions.filter((session) => session.day <= day).length;
  return { day, sessions: until, store: await inStore(life), answered: answers };
}

async function detailsOf({ life, facts }: Simulation): Promise<string> {
  const memories = await life.json(LIST);
  return JSON.stringify({ memories, asked: await askAll(life, facts, HITS) }, null, 1);
}

const LIST = ["list", "--limit", "5000"];

interface Shown {
  readonly start: number;
  readonly prompts: readonly number[];
}

/** Returns the tokens that an agent would be shown at the start of the session and at each of its prompts. */
async function shownIn({ clock, home, folder }: Life, session: Session): Promise<Shown> {
  clock.nowMs = session.startMs;
  const tacit = await openTacit({ home, cwd: folder, clock: () => clock.nowMs });
  try {
    const start = await tacit.brief.startBlock({ session: session.id, point: "session_start" });
    const prompts: number[] = [];
    for (const { atMs, text } of session.prompts) {
      clock.nowMs = Math.max(clock.nowMs, atMs);
      const block = await tacit.brief.promptBlock({ session: session.id, point: "prompt" }, text);
      prompts.push(block.tokens);
    }
    return { start: start.tokens, prompts };
  } finally {
    await tacit.close();
  }
}

async function learnFrom(life: Life, session: Session, url: string): Promise<void> {
  life.clock.nowMs = Math.max(life.clock.nowMs, session.endMs) + 3_600_000;
  await importRaw(life, session.id, session.raw);
  const how = ["--with", "openai-compatible", "--url", url, "--model", "replayed"];
  await life.json(["learn", ...how, "--sessions", "1000", "--yes", "--no-home"]);
}

async function inStore(life: Life) {
  const memories = (await life.json(LIST)) as readonly { readonly lesson: object | null }[];
  return {
    megabytes: round(bytesIn(life.home) / 1_000_000),
    memories: memories.length,
    lessons: memories.filter(({ lesson }) => lesson !== null).length,
  };
}

async function answered(life: Life, facts: readonly Fact[]) {
  const results = await askAll(life, facts, HITS);
  const ranks = results.map(({ rank }) => rank);
  const deep = (await askAll(life, facts, DEEP_HITS)).map(({ rank }) => rank);
  const bm25 = await bm25Ranks(life, results);
  const share = (of: readonly number[], maxRank: number) =>
    round(of.filter((rank) => rank > 0 && rank <= maxRank).length / Math.max(1, of.length));
  return {
    questions: ranks.length,
    inFive: share(ranks, HITS),
    first: share(ranks, 1),
    inTwenty: share(deep, DEEP_HITS),
    bm25InFive: share(bm25, HITS),
  };
}

/** Ranks the messages of the sessions so far by stemmed BM25. */
async function bm25Ranks(life: Life, questions: readonly AskedQuestion[]): Promise<number[]> {
  const messages = jsonLines<Event>(await life.print(["events", "export"])).flatMap((event) =>
    event.kind === "prompt" || event.kind === "message" ? [event.text] : [],
  );
  const queries = questions.map(({ query }) => query);
  const found = rankByStemmedBm25(messages, queries, HITS);
  return questions.map(
    ({ fact }, i) => (found[i] ?? []).findIndex((at) => states(messages[at] ?? "", fact)) + 1,
  );
}

interface AskedQuestion {
  readonly fact: Fact;
  readonly query: string;
  /** Rank of the first hit that states the fact; 0 for none. */
  readonly rank: number;
  readonly hits: readonly string[];
}

async function askAll(life: Life, facts: readonly Fact[], limit: number): Promise<AskedQuestion[]> {
  if (facts.length === 0) return [];
  const questions = facts.flatMap((fact) => QUESTIONS.map((kind) => ({ fact, query: fact[kind] })));
  const batch = questions.map(({ query }, id) => JSON.stringify({ id, query })).join("\n");
  type Answer = { readonly hits: readonly { readonly content: string }[] };
  const answers = jsonLines<Answer>(
    await life.print(["recall", "--batch", "-", "--limit", String(limit)], batch),
  );
  return questions.map(({ fact, query }, i) => {
    const hits = (answers[i]?.hits ?? []).map(({ content }) => content);
    return { fact, query, rank: hits.findIndex((text) => states(text, fact)) + 1, hits };
  });
}

function summarize(shown: readonly Shown[]) {
  const prompts = shown.flatMap((item) => item.prompts);
  const mean = (numbers: readonly number[]) =>
    Math.round(numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length));
  return {
    sessions: shown.length,
    startTokens: mean(shown.map(({ start }) => start)),
    mostStartTokens: Math.max(0, ...shown.map(({ start }) => start)),
    promptTokens: mean(prompts),
    tokensASession: mean(
      shown.map(({ start, prompts: own }) => start + own.reduce((sum, n) => sum + n, 0)),
    ),
  };
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
