/** `tacit.importTranscripts`: what a program that uses the library gets from one call. */
import { appendFileSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { makePlace, type Place } from "../../testing/testing-life.ts";
import type { TranscriptsProgress, TranscriptsRequest } from "./import-transcripts.ts";

const line = (session: string, id: string, cwd: string) => {
  const about = { type: "user", sessionId: session, uuid: id, timestamp: "2026-08-20T10:00:00Z" };
  const message = { role: "user", content: "Always run the linter before you commit." };
  return `${JSON.stringify({ ...about, cwd, message })}\n`;
};

function transcript(place: Place, text: string, name = "s1.jsonl") {
  const path = join(place.home, name);
  mkdirSync(place.home, { recursive: true });
  writeFileSync(path, text);
  return { path, host: "claude-code" } as const;
}

test("stores sessions as transcripts, reports progress, and adds nothing on a repeated import", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const file = transcript(place, line("s1", "u1", place.root) + line("s1", "u2", place.root));
  const steps: TranscriptsProgress[] = [];
  const first = await tacit.exchange.importTranscripts({ files: [file] }, (step) =>
    steps.push(step),
  );
  expect(first).toMatchObject({ files: 1, sessions: 1, skipped: 0, errors: 0, missingFolders: [] });
  expect(steps.filter(({ step }) => step === "reading")).toHaveLength(first.events);
  const promoted = first.promoted.length;
  expect(steps.at(-1)).toEqual({ step: "learning", sessions: 1, of: 1, memories: promoted });
  expect(await tacit.sessions.recent()).toMatchObject([{ id: "s1", origin: "transcript" }]);
  const second = await tacit.exchange.importTranscripts({ files: [file] });
  expect(second).toMatchObject({ sessions: 0, events: 0, skipped: 1 });
  appendFileSync(file.path, line("s1", "u3", place.root));
  expect(await tacit.exchange.importTranscripts({ files: [file] })).toMatchObject({ events: 1 });
});

/** Requests for one session of a folder that is not on this machine. */
test.each<[string, Omit<TranscriptsRequest, "files">, number, number]>([
  ["is stored apart", {}, 0, 1],
  ["belongs to the open project if asked for", { isOwnIfGone: true }, 1, 0],
  ["belongs to the open project with all others", { isOneProject: true }, 1, 0],
])("a session of a missing folder %s", async (_name, request, own, missing) => {
  const place = makePlace();
  const tacit = await place.open();
  const folder = join(place.root, "gone");
  const files = [transcript(place, line("s1", "u1", folder))];
  const report = await tacit.exchange.importTranscripts({ ...request, files });
  expect(await tacit.sessions.recent()).toHaveLength(own);
  expect(report.missingFolders).toHaveLength(missing);
  if (missing > 0) expect(report.missingFolders).toEqual([{ folder, match: null }]);
});

test("skips a session that hooks recorded, even under another project", async () => {
  const place = makePlace();
  const other = join(place.root, "..", "other");
  mkdirSync(other);
  const tacit = await place.open();
  const there = await place.open({ cwd: other });
  const event = { v: 1, kind: "prompt", text: "Go on.", ts: "2026-08-20T10:00:00Z" } as const;
  await there.sessions.ingest(
    [{ ...event, session: "s1", agent: "claude-code", key: "p1" }],
    "live",
  );
  const files = [transcript(place, line("s1", "u1", other))];
  expect(await tacit.exchange.importTranscripts({ files })).toMatchObject({
    events: 0,
    skipped: 1,
  });
  expect(await there.sessions.events("s1")).toHaveLength(1);
});

test("reports an unreadable file and imports the others", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const absent = { path: join(place.home, "absent.jsonl"), host: "codex" } as const;
  const files = [absent, transcript(place, line("s1", "u1", place.root))];
  const report = await tacit.exchange.importTranscripts({ files });
  expect(report).toMatchObject({ files: 2, sessions: 1, errors: 1 });
  expect(report.problems).toMatchObject([{ path: absent.path, line: 0 }]);
});

/** Progress of an import of two files with one session each, at which the import is interrupted. */
test.each<[string, (progress: TranscriptsProgress) => boolean, number]>([
  ["reading", (progress) => progress.step === "reading" && progress.files === 1, 1],
  ["learning", (progress) => progress.step === "learning", 2],
])(
  "an import that is interrupted while %s continues with the next one",
  async (_name, isEnd, read) => {
    const place = makePlace();
    const tacit = await place.open();
    const files = ["s1", "s2"].map((name) =>
      transcript(place, line(name, `${name}-u1`, place.root), `${name}.jsonl`),
    );
    const interrupted = tacit.exchange.importTranscripts({ files }, (progress) => {
      if (isEnd(progress)) throw new MemoryError("interrupted");
    });
    await expect(interrupted).rejects.toMatchObject({ code: "interrupted" });
    expect(await tacit.sessions.recent()).toHaveLength(read);
    const learned = read - 1;
    const steps: TranscriptsProgress[] = [];
    const next = await tacit.exchange.importTranscripts({ files }, (step) => steps.push(step));
    // A file that was read completely is not read again.
    expect(steps.filter((step) => step.step === "reading" && step.files < read)).toEqual([]);
    expect(next).toMatchObject({ sessions: 2 - learned, skipped: read, errors: 0 });
    const rows = await tacit.sessions.recent();
    expect(rows.filter(({ nextSeq, promotedSeq }) => nextSeq > promotedSeq + 1)).toEqual([]);
    expect(await tacit.exchange.importTranscripts({ files })).toMatchObject({ sessions: 0 });
  },
);

test("an import continues with sessions of the last hour, too", async () => {
  const place = makePlace();
  const tacit = await place.open();
  const ts = new Date(place.clock.nowMs).toISOString();
  const event = {
    v: 1,
    kind: "prompt",
    text: "Go on.",
    ts,
    session: "s1",
    agent: "codex",
  } as const;
  await tacit.sessions.ingest([event], "transcript");
  expect(await tacit.exchange.importTranscripts({ files: [] })).toMatchObject({ sessions: 1 });
  expect(await tacit.exchange.importTranscripts({ files: [] })).toMatchObject({ sessions: 0 });
});
