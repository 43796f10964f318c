/**
 * Simulates thirty days of work on one repository: real sessions in their order, spread over thirty days, on a clock that the bench
 * moves on. For each session, the bench reads what an agent would be shown at the start and at each prompt; then the session is
 * imported and learned from. On days 1, 10 and 30 it asks fixed questions and counts what is in the store.
 *
 * - `--data DIR`: a folder of transcripts, `*.jsonl.gz` (default: the sessions of cc-context-evaluator).
 * - `--without-known`: the writer's second look strikes no lesson because a memory says the same.
 * - `--questions FILE`: facts with two questions each (default: questions.jsonl here).
 * - `--without-consolidation`: never runs `tacit dream`.
 * - `--detail FILE`: writes the memories of the last day and the questions that were missed.
 */
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { gunzipSync } from "node:zlib";
import { openTacit } from "@tacit-memory/memory";
import { runCli } from "../../apps/cli/src/cli.ts";
import type { Event } from "../../packages/protocol/src/index.ts";
import { option } from "../arguments.ts";
import { round } from "../statistics.ts";
import { rankByStemmedBm25 } from "../stemmed-bm25.ts";
import { startWrittenReplies } from "./written-replies.ts";

interface Setup {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

const DAYS = 30;
// Commands run in this process: a worker that they start would use the machine's clock. A worker starts none.
process.env["TACIT_WORKER"] = "write-lessons";
const CHECKED_DAYS = [1, 10, 30];
const DAY_MS = 86_400_000;
/** Fixed, so that requests to the writer and their replies stay the same from run to run. */
const FIRST_DAY_MS = Date.UTC(2026, 0, 5, 8);
const HITS = 5;

interface Question {
  readonly id: string;
  /** Start of the id of the session that states the fact. */
  readonly session: string;
  readonly grade: number;
  readonly fact: string;
  readonly terms: readonly (readonly string[])[];
  readonly q_symptom: string;
  readonly q_file: string;
}

interface Session {
  readonly id: string;
  readonly day: number;
  readonly startMs: number;
  readonly endMs: number;
  readonly prompts: readonly { readonly atMs: number; readonly text: string }[];
  /** The transcript with its times moved. */
  readonly raw: string;
}

interface Listed {
  readonly id: string;
  readonly title: string;
  readonly content: string;
  readonly type: string;
  readonly tags: readonly string[];
  readonly lesson: object | null;
}

export async function run({ root, args, say }: Setup) {
  const data =
    option(args, "--data") ?? join(root, "..", "shared/data/sessions/cc-context-evaluator/raw");
  const sessions = await readSessions(data);
  if (sessions.length === 0) return { skipped: `no transcripts in ${data}: give --data DIR` };
  const questions = lines<Question>(
    readFileSync(
      option(args, "--questions") ?? join(import.meta.dirname, "questions.jsonl"),
      "utf8",
    ),
  );
  const knows = !args.includes("--without-known");
  const writer = await startWrittenReplies(join(import.meta.dirname, "replies.jsonl"), knows);
  const life = startLife();
  const consolidates = !args.includes("--without-consolidation");
  try {
    const checks = [];
    let today: Shown[] = [];
    const details = [];
    for (let day = 1; day <= DAYS; day++) {
      for (const session of sessions.filter((item) => item.day === day)) {
        today.push(await shownIn(life, session));
        await learnFrom(life, session, writer.url);
        if (consolidates) await life.json(["dream"]);
      }
      if (!CHECKED_DAYS.includes(day)) continue;
      life.clock.nowMs = FIRST_DAY_MS + day * DAY_MS;
      const known = (from: number) =>
        questions.filter(({ session }) =>
          sessions.some(({ id, day: on }) => id.startsWith(session) && on <= from),
        );
      const check = {
        day,
        sessions: sessions.filter((item) => item.day <= day).length,
        store: await inStore(life),
        answered: await Promise.all(
          CHECKED_DAYS.filter((from) => from <= day).map((from) =>
            answered(life, from, known(from)),
          ),
        ),
        shown: summarize(today),
      };
      today = [];
      if (option(args, "--detail") !== undefined)
        details.push({ day, asked: await askAll(life, known(day)) });
      checks.push(check);
      say(JSON.stringify(check));
    }
    const detail = option(args, "--detail");
    if (detail !== undefined)
      writeFileSync(
        detail,
        JSON.stringify({ memories: await life.json(LIST), asked: details }, null, 1),
      );
    return {
      sessions: sessions.length,
      questions: questions.length * 2,
      consolidates,
      knows,
      repliesMissing: writer.missing(),
      checks,
    };
  } finally {
    writer.close();
    life.remove();
  }
}

const LIST = ["list", "--limit", "5000"];

interface Life {
  readonly clock: { nowMs: number };
  readonly home: string;
  readonly folder: string;
  readonly json: (argv: readonly string[], input?: string) => Promise<unknown>;
  readonly print: (argv: readonly string[], input?: string) => Promise<string>;
  readonly remove: () => void;
}

/** Creates an empty home and project, and runs commands in this process with the clock of the simulation. */
function startLife(): Life {
  const base = mkdtempSync(join(tmpdir(), "tacit-days-"));
  const [home, folder, user] = [join(base, "home"), join(base, "project"), join(base, "user")];
  for (const path of [folder, user]) mkdirSync(path);
  const clock = { nowMs: FIRST_DAY_MS };
  const print = async (argv: readonly string[], input = ""): Promise<string> => {
    const printed = { out: "", err: "" };
    const status = await runCli(argv, {
      env: { TACIT_HOME: home, HOME: user },
      platform: process.platform,
      userHome: user,
      cwd: () => folder,
      stdin: Readable.from([Buffer.from(input)]),
      stdout: { columns: 100, write: (text) => (printed.out += text) },
      stderr: { columns: 100, write: (text) => (printed.err += text) },
      nowMs: () => clock.nowMs,
    });
    if (status !== 0) throw new Error(`tacit ${argv.join(" ")}: ${printed.err}${printed.out}`);
    return printed.out;
  };
  return {
    ...{ clock, home, folder, print },
    json: async (argv, input) => JSON.parse(await print([...argv, "--json"], input)) as unknown,
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

/** Reads the transcripts, oldest first, and spreads them evenly over the days. */
async function readSessions(data: string): Promise<Session[]> {
  const life = startLife();
  // Events that are later than the clock would get its time.
  life.clock.nowMs = Date.now();
  try {
    const files = readdirSync(data).filter((name) => name.endsWith(".jsonl.gz"));
    const raws = new Map(
      files.map((name) => [
        name.replace(".jsonl.gz", ""),
        gunzipSync(readFileSync(join(data, name))).toString("utf8"),
      ]),
    );
    for (const [id, raw] of raws) await importRaw(life, id, raw);
    const events = lines<Event>(await life.print(["events", "export"]));
    const bySession = [...Map.groupBy(events, ({ session }) => session)]
      .map(([id, own]) => ({ id, own, startMs: Math.min(...own.map(({ ts }) => Date.parse(ts))) }))
      .filter(({ id }) => raws.has(id))
      .toSorted((a, b) => a.startMs - b.startMs);
    return bySession.map(({ id, own, startMs }, i) => {
      const day = 1 + Math.floor((i * DAYS) / bySession.length);
      const first = bySession.findIndex(
        (_, at) => 1 + Math.floor((at * DAYS) / bySession.length) === day,
      );
      const moveMs = FIRST_DAY_MS + (day - 1) * DAY_MS + (i - first) * 2 * 3_600_000 - startMs;
      const times = own.map(({ ts }) => Date.parse(ts) + moveMs);
      return {
        ...{ id, day },
        startMs: startMs + moveMs,
        endMs: Math.max(...times),
        prompts: own.flatMap((event) =>
          event.kind === "prompt"
            ? [{ atMs: Date.parse(event.ts) + moveMs, text: event.text }]
            : [],
        ),
        raw: (raws.get(id) ?? "").replaceAll(
          /"timestamp":"([^"]+)"/g,
          (_, at: string) => `"timestamp":"${new Date(Date.parse(at) + moveMs).toISOString()}"`,
        ),
      };
    });
  } finally {
    life.remove();
  }
}

async function importRaw(life: Life, id: string, raw: string): Promise<void> {
  const path = join(life.folder, "..", `${id}.jsonl`);
  writeFileSync(path, raw);
  await life.json([
    "import",
    "transcript",
    path,
    "--host",
    "claude-code",
    "--project",
    life.folder,
  ]);
}

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
  const memories = (await life.json(LIST)) as readonly Listed[];
  return {
    megabytes: round(bytesIn(life.home) / 1_000_000),
    memories: memories.length,
    lessons: memories.filter(({ lesson }) => lesson !== null).length,
  };
}

async function answered(life: Life, from: number, facts: readonly Question[]) {
  const asked = await askAll(life, facts);
  const ranks = asked.map(({ rank }) => rank);
  const bm25 = await bm25RanksOf(life, facts, asked);
  const share = (of: readonly number[], most: number) =>
    round(of.filter((rank) => rank > 0 && rank <= most).length / Math.max(1, of.length));
  return {
    ofDaysUpTo: from,
    questions: ranks.length,
    inFive: share(ranks, HITS),
    first: share(ranks, 1),
    bm25InFive: share(bm25, HITS),
  };
}

/** Ranks the messages of the sessions so far by stemmed BM25. */
async function bm25RanksOf(
  life: Life,
  facts: readonly Question[],
  asked: readonly Asked[],
): Promise<number[]> {
  const messages = lines<Event>(await life.print(["events", "export"])).flatMap((event) =>
    event.kind === "prompt" || event.kind === "message" ? [event.text] : [],
  );
  const found = rankByStemmedBm25(
    messages,
    asked.map(({ query }) => query),
    HITS,
  );
  return asked.map(({ id }, i) => {
    const fact = facts.find((item) => item.id === id);
    return fact === undefined
      ? 0
      : (found[i] ?? []).findIndex((at) => says(messages[at] ?? "", fact)) + 1;
  });
}

interface Asked {
  readonly id: string;
  readonly query: string;
  /** Rank of the first hit that states the fact; 0 for none. */
  readonly rank: number;
  readonly hits: readonly string[];
}

async function askAll(life: Life, facts: readonly Question[]): Promise<Asked[]> {
  if (facts.length === 0) return [];
  const asked = facts.flatMap((fact) =>
    [fact.q_symptom, fact.q_file].map((query) => ({ fact, query })),
  );
  const batch = asked.map(({ query }, id) => JSON.stringify({ id, query })).join("\n");
  type Answer = { readonly hits: readonly { readonly content: string }[] };
  const answers = lines<Answer>(
    await life.print(["recall", "--batch", "-", "--limit", String(HITS)], batch),
  );
  return asked.map(({ fact, query }, i) => {
    const hits = (answers[i]?.hits ?? []).map(({ content }) => content);
    return { id: fact.id, query, rank: hits.findIndex((text) => says(text, fact)) + 1, hits };
  });
}

function says(text: string, { terms }: Question): boolean {
  const lower = text.toLowerCase();
  return terms.every((group) => group.some((term) => lower.includes(term.toLowerCase())));
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

function lines<T>(text: string): T[] {
  return text
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => JSON.parse(line) as T);
}

function bytesIn(folder: string): number {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}
