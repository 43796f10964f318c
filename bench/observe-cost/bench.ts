/**
 * Measures what it costs to observe a session. The longest real session of the data set is replayed 100 times as separate
 * sessions, through the engine as a host in the same process uses it: events are ingested in the engine's batches, then
 * learned from. Time per event is the batch's time over its events; the total is CPU time. Memory is the growth of the
 * process. Reported is the minimum of all replays, which is the cost without other load; `digest` is the part for redaction
 * and cutting alone. Also: finalisation of one session of 5,000 events (the same events repeated). `--data DIR`.
 */
import { existsSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import { digest } from "../../packages/memory/src/capture/digest.ts";
import { DEFAULT_IGNORE } from "../../packages/redact/src/paths/ignored-path.ts";
import { option } from "../arguments.ts";
import { readSession } from "../observer/session.ts";
import { percentile, round } from "../statistics.ts";

interface Setup {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

const SETS = [
  "cc-context-evaluator",
  "codex-agentv",
  "cc-swecontextbench",
  "specstory-getspecstory",
];
const REPLAYS = 100;
const BATCH = 50;
const FINALISED = 5000;
const RUNS = 7;

export async function run({ root, args, say }: Setup) {
  const question = "what does watching a session cost?";
  const sessions = join(option(args, "--data") ?? join(root, "..", "shared", "data"), "sessions");
  if (!existsSync(sessions)) {
    say(`SKIPPED: no sessions at ${sessions}; give --data DIR`);
    return { question, skipped: "no data", rows: [] };
  }
  const longest = await longestSession(sessions);
  say(`${longest.length} events`);
  const taken = await replay(longest);
  say(JSON.stringify(taken));
  const finalised = await finalise(longest);
  say(JSON.stringify(finalised));
  return { question, events: longest.length, replays: REPLAYS, taken, finalised };
}

async function longestSession(sessions: string): Promise<readonly Event[]> {
  let longest: readonly Event[] = [];
  for (const set of SETS) {
    const raw = join(sessions, set, "raw");
    for (const name of existsSync(raw)
      ? readdirSync(raw, { recursive: true, encoding: "utf8" })
      : []) {
      if (!/\.\w+$/.test(name)) continue;
      const { events } = await readSession(sessions, set, name);
      if (events.length > longest.length) longest = events;
    }
  }
  // As received from a host: parsed from JSON, without strings that share memory with a larger file.
  return JSON.parse(JSON.stringify(longest)) as readonly Event[];
}

async function inStore<T>(work: (tacit: Awaited<ReturnType<typeof openTacit>>) => Promise<T>) {
  const home = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const tacit = await openTacit({ home, cwd: home });
  try {
    return await work(tacit);
  } finally {
    await tacit.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}

function asSession(events: readonly Event[], session: string, from: number): Event[] {
  return events.map((event, i) => ({
    ...event,
    session,
    seq: from + i,
    key: `${session}:${from + i}`,
  }));
}

/**
 * Returns CPU microseconds per event, wall microseconds per event in the worst of a hundred batches, and growth of the
 * process in MB.
 */
function replay(events: readonly Event[]) {
  return inStore(async (tacit) => {
    const perEvent: number[] = [];
    const perReplay: number[] = [];
    let [cpuUs, most] = [0, 0];
    for (let i = 0; i < REPLAYS; i++) {
      const own = asSession(events, `replay-${i}`, 0);
      const before = cpuUs;
      for (let at = 0; at < own.length; at += BATCH) {
        const batch = own.slice(at, at + BATCH);
        const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
        await tacit.sessions.ingest(batch, "live");
        const { user, system } = process.cpuUsage(cpu);
        cpuUs += user + system;
        perEvent.push(((performance.now() - startedAt) * 1000) / batch.length);
      }
      perReplay.push((cpuUs - before) / own.length);
      if (i === 0) globalThis.gc?.();
      if (i === 0) most = -process.memoryUsage.rss();
    }
    globalThis.gc?.();
    return {
      cpuUsPerEvent: round(cpuUs / (REPLAYS * events.length), 1),
      cpuUsLeast: round(Math.min(...perReplay), 1),
      digestUsLeast: round(Math.min(...digestUs(events)), 1),
      p50Us: round(percentile(perEvent, 0.5), 1),
      p99Us: round(percentile(perEvent, 0.99), 1),
      grownMb: round((most + process.memoryUsage.rss()) / 1e6, 1),
    };
  });
}

/** Returns CPU microseconds per event, one value per replay. */
function digestUs(events: readonly Event[]): number[] {
  const options = { redaction: { secretValues: [] }, ignore: DEFAULT_IGNORE };
  return Array.from({ length: REPLAYS }, () => {
    const cpu = process.cpuUsage();
    for (const event of events) digest(event, options);
    const { user, system } = process.cpuUsage(cpu);
    return (user + system) / events.length;
  });
}

/** Returns the milliseconds from the last event to the stored memories. */
async function finalise(events: readonly Event[]) {
  const tookMs: number[] = [];
  const cpuMs: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    await inStore(async (tacit) => {
      const rids = new Set<number>();
      for (let from = 0; from < FINALISED; from += events.length) {
        const own = asSession(events.slice(0, FINALISED - from), "long", from);
        for (const rid of (await tacit.sessions.ingest(own, "live")).sessions) rids.add(rid);
      }
      const [startedAt, cpu] = [performance.now(), process.cpuUsage()];
      await tacit.sessions.learn([...rids]);
      const { user, system } = process.cpuUsage(cpu);
      tookMs.push(performance.now() - startedAt);
      cpuMs.push((user + system) / 1000);
    });
  }
  return {
    events: FINALISED,
    p50Ms: round(percentile(tookMs, 0.5), 1),
    mostMs: round(Math.max(...tookMs), 1),
    cpuMs: round(percentile(cpuMs, 0.5), 1),
  };
}
