/** For tests: reads a made-up transcript on disk as the program does and checks every event. */
import assert from "node:assert/strict";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { type Event, type EventKind, type EventOf, eventSchema } from "@tacit-memory/protocol";
import { readTranscript } from "./read-transcript.ts";
import type { TranscriptHost, TranscriptProblem } from "./transcript-host.ts";

export interface ReadTranscript {
  readonly events: readonly Event[];
  readonly problems: readonly TranscriptProblem[];
}

/** Runs `act` with a folder that is removed afterwards. */
export async function inTemporaryFolder<T>(act: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), "transcripts-"));
  try {
    return await act(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

export async function write(folder: string, name: string, content: string | Uint8Array) {
  const path = join(folder, name);
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, content);
  return path;
}

export function jsonLines(records: readonly unknown[]): string {
  return records.map((record) => `${JSON.stringify(record)}\n`).join("");
}

export async function read(
  path: string,
  host: TranscriptHost | "auto" = "auto",
): Promise<ReadTranscript> {
  const events: Event[] = [];
  const problems: TranscriptProblem[] = [];
  const onProblem = (problem: TranscriptProblem) => problems.push(problem);
  for await (const event of readTranscript(path, { host, onProblem })) {
    const parsed = eventSchema.safeParse(event);
    assert.ok(parsed.success, `${JSON.stringify(parsed.error?.issues)}: ${JSON.stringify(event)}`);
    events.push(event);
  }
  const keys = events.map((event) => `${event.session} ${event.key}`);
  assert.equal(new Set(keys).size, keys.length);
  return { events, problems };
}

/** Writes the content to a file of this name and reads it. */
export function readContent(
  name: string,
  content: string | Uint8Array,
  host: TranscriptHost | "auto" = "auto",
): Promise<ReadTranscript> {
  return inTemporaryFolder(async (folder) => read(await write(folder, name, content), host));
}

export function ofKind<K extends EventKind>(events: readonly Event[], kind: K): EventOf<K>[] {
  return events.filter((event): event is EventOf<K> => event.kind === kind);
}

/** Returns one short text per event, in order. */
export function outline(events: readonly Event[]): string[] {
  return events.map((event) => {
    if (event.kind === "prompt" || event.kind === "message") return `${event.kind}: ${event.text}`;
    if (event.kind === "tool_call") return `${event.tool} ${(event.files ?? []).join(" ")}`.trim();
    if (event.kind === "tool_result") return `${event.isError ? "failed" : "ok"}: ${event.output}`;
    return event.kind === "session_end" ? `end: ${event.outcome}` : event.kind;
  });
}
