/**
 * Measures the cost of importing one new line of a transcript of a hundred megabytes. Runs the command as a user types it,
 * one process each: the first import, an import of one more line from the stored offset, and an import with `--again`, which
 * reads the whole file, as every import of a grown file would without the offset. `--mb N`, `--runs N`.
 */
import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { readTranscript } from "@tacit-memory/transcripts";
import { option } from "../arguments.ts";

interface Setup {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

type Row = Readonly<Record<string, string | number>>;

export async function run({ root, args, say }: Setup) {
  const megabytes = Number(option(args, "--mb") ?? 100);
  const runs = Number(option(args, "--runs") ?? 5);
  const folder = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  try {
    const path = join(folder, "s1.jsonl");
    const lines = writeTranscript(path, megabytes * 1_000_000, folder);
    const taken = (what: string, ...more: string[]): Row => {
      const row = { what, ...importOnce(root, folder, path, more) };
      say(`${what}: ${row["events"]} events new, ${row["seconds"]} s, ${row["peakMb"]} MB`);
      return row;
    };
    const rows = [taken("first import")];
    let grown = lines;
    for (let round = 0; round < runs; round++) {
      appendFileSync(path, line(++grown, folder));
      rows.push(taken("one line more, read on"));
      appendFileSync(path, line(++grown, folder));
      rows.push(taken("one line more, read whole", "--again"));
    }
    const places = join(folder, "home", "imports", "places");
    const placeBytes = readdirSync(places).map((name) => statSync(join(places, name)).size);
    const [on, whole] = ["on", "whole"].map((how) =>
      median(rows.filter(({ what }) => what === `one line more, read ${how}`)),
    );
    const ratio = Number(((whole ?? 0) / (on ?? 1)).toFixed(1));
    const readingAlone = await reading(path, () => appendFileSync(path, line(++grown, folder)));
    say(`reading alone: whole ${readingAlone.wholeMs} ms, on ${readingAlone.onMs} ms`);
    say(`read on ${on} s, read whole ${whole} s: ${ratio} ×; kept: ${placeBytes[0]} bytes`);
    return {
      question: "a transcript that grew by one line",
      megabytes,
      lines,
      medianSeconds: { readOn: on, readWhole: whole },
      ratio,
      readingAlone,
      placeBytes,
      rows,
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Reads the transcript in this process, without a store and without learning. */
async function reading(path: string, grow: () => void) {
  let from: unknown;
  const read = async () => {
    const started = performance.now();
    const onResumePoint = (place: unknown) => {
      from = place;
    };
    let events = 0;
    for await (const _event of readTranscript(path, { host: "claude-code", from, onResumePoint }))
      events++;
    return { events, ms: Math.round(performance.now() - started) };
  };
  const whole = await read();
  grow();
  const on = await read();
  return { wholeEvents: whole.events, wholeMs: whole.ms, onEvents: on.events, onMs: on.ms };
}

/** Returns calls and results alternately, in Claude Code's format, about 2 kB each. */
function line(number: number, cwd: string): string {
  const isCall = number % 2 === 0;
  const id = `toolu_${Math.floor(number / 2)}`;
  const text = `line ${number}: ${"some output of a tool, as long as such are. ".repeat(40)}`;
  const use = { type: "tool_use", id, name: "Bash", input: { command: `cat src/${number}.ts` } };
  const result = { type: "tool_result", tool_use_id: id, content: text };
  const content = isCall ? [{ type: "text", text }, use] : [result];
  return `${JSON.stringify({
    ...{ type: isCall ? "assistant" : "user", sessionId: "s1", uuid: `u${number}`, cwd },
    ...{ timestamp: new Date(Date.UTC(2026, 0, 1) + number * 1000).toISOString() },
    message: { role: isCall ? "assistant" : "user", content },
  })}\n`;
}

function writeTranscript(path: string, byteCount: number, cwd: string): number {
  const file = openSync(path, "w");
  let [written, number] = [0, 0];
  while (written < byteCount) written += writeSync(file, line(++number, cwd));
  closeSync(file);
  return number;
}

function importOnce(root: string, folder: string, path: string, more: readonly string[]) {
  const home = join(folder, "home");
  mkdirSync(home, { recursive: true });
  const main = join(root, "apps", "cli", "dist", "tacit.mjs");
  const report = `process.on("exit", () => process.stderr.write("\\npeak " + process.resourceUsage().maxRSS))`;
  const preload = `data:text/javascript,${encodeURIComponent(report)}`;
  const words = ["import", "transcript", path, "--host", "claude-code", "--json", ...more];
  const started = performance.now();
  const ran = spawnSync(process.execPath, ["--import", preload, main, ...words], {
    cwd: folder,
    encoding: "utf8",
    env: { PATH: process.env["PATH"], HOME: folder, TACIT_HOME: home },
  });
  const seconds = Number(((performance.now() - started) / 1000).toFixed(2));
  if (ran.status !== 0) throw new Error(`tacit import: ${ran.stderr.slice(-500)}`);
  const { events } = JSON.parse(ran.stdout) as { events: number };
  const peakMb = Math.round(Number(/peak (\d+)\s*$/.exec(ran.stderr)?.[1]) / 1024);
  return { events, seconds, peakMb };
}

function median(rows: readonly Row[]): number {
  const sorted = rows.map(({ seconds }) => Number(seconds)).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
