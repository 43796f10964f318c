/**
 * Up to where was a transcript read that has grown since? A file each, beside the marks, so that only those are looked
 * at that are needed. Nothing of what was said is in them. One that cannot be understood is none.
 */

import { hash } from "node:crypto";
import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readTextAt } from "@tacit-memory/files";
import type { TranscriptPlace } from "@tacit-memory/transcripts";
import { READ_ON } from "./tuning.ts";
import { writeWhole } from "./write-whole.ts";

const FOLDER = join("imports", "places");
/** A thousand events take some 11 kB (bench/import-grown). */
const MAX_BYTES = 16 * 1024 * 1024;

export interface ReadPlace {
  /** Whatever was kept: it is the reader that looks at it. */
  readonly place: unknown;
  /** The sessions of what was read, and the folder that each began in. */
  readonly sessions: ReadonlyMap<string, string | null>;
  /** The time of the first event. */
  readonly since: string;
}

export interface ReadPlaces {
  readonly of: (name: string) => ReadPlace | undefined;
  readonly keep: (
    name: string,
    place: ReadPlace & { readonly place: TranscriptPlace | undefined },
  ) => void;
  /** Those of no such name go. */
  readonly keepOnly: (names: Iterable<string>) => void;
}

/** `made`: what they are good for; places kept for anything else are none. */
export function readPlaces(home: string, made: string): ReadPlaces {
  const folder = join(home, FOLDER);
  const fileOf = (name: string) => `${hash("sha256", name).slice(0, 32)}.json`;
  return {
    of: (name) => readPlace(join(folder, fileOf(name)), made, name),
    keep(name, { place, sessions, since }) {
      const path = join(folder, fileOf(name));
      const isWorth = place !== undefined && place.last.end >= READ_ON.leastBytes.value;
      const text = isWorth
        ? JSON.stringify({ made, name, sessions: [...sessions], since, place })
        : "";
      try {
        if (text === "" || text.length > MAX_BYTES) rmSync(path, { force: true });
        else {
          mkdirSync(folder, { recursive: true, mode: 0o700 });
          writeWhole(path, text);
        }
      } catch {
        // Then the file is read whole the next time, or from where it was read to before.
      }
    },
    keepOnly(names) {
      const known = new Set(Array.from(names, fileOf));
      try {
        for (const file of readdirSync(folder))
          if (!known.has(file)) rmSync(join(folder, file), { force: true });
      } catch {
        // There are none.
      }
    },
  };
}

function readPlace(path: string, made: string, name: string): ReadPlace | undefined {
  try {
    const told: unknown = JSON.parse(readTextAt(path, MAX_BYTES) ?? "null");
    if (typeof told !== "object" || told === null) return undefined;
    if (!("made" in told && told.made === made && "name" in told && told.name === name))
      return undefined;
    if (!("sessions" in told && Array.isArray(told.sessions) && "place" in told)) return undefined;
    if (!("since" in told && typeof told.since === "string")) return undefined;
    if (!told.sessions.every(isSession)) return undefined;
    return { place: told.place, sessions: new Map(told.sessions), since: told.since };
  } catch {
    return undefined;
  }
}

function isSession(told: unknown): told is [string, string | null] {
  return (
    Array.isArray(told) &&
    told.length === 2 &&
    typeof told[0] === "string" &&
    (told[1] === null || typeof told[1] === "string")
  );
}
