/**
 * Measures the cost of past sessions: a question in a separate process, with 10,000 memories and 100,000 passages in the
 * store; one session of 5,000 events, from its events to searchable passages and memories; and the growth of the store per
 * session.
 */
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { openTacit } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import { option, type Setup } from "../arguments.ts";
import { type MadeUp, makeMemories, makeQuestions } from "../corpus.ts";
import { readSession } from "../observer/session.ts";
import { type ProcessTime, timeProcess } from "../process-time.ts";
import { percentile, round } from "../statistics.ts";

const MEMORIES = 10_000;
const PASSAGES = 100_000;
const MESSAGES = 200;
/** Sentences per message, long enough for the message to become a separate passage. */
const SENTENCES = 7;
const QUESTIONS = 40;
const LONG_SESSION = 5000;
const LONG_RUNS = 7;
const REAL_SET = "cc-context-evaluator";
const REAL_SESSIONS = 20;
const START_MS = Date.UTC(2026, 0, 1);

/**
 * Runs the bench. `--keep FOLDER`: creates the large store there and reuses it in later runs. `--quick`: a tenth of all
 * sizes. `--data DIR`.
 */
export async function run({ root, args, say }: Setup) {
  const keepFolder = option(args, "--keep");
  const share = args.includes("--quick") ? 10 : 1;
  const folder = keepFolder ?? mkdtempSync(join(tmpdir(), "tacit-bench-"));
  try {
    const result = await askOnce(root, folder, share, say);
    for (const row of result.rows) say(JSON.stringify(row));
    const real = await realSessions(option(args, "--data") ?? join(root, "..", "shared", "data"));
    if (real === null) say("SKIPPED: no real sessions; give --data DIR");
    const taken = real && (await takeLongSession(real.flat()));
    if (taken) say(JSON.stringify(taken));
    const growth = real && (await growthOf(real));
    if (growth) say(JSON.stringify(growth));
    return { question: "what do past sessions cost?", ...result, taken, growth };
  } finally {
    if (keepFolder === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * Measures wall and CPU time of `tacit recall` as a process, alternately with an empty process and with a store without
 * passages.
 */
async function askOnce(root: string, folder: string, share: number, say: Setup["say"]) {
  const memories = makeMemories(MEMORIES / share, 1);
  const full = await storeOf(join(folder, "full"), memories, PASSAGES / share, say);
  const plain = await storeOf(join(folder, "plain"), memories, 0, say);
  const empty = join(folder, "empty.cjs");
  writeFileSync(empty, "");
  const program = join(root, "apps/cli/bin/tacit.mjs");
  const time = (command: readonly string[], home: string) =>
    timeProcess(command, { cwd: home, env: { PATH: process.env["PATH"], TACIT_HOME: home } });
  const times = new Map<string, ProcessTime[]>();
  for (const [i, question] of makeQuestions(memories, QUESTIONS + 2, 5).entries()) {
    const turn: [string, ProcessTime][] = [
      ["empty process", time([empty], folder)],
      ["recall, memories alone", time([program, "recall", question], plain)],
      ["recall, with passages", time([program, "recall", question], full)],
    ];
    // The first turns fill the compile cache.
    if (i >= 2)
      for (const [name, took] of turn) times.set(name, [...(times.get(name) ?? []), took]);
  }
  const base = times.get("empty process") ?? [];
  return {
    memories: memories.length,
    passages: countPassages(full),
    storeMb: round(sizeOf(full) / 1e6),
    rows: [...times].map(([what, took]) => ({ what, ...summaryOf(took, base) })),
  };
}

function countPassages(home: string): number {
  const db = new DatabaseSync(join(home, "memory.db"), { readOnly: true });
  try {
    return Number(db.prepare("SELECT count(*) AS count FROM passage").get()?.["count"]);
  } finally {
    db.close();
  }
}

function summaryOf(took: readonly ProcessTime[], base: readonly ProcessTime[]) {
  const wall = took.map(({ wallMs }) => wallMs);
  const cpu = took.map(({ cpuMs }) => cpuMs);
  const baseWall = base.map(({ wallMs }) => wallMs);
  return {
    p50Ms: round(percentile(wall, 0.5)),
    p95Ms: round(percentile(wall, 0.95)),
    leastMs: round(Math.min(...wall)),
    ratioP50: round(percentile(wall, 0.5) / percentile(baseWall, 0.5)),
    ratioP95: round(percentile(wall, 0.95) / percentile(baseWall, 0.95)),
    cpuP50Ms: round(percentile(cpu, 0.5)),
    cpuP95Ms: round(percentile(cpu, 0.95)),
  };
}

/** Creates a store with these memories and with synthetic sessions that contain the given number of messages in total. */
async function storeOf(
  home: string,
  memories: readonly MadeUp[],
  passages: number,
  say: Setup["say"],
): Promise<string> {
  if (existsSync(join(home, "memory.db"))) return home;
  say(`making a store of ${memories.length} memories and ${passages} passages`);
  mkdirSync(home, { recursive: true });
  const tacit = await openTacit({ home, cwd: home, readsCode: false });
  await tacit.exchange.importLines(lines(memories), { isVerbatim: true });
  const sentences = makeMemories(passages * SENTENCES, 9);
  for (let from = 0; from < passages; from += MESSAGES) {
    const messages = Array.from({ length: Math.min(MESSAGES, passages - from) }, (_, i) =>
      sentences.slice((from + i) * SENTENCES, (from + i + 1) * SENTENCES),
    );
    const { sessions } = await tacit.sessions.ingest(madeUpSession(messages, from), "transcript");
    await tacit.sessions.learn(sessions);
  }
  await tacit.close();
  return home;
}

async function* lines(memories: readonly MadeUp[]) {
  for (const [i, { content, file }] of memories.entries()) {
    yield JSON.stringify({ externalId: `m${i}`, content, files: [file] });
  }
}

/** Returns one prompt followed by the agent's messages. */
function madeUpSession(messages: readonly (readonly MadeUp[])[], from: number): Event[] {
  const session = `made-up-${from}`;
  const startMs = START_MS + from * 60_000;
  return messages.map((message, i) => ({
    v: 1,
    session,
    ts: new Date(startMs + i * 1000).toISOString(),
    kind: i === 0 ? "prompt" : "message",
    text: message.map(({ content, file }) => `${content} The reason is in ${file}.`).join(" "),
  }));
}

/** Returns the events of real sessions, one list per session; null when the data set is missing. */
async function realSessions(data: string): Promise<Event[][] | null> {
  const sessions = join(data, "sessions");
  const raw = join(sessions, REAL_SET, "raw");
  if (!existsSync(raw)) return null;
  const files = readdirSync(raw).filter((name) => /\.jsonl(?:\.gz)?$/.test(name));
  const read: Event[][] = [];
  for (const file of files.toSorted()) {
    const { events } = await readSession(sessions, REAL_SET, file);
    if (events.length > 0) read.push([...events]);
    if (read.length === REAL_SESSIONS) break;
  }
  return read;
}

/** Stores one session of 5,000 real events, makes it searchable and learns from it. Each run uses a new store. */
async function takeLongSession(real: readonly Event[]) {
  const wallMs: number[] = [];
  const cpuMs: number[] = [];
  let mb = 0;
  for (let run = 0; run < LONG_RUNS; run++) {
    const events = asOneSession(real, LONG_SESSION);
    mb = await inStore(async (tacit) => {
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
      const { sessions } = await tacit.sessions.ingest(events, "transcript");
      await tacit.sessions.learn(sessions);
      const { user, system } = process.cpuUsage(cpu);
      wallMs.push(performance.now() - startedAt);
      cpuMs.push((user + system) / 1000);
    });
  }
  return {
    events: LONG_SESSION,
    p50Ms: round(percentile(wallMs, 0.5)),
    leastMs: round(Math.min(...wallMs)),
    cpuLeastMs: round(Math.min(...cpuMs)),
    storeMb: mb,
  };
}

async function growthOf(real: readonly Event[][]) {
  let events = 0;
  const mb = await inStore(async (tacit) => {
    for (const session of real) {
      events += session.length;
      const { sessions } = await tacit.sessions.ingest(session, "transcript");
      await tacit.sessions.learn(sessions);
    }
  });
  return { sessions: real.length, events, mbPerSession: round(mb / real.length, 3) };
}

function asOneSession(real: readonly Event[], count: number): Event[] {
  return Array.from({ length: count }, (_, i) => {
    const { seq: _seq, key: _key, ...event } = real[i % real.length] as Event;
    return { ...event, session: "long", ts: new Date(START_MS + i * 1000).toISOString() } as Event;
  });
}

/** Returns the size of the home folder afterwards, in MB. */
async function inStore(
  work: (tacit: Awaited<ReturnType<typeof openTacit>>) => Promise<void>,
): Promise<number> {
  const home = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  try {
    const tacit = await openTacit({ home, cwd: home, readsCode: false });
    await work(tacit);
    await tacit.close();
    return round(sizeOf(home) / 1e6);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

function sizeOf(folder: string): number {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(folder, name)))
    .reduce((bytes, stat) => bytes + (stat.isFile() ? stat.size : 0), 0);
}
