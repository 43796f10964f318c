/** `tacit observe`: replays events in the host-neutral format and learns from finished sessions. */
import type { Candidate, Learned, Memory, Tacit } from "@tacit-memory/memory";
import { type Event, parseEventLine } from "@tacit-memory/protocol";
import type { Command } from "../../command.ts";
import { type CommandContext, endIfAllRejected } from "../../command-context.ts";
import { inputLines } from "../../input/input-lines.ts";
import { sayTranscript, watchLines } from "../../input/mistaken-transcript.ts";
import { type Lessons, lessonsText, writeDueLessons } from "../../learn/session-lessons.ts";
import { opened } from "../../open.ts";
import { plural } from "../../output/layout.ts";
import { candidateJson, promotedJson, rounded } from "../../output/memory-json.ts";
import { memoryList } from "../../output/memory-text.ts";
import { flag } from "../../parsed-args.ts";

export const observe: Command = {
  name: "observe",
  summary: "replay event lines and learn from their finished sessions",
  arguments: [
    { name: "file", text: "files with event lines; - reads standard input", isVariadic: true },
  ],
  options: [{ flags: "--finalize", text: "learn from all sessions, finished or not" }],
  examples: [
    "tacit observe session.jsonl --finalize",
    "tacit events export --session s1 | tacit --home /tmp/t observe - --json",
  ],
  run: opened(async (tacit, context, input) => {
    const replayed = await replay(context, tacit, input.args);
    const rids = flag(input, "finalize") ? replayed.rids : replayed.endedRids;
    const learned = await tacit.sessions.learn(rids);
    const lessons = await writeDueLessons(context, tacit, rids);
    const promoted = [...learned.flatMap((item) => item.promoted), ...lessons.memories];
    print(context, replayed, learned, promoted, lessons);
  }),
};

interface Replayed {
  readonly rids: readonly number[];
  readonly endedRids: readonly number[];
  readonly events: number;
  readonly rejected: number;
  readonly reasons: readonly string[];
}

async function replay(
  context: CommandContext,
  tacit: Tacit,
  paths: readonly string[],
): Promise<Replayed> {
  const log: ReadLog = { reasons: [], rejected: 0 };
  const taken = await tacit.sessions.ingest(eventsOf(context, paths, log), "replay");
  return {
    rids: taken.sessions,
    endedRids: taken.ended,
    events: taken.events,
    rejected: log.rejected,
    reasons: log.reasons,
  };
}

const MAX_REASONS = 10;

interface ReadLog {
  readonly reasons: string[];
  rejected: number;
}

async function* eventsOf(
  context: CommandContext,
  paths: readonly string[],
  log: ReadLog,
): AsyncGenerator<Event> {
  for (const path of paths) yield* eventsOfFile(context, path, log);
}

async function* eventsOfFile(
  context: CommandContext,
  path: string,
  log: ReadLog,
): AsyncGenerator<Event> {
  const { lines, host } = watchLines(inputLines(context, path), path);
  const reasons: string[] = [];
  let number = 0;
  let taken = 0;
  for await (const line of lines) {
    number++;
    if (line.trim() === "") continue;
    const parsed = parseEventLine(line);
    if (parsed.ok) {
      taken++;
      yield parsed.event;
    } else {
      log.rejected++;
      if (reasons.length < MAX_REASONS) reasons.push(`${path}:${number}: ${parsed.reason}`);
    }
  }
  const mistaken = taken === 0 && reasons.length > 0 ? host() : null;
  if (mistaken === null) log.reasons.push(...reasons);
  else sayTranscript(context, path, mistaken, "event lines");
}

function print(
  context: CommandContext,
  replayed: Replayed,
  learned: readonly Learned[],
  promoted: readonly Memory[],
  lessons: Lessons,
): void {
  const signals = learned.flatMap((item) => item.signals);
  const candidates = new Map<string, Candidate>(
    learned.flatMap((item) => item.candidates).map((candidate) => [candidate.id, candidate]),
  );
  const document = {
    sessions: replayed.rids.length,
    events: replayed.events,
    rejected: replayed.rejected,
    signals: signals.map(({ type, session, score, files }) => ({
      type,
      session,
      score: rounded(score),
      files,
    })),
    candidates: [...candidates.values()].map(candidateJson),
    promoted: promoted.map(promotedJson),
    writing: lessons.sessions,
  };
  endIfAllRejected(context, replayed.rids.length, replayed.rejected);
  context.out.result(document, () =>
    [
      ...(promoted.length === 0
        ? []
        : [memoryList(promoted, context.out, context.machine.nowMs()), ""]),
      [
        plural(replayed.rids.length, "session"),
        plural(replayed.events, "event"),
        `${replayed.rejected} rejected`,
        plural(signals.length, "signal"),
        plural(candidates.size, "candidate"),
        `${plural(promoted.length, "memory", "memories")} learned`,
      ].join(", "),
      ...[lessonsText(lessons)].filter((line) => line !== ""),
      ...replayed.reasons.slice(0, MAX_REASONS).map((reason) => `  ${reason}`),
    ].join("\n"),
  );
}
