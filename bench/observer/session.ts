/**
 * Reads a recorded session as the detectors receive it: parsed by the transcript reader, or by a reader here for the two
 * formats of research harnesses, each event once, digested as in the
 * event log, and numbered. Labels count **steps**, tool calls from 1, because a later reader may parse the messages between
 * them differently; a message has the number of the call before it.
 */
import { readFile, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Event } from "@tacit-memory/protocol";
import { readTranscript } from "@tacit-memory/transcripts";
import { digest } from "../../packages/memory/src/capture/digest.ts";
import type {
  TranscriptFile,
  TranscriptReader,
} from "../../packages/transcripts/src/transcript-host.ts";
import { moatlessReader } from "./moatless.ts";
import { rovoReader } from "./rovo.ts";

/** Readers of whole files in formats that the product does not import, by set. */
const READERS: Readonly<Record<string, (file: TranscriptFile, text: string) => TranscriptReader>> =
  {
    "moatless-sonnet35-lite": (file, text) => readWhole(moatlessReader(file), JSON.parse(text)),
    "rovo-polybench": (file, text) => readWhole(rovoReader(file), text),
  };

export interface Session {
  readonly set: string;
  readonly id: string;
  readonly events: readonly Event[];
  /** Returns the step of a sequence number; 0 before the first call. */
  readonly stepOf: (seq: number) => number;
  /** Number of tool calls. */
  readonly stepCount: number;
}

/** Reads the only session of a raw file; `file` is relative to `sessions/<set>/raw`. Throws Node's error for the file. */
export async function readSession(sessions: string, set: string, file: string): Promise<Session> {
  const events: Event[] = [];
  const keys = new Set<string>();
  for await (const event of eventsOf(join(sessions, set, "raw", file), set)) {
    if (event.key !== undefined && keys.has(event.key)) continue;
    if (event.key !== undefined) keys.add(event.key);
    const stored = digest(event, { redaction: { secretValues: [] }, ignore: [] });
    events.push({ ...stored, seq: events.length });
  }
  return { set, id: events[0]?.session ?? file, events, ...stepsOf(events) };
}

async function* eventsOf(path: string, set: string): AsyncGenerator<Event> {
  const read = READERS[set];
  if (read === undefined) return yield* readTranscript(path);
  const name = basename(path).replace(/(?:\.(?:json|txt))?(?:\.gz)?$/, "");
  const changedMs = Math.floor((await stat(path)).mtimeMs);
  const text = gunzipSync(await readFile(path)).toString("utf8");
  yield* read({ path, name, folder: basename(dirname(path)), changedMs }, text).drain();
}

function readWhole(reader: TranscriptReader, content: unknown): TranscriptReader {
  reader.read(content, 1);
  reader.finish();
  return reader;
}

function stepsOf(events: readonly Event[]): Pick<Session, "stepOf" | "stepCount"> {
  const steps: number[] = [];
  const calls = new Map<string, number>();
  let count = 0;
  for (const event of events) {
    if (event.kind === "tool_call") {
      count++;
      calls.set(event.callId, count);
    }
    const own = event.kind === "tool_result" ? calls.get(event.callId) : undefined;
    steps.push(own ?? count);
  }
  return { stepOf: (seq) => steps[seq] ?? count, stepCount: count };
}
