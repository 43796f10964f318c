/**
 * Measures at how many prompts of later sessions an agent is pointed to a passage of a past session, and prints which of the
 * judged pointers were useful (README.md).
 *
 * - `--data DIR`: transcripts, one folder for each repository. `--sessions N`: at most so many of each.
 * - `--write FILE`: writes each pointer with its prompt and passage, a JSON document on each line.
 */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit, type Tacit } from "@tacit-memory/memory";
import type { Event } from "@tacit-memory/protocol";
import { type FoundTranscript, findTranscripts, readTranscript } from "@tacit-memory/transcripts";
import { option, type Setup } from "../arguments.ts";
import { round } from "../statistics.ts";

interface Session {
  readonly transcript: FoundTranscript;
  readonly startMs: number;
  readonly endMs: number;
  readonly prompts: readonly { readonly atMs: number; readonly text: string }[];
}

interface Pointed {
  readonly repository: string;
  readonly before: string;
  readonly prompt: string;
  readonly passage: string;
}

const HOUR_MS = 3_600_000;
const JUDGED = "2026-11-30.json";

export async function run({ root, args, say }: Setup) {
  const judged = judgedShares(join(root, "bench/pointers/results", JUDGED));
  for (const row of judged) say(JSON.stringify(row));
  const data = option(args, "--data");
  if (data === undefined) return { judged };
  const maxSessions = Number(option(args, "--sessions") ?? Number.POSITIVE_INFINITY);
  const pointers: Pointed[] = [];
  const rows = [];
  for (const repository of readdirSync(data).sort()) {
    const row = await replayed(join(data, repository), repository, maxSessions, pointers);
    say(JSON.stringify(row));
    rows.push(row);
  }
  const target = option(args, "--write");
  if (target !== undefined)
    writeFileSync(target, pointers.map((one) => `${JSON.stringify(one)}\n`).join(""));
  return { judged, rows };
}

interface Verdicts {
  readonly judged: number;
  readonly yes: number;
  readonly partly: number;
}

function judgedShares(path: string) {
  const { pointers } = JSON.parse(readFileSync(path, "utf8")) as {
    readonly pointers: Readonly<Record<string, Readonly<Record<string, Verdicts>>>>;
  };
  return Object.entries(pointers).flatMap(([set, runs]) =>
    Object.entries(runs).map(([when, { judged, yes, partly }]) => ({
      ...{ set, when, judged, yes, partly, no: judged - yes - partly },
      useful: round((yes + partly) / judged),
    })),
  );
}

async function replayed(
  folder: string,
  repository: string,
  maxSessions: number,
  pointers: Pointed[],
) {
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const [home, cwd] = [join(base, "home"), join(base, "project")];
  mkdirSync(cwd);
  const counts = { sessions: 0, prompts: 0, withPointer: 0, tokens: 0 };
  let nowMs = 0;
  try {
    for (const session of (await sessionsIn(folder)).slice(0, maxSessions)) {
      const tacit = await openTacit({ home, cwd, readsCode: false, clock: () => nowMs });
      nowMs = Math.max(nowMs, session.startMs);
      const id = `later ${counts.sessions++}`;
      await tacit.brief.startBlock({ session: id, point: "session_start" });
      let before = "";
      for (const { atMs, text } of session.prompts) {
        nowMs = Math.max(nowMs, atMs);
        const block = await tacit.brief.promptBlock({ session: id, point: "prompt" }, text);
        const found = await passagesIn(tacit, block.shown);
        for (const passage of found) pointers.push({ repository, before, prompt: text, passage });
        counts.prompts++;
        counts.tokens += block.tokens;
        if (found.length > 0) counts.withPointer++;
        before = text;
      }
      nowMs = Math.max(nowMs, session.endMs) + HOUR_MS;
      await tacit.exchange.importTranscripts({ files: [session.transcript], isOneProject: true });
      await tacit.close();
    }
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
  const { tokens, ...others } = counts;
  return { repository, ...others, tokensAPrompt: round(tokens / Math.max(1, counts.prompts)) };
}

async function passagesIn(
  tacit: Tacit,
  shown: readonly { readonly id: string }[],
): Promise<string[]> {
  const passages = shown.filter(({ id }) => id.startsWith("ses:"));
  return Promise.all(
    passages.map(async ({ id }) => (await tacit.sessions.passage(id)).passage.content),
  );
}

/** Returns the sessions of a folder in their order, with the prompts that a person typed. */
async function sessionsIn(folder: string): Promise<Session[]> {
  const sessions: Session[] = [];
  // A later copy of a session repeats its beginning.
  const seen = new Set<string>();
  for await (const transcript of findTranscripts(folder)) {
    const events: Event[] = [];
    for await (const event of readTranscript(transcript.path, { host: transcript.host }))
      events.push(event);
    const own = events.filter(({ agentId }) => agentId === undefined || agentId === null);
    const isNew = ({ session, key }: Event) => !seen.has(`${session} ${key}`);
    const times = own.map(({ ts }) => Date.parse(ts));
    if (times.length === 0) continue;
    const prompts = own.flatMap((event) =>
      event.kind === "prompt" && isNew(event)
        ? [{ atMs: Date.parse(event.ts), text: event.text }]
        : [],
    );
    for (const { session, key } of own) seen.add(`${session} ${key}`);
    const [startMs, endMs] = [Math.min(...times), Math.max(...times)];
    sessions.push({ transcript, startMs, endMs, prompts });
  }
  return sessions.toSorted((a, b) => a.startMs - b.startMs);
}
