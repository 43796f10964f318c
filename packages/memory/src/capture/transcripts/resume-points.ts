/**
 * Stores how far each large transcript was read, so that the next import reads only what was appended. Each transcript has a
 * separate file beside the marks, so that an import opens only the files it needs. They contain no text of a conversation. A
 * file that cannot be read or parsed is ignored, and the transcript is read from its start.
 */
import { hash } from "node:crypto";
import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readTextAt, replaceFile } from "@tacit-memory/files";
import type { ResumePoint } from "@tacit-memory/transcripts";

const FOLDER = join("imports", "places");
/** The state of a thousand events takes about 11 kB (bench/import-grown). */
const MAX_BYTES = 16 * 1024 * 1024;
/** A shorter transcript gets no resume point: reading this much again takes about a hundredth of a second. */
const MIN_TRANSCRIPT_BYTES = 262_144;

export interface StoredResumePoint {
  /** As it was stored. `readTranscript` validates it. */
  readonly point: unknown;
  /** The sessions that were read, each with the folder that its first event names. */
  readonly sessions: ReadonlyMap<string, string | null>;
  /** The time of the first event. */
  readonly since: string;
}

export type NewResumePoint = StoredResumePoint & { readonly point: ResumePoint | undefined };

export interface ResumePoints {
  readonly of: (name: string) => StoredResumePoint | undefined;
  readonly save: (name: string, resume: NewResumePoint) => void;
  /** Deletes the resume points of all other names. */
  readonly deleteOthers: (names: Iterable<string>) => void;
}

/** `made` identifies the store and the readers. Resume points that were made for others are ignored. */
export function resumePoints(home: string, made: string): ResumePoints {
  const folder = join(home, FOLDER);
  const fileOf = (name: string) => `${hash("sha256", name).slice(0, 32)}.json`;
  return {
    of: (name) => readResumePoint(join(folder, fileOf(name)), made, name),
    save(name, { point, sessions, since }) {
      const path = join(folder, fileOf(name));
      const isLong = point !== undefined && point.last.end >= MIN_TRANSCRIPT_BYTES;
      const text = isLong
        ? JSON.stringify({ made, name, sessions: [...sessions], since, place: point })
        : "";
      try {
        if (text === "" || text.length > MAX_BYTES) rmSync(path, { force: true });
        else replaceFile(path, text, { folderMode: 0o700 });
      } catch {
        // The next import reads the file from its start, or from the resume point before.
      }
    },
    deleteOthers(names) {
      const wanted = new Set(Array.from(names, fileOf));
      try {
        for (const file of readdirSync(folder))
          if (!wanted.has(file)) rmSync(join(folder, file), { force: true });
      } catch {
        // The folder does not exist yet.
      }
    },
  };
}

function readResumePoint(path: string, made: string, name: string): StoredResumePoint | undefined {
  try {
    const stored: unknown = JSON.parse(readTextAt(path, MAX_BYTES) ?? "");
    if (typeof stored !== "object" || stored === null) return undefined;
    if (!("made" in stored && stored.made === made && "name" in stored && stored.name === name))
      return undefined;
    if (!("sessions" in stored && Array.isArray(stored.sessions) && "place" in stored))
      return undefined;
    if (!("since" in stored && typeof stored.since === "string")) return undefined;
    if (!stored.sessions.every(isSession)) return undefined;
    const { place: point, sessions, since } = stored;
    return { point, sessions: new Map(sessions), since };
  } catch {
    return undefined;
  }
}

function isSession(entry: unknown): entry is [string, string | null] {
  return (
    Array.isArray(entry) &&
    entry.length === 2 &&
    typeof entry[0] === "string" &&
    (entry[1] === null || typeof entry[1] === "string")
  );
}
