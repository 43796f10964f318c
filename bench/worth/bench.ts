/**
 * Measures whether questions asked weeks later recall facts that a careful reader found in past sessions. Runs from the raw
 * transcripts through `tacit import transcript` and `tacit recall --batch`, in separate processes, to the texts that an agent
 * reads. A question counts as answered when one of the first five hits contains all key terms of the fact.
 *
 * - `--set DIR`: sessions.jsonl, sessions/…/raw.*, and facts.jsonl for each half (README.md describes how such a set is
 *   created).
 * - `--half dev|test` (default test).
 * - `--writer REPLIES_DIR` and `--write-requests DIR`: a model reads the sessions too, with replies from files; adds the
 *   share of facts that a memory states.
 * - `--asked REPLIES` and `--write-asked DIR`: the same for the requests to the running agent (`asked.ts`).
 * - `--trees DIR`: the files of each repository, in DIR/OWNER+NAME.
 * - `--more DIR`: further transcripts of each repository, in DIR/OWNER+NAME; the questions stay the same.
 *
 * The same run includes BM25 over the messages of the same sessions, stemmed and without stop words, and whether any message
 * states the fact at all.
 */
import { spawn, spawnSync } from "node:child_process";
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { extname, join } from "node:path";
import type { Event } from "../../packages/protocol/src/index.ts";
import { option, type Setup } from "../arguments.ts";
import { type Fact, jsonLines, QUESTIONS, states } from "../facts.ts";
import { round } from "../statistics.ts";
import { rankByStemmedBm25 } from "../stemmed-bm25.ts";
import { type AskedSession, askThrough, type NoteMemory, summarizeAsked } from "./asked.ts";
import { type ReplayedWriter, startReplayedWriter } from "./replayed-writer.ts";

interface Session {
  readonly id: string;
  readonly half: string;
  readonly dir: string;
  readonly raw: string;
  readonly repo: string;
}

interface RepoFact extends Fact {
  readonly repo: string;
}

const DEPTH = 5;

export async function run({ root, args, say }: Setup) {
  const set = option(args, "--set");
  const half = option(args, "--half") ?? "test";
  if (set === undefined || !existsSync(join(set, half, "facts.jsonl"))) {
    return { skipped: "no reference set: give --set DIR (bench/worth/README.md)" };
  }
  const sessions = lines<Session>(join(set, "sessions.jsonl")).filter((line) => line.half === half);
  const facts = lines<RepoFact>(join(set, half, "facts.jsonl"));
  const folder = mkdtempSync(join(tmpdir(), "tacit-worth-"));
  const tacit = (words: readonly string[], input?: string) => runTacit(root, folder, words, input);
  const [replies, requests] = [option(args, "--writer"), option(args, "--write-requests")];
  const isWritten = replies !== undefined || requests !== undefined;
  const writer = isWritten ? await startReplayedWriter(replies, requests) : null;
  try {
    const rows: Row[] = [];
    const stated: boolean[] = [];
    const memories: Reply[] = [];
    const written: Written[] = [];
    const sessionResults: (AskedSession & { readonly repo: string })[] = [];
    const notes: (NoteMemory & { readonly repo: string })[] = [];
    const folders = { replies: option(args, "--asked"), requests: option(args, "--write-asked") };
    for (const repo of new Set(sessions.map((session) => session.repo))) {
      const project = makeProject(folder, repo, option(args, "--trees"));
      const own = sessions.filter((session) => session.repo === repo);
      const more = transcriptsIn(option(args, "--more"), repo);
      for (const raw of [...copiesOf(own, set, folder), ...more])
        tacit(["import", "transcript", raw, "--project", project, "--json"]);
      if (writer !== null) written.push(...(await writeLessons(root, folder, project, writer)));
      const questions = facts.filter((fact) => fact.repo === repo);
      const listed = JSON.parse(tacit(["list", "--project", project, "--json", "--limit", "500"]));
      memories.push(...(listed as Reply[]).map((memory) => ({ ...memory, repo })));
      const exported = tacit(["events", "export", "--project", project]);
      const answered = await askThrough(sessionsIn(exported), folders);
      sessionResults.push(...answered.sessionResults.map((session) => ({ ...session, repo })));
      notes.push(...answered.memories.map((memory) => ({ ...memory, repo })));
      const messages = messagesIn(exported);
      for (const fact of questions) stated.push(messages.some((text) => states(text, fact)));
      rows.push(
        ...answersOf(questions, messages, (batch) =>
          tacit(["recall", "--batch", "-", "--limit", String(DEPTH), "--project", project], batch),
        ),
      );
      say(
        `${repo}: ${own.length} sessions and ${more.length} more transcripts, ${questions.length} facts`,
      );
    }
    const detail = option(args, "--detail");
    if (detail !== undefined)
      writeFileSync(detail, JSON.stringify({ rows, memories, notes }, null, 1));
    return {
      half,
      sessions: sessions.length,
      facts: facts.length,
      answeredInFive: shares(rows),
      statedInSomeMessage: round(mean(stated.map(Number))),
      memoriesLearned: memories.length,
      factsStatedByMemory: statedBy(facts, memories),
      ...(writer === null ? {} : { writer: yieldOf(writer, written, facts, memories) }),
      asked: {
        ...summarizeAsked(sessionResults, notes),
        factsSaidByThen: sharesOf(facts, (fact) =>
          sessionResults.some(
            ({ repo, requests }) =>
              repo === fact.repo && requests.some(({ messages }) => states(messages, fact)),
          ),
        ),
        notes: notes.length,
        notesPerSession: round(notes.length / Math.max(1, sessionResults.length)),
        factsStatedByNote: statedBy(facts, notes),
      },
    };
  } finally {
    writer?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Reply {
  readonly repo: string;
  readonly title: string;
  readonly content: string;
  /** Null when no model wrote the lesson. */
  readonly lesson: object | null;
}

interface Written {
  readonly stored: readonly string[];
  readonly reinforced: readonly string[];
  readonly dropped: Readonly<Record<string, number>>;
  readonly problem: string | null;
}

/** Runs the writer asynchronously, because this process answers its requests. */
async function writeLessons(
  root: string,
  folder: string,
  project: string,
  { url }: ReplayedWriter,
): Promise<Written[]> {
  const how = ["--with", "openai-compatible", "--url", url, "--model", "replayed"];
  const words = ["learn", ...how, "--sessions", "1000", "--yes", "--no-home", "--json"];
  const { argv, options } = commandOf(root, folder, [...words, "--project", project]);
  const child = spawn(process.execPath, argv, options);
  const printed = { stdout: "", stderr: "" };
  child.stdout.on("data", (chunk: Buffer) => (printed.stdout += chunk.toString("utf8")));
  child.stderr.on("data", (chunk: Buffer) => (printed.stderr += chunk.toString("utf8")));
  const status = await new Promise((resolve) => child.on("close", resolve));
  if (status !== 0) throw new Error(`tacit learn --with: ${printed.stderr.slice(0, 2000)}`);
  return (JSON.parse(printed.stdout) as { readonly sessions: readonly Written[] }).sessions.slice();
}

function yieldOf(
  writer: ReplayedWriter,
  written: readonly Written[],
  facts: readonly RepoFact[],
  memories: readonly Reply[],
) {
  const lessons = memories.filter(({ lesson }) => lesson !== null);
  const dropped: Record<string, number> = {};
  for (const [why, count] of written.flatMap((item) => Object.entries(item.dropped)))
    dropped[why] = (dropped[why] ?? 0) + count;
  return {
    sessions: written.length,
    replies: writer.answered(),
    repliesMissing: writer.missing(),
    problems: written.filter(({ problem }) => problem !== null).length,
    lessons: lessons.length,
    lessonsPerSession: round(lessons.length / Math.max(1, written.length)),
    dropped,
    factsStatedByLesson: statedBy(facts, lessons),
  };
}

interface Stating {
  readonly repo: string;
  readonly title: string;
  readonly content: string;
}

function statedBy(facts: readonly RepoFact[], memories: readonly Stating[]) {
  return sharesOf(facts, (fact) =>
    memories.some(
      ({ repo, title, content }) => repo === fact.repo && states(`${title}\n${content}`, fact),
    ),
  );
}

/** Returns the share of all facts and of the important ones. */
function sharesOf(facts: readonly RepoFact[], holds: (fact: RepoFact) => boolean) {
  const share = (some: readonly RepoFact[]) => round(mean(some.map((fact) => Number(holds(fact)))));
  return { all: share(facts), grade2: share(facts.filter(({ grade }) => grade === 2)) };
}

interface Row {
  readonly fact: string;
  readonly grade: number;
  readonly kind: (typeof QUESTIONS)[number];
  readonly question: string;
  /** Rank of the first hit that states the fact; 0 for none. */
  readonly tacit: number;
  readonly bm25: number;
  readonly hits: readonly string[];
}

function answersOf(
  facts: readonly RepoFact[],
  messages: readonly string[],
  recallBatch: (input: string) => string,
): Row[] {
  const questions = facts.flatMap((fact) =>
    QUESTIONS.map((kind) => ({ fact, kind, question: fact[kind] })),
  );
  if (questions.length === 0) return [];
  const batch = questions
    .map(({ question }, id) => JSON.stringify({ id, query: question }))
    .join("\n");
  type Answer = { readonly hits: readonly { readonly content: string }[] };
  const answers = jsonLines<Answer>(recallBatch(batch));
  const baseline = rankByStemmedBm25(
    messages,
    questions.map(({ question }) => question),
    DEPTH,
  );
  return questions.map(({ fact, kind, question }, i) => {
    const hits = (answers[i]?.hits ?? []).map(({ content }) => content);
    const others = (baseline[i] ?? []).map((at) => messages[at] ?? "");
    const rank = (texts: readonly string[]) => texts.findIndex((text) => states(text, fact)) + 1;
    return {
      fact: fact.id,
      grade: fact.grade,
      kind,
      question,
      tacit: rank(hits),
      bm25: rank(others),
      hits,
    };
  });
}

function shares(rows: readonly Row[]) {
  const share = (some: readonly Row[]) => ({
    tacit: round(mean(some.map(({ tacit }) => Number(tacit > 0)))),
    tacitFirst: round(mean(some.map(({ tacit }) => Number(tacit === 1)))),
    bm25: round(mean(some.map(({ bm25 }) => Number(bm25 > 0)))),
    questions: some.length,
  });
  return {
    all: share(rows),
    symptom: share(rows.filter(({ kind }) => kind === "q_symptom")),
    file: share(rows.filter(({ kind }) => kind === "q_file")),
    grade2: share(rows.filter(({ grade }) => grade === 2)),
  };
}

function messagesIn(exported: string): string[] {
  type Question = { readonly kind: string; readonly text?: string };
  const messages = jsonLines<Question>(exported).filter(
    ({ kind }) => kind === "prompt" || kind === "message",
  );
  return messages.map(({ text = "" }) => text);
}

function sessionsIn(exported: string): Event[][] {
  return [...Map.groupBy(jsonLines<Event>(exported), ({ session }) => session).values()];
}

/** Creates the project with the repository's files when they are available, because lessons are compared with the files. */
function makeProject(folder: string, repo: string, trees: string | undefined): string {
  const name = repo.replaceAll("/", "+");
  const project = join(folder, name);
  mkdirSync(project);
  if (trees !== undefined && existsSync(join(trees, name)))
    cpSync(join(trees, name), project, { recursive: true });
  spawnSync("git", ["init", "-q", project]);
  return project;
}

/** Copies transcripts under unique names: in some formats the file name is the only session id. */
function copiesOf(sessions: readonly Session[], set: string, folder: string): string[] {
  return sessions.map((session) => {
    const raw = join(folder, `${session.id}${extname(session.raw)}`);
    copyFileSync(join(set, session.dir, session.raw), raw);
    return raw;
  });
}

/** Returns the further transcripts of a repository, in the order of their names. */
function transcriptsIn(folder: string | undefined, repo: string): string[] {
  if (folder === undefined) return [];
  const own = join(folder, repo.replaceAll("/", "+"));
  return existsSync(own)
    ? readdirSync(own)
        .toSorted()
        .map((name) => join(own, name))
    : [];
}

/** Returns the output of `tacit`. Throws when it fails, because a missing session would count as a fact not found. */
function runTacit(root: string, folder: string, words: readonly string[], input?: string): string {
  const { argv, options } = commandOf(root, folder, words);
  const ran = spawnSync(process.execPath, argv, {
    ...options,
    input,
    encoding: "utf8",
    maxBuffer: 1 << 30,
  });
  if (ran.status !== 0) throw new Error(`tacit ${words.join(" ")}: ${ran.stderr.slice(0, 2000)}`);
  return ran.stdout;
}

function commandOf(root: string, folder: string, words: readonly string[]) {
  const program = join(root, "apps/cli/dist/tacit.mjs");
  return {
    argv: [program, ...words, "--home", join(folder, "home")],
    options: { env: { PATH: process.env["PATH"], HOME: folder } },
  };
}

function lines<T>(path: string): T[] {
  return jsonLines<T>(readFileSync(path, "utf8"));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, n) => sum + n, 0) / Math.max(1, numbers.length);
}
