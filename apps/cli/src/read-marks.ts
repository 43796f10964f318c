/**
 * Which transcripts were read to their end, and have not changed since? Those need not be read again, and of those that
 * only grew, as far as can be told, no more than that. Beside the store,
 * and good for that store alone; without it, or with one that cannot be understood, everything is read again, which
 * costs time and changes nothing.
 */

import { mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readTextAt } from "@tacit-memory/files";
import type { TranscriptPlace } from "@tacit-memory/transcripts";
import { type ReadPlace, readPlaces } from "./read-places.ts";
import { VERSION } from "./version.ts";
import { writeWhole } from "./write-whole.ts";

/** Raised when readers find in a transcript what they did not find before. */
const READERS = 3;
const FILE = join("imports", "transcripts.json");

interface MarkedFile {
  readonly path: string;
  readonly host: string;
  readonly roots?: readonly string[] | undefined;
}

export interface ReadMarks {
  /** What the file is now: the same text until anything is written to it, or another takes its place. */
  readonly stampOf: (file: MarkedFile) => string;
  /** Read to its end as it is. */
  readonly isRead: (file: MarkedFile, stamp: string) => boolean;
  /** Without a stamp it is not read to its end, but up to its place. */
  readonly keep: (file: MarkedFile, stamp: string | undefined, place: PlaceNow) => void;
  /** Where a reading before this one stopped, if that is known. */
  readonly placeOf: (file: MarkedFile) => ReadPlace | undefined;
  /** Marks that cannot be written are marks that are not there. */
  readonly save: () => void;
}

type PlaceNow = ReadPlace & { readonly place: TranscriptPlace | undefined };

/** `scope`: what else decides where a session goes; a file read for one is not read for another. */
export function readMarks(home: string, scope: string): ReadMarks {
  const path = join(home, FILE);
  const made = `${VERSION} ${READERS} ${madeAt(join(home, "memory.db"))}`;
  const known = readKnown(path, made);
  const before = known.size;
  const nameOf = ({ host, roots = [], path: file }: MarkedFile) =>
    [scope, host, ...roots, resolve(file)].join("\n");
  const places = readPlaces(home, made);
  let isChanged = false;
  return {
    stampOf: ({ path: file }) => [file, `${file}-wal`].map(stampAt).join(" "),
    isRead: (file, stamp) => known.get(nameOf(file)) === stamp,
    keep: (file, stamp, place) => {
      known.set(nameOf(file), stamp ?? UNFINISHED);
      places.keep(nameOf(file), place);
      isChanged = true;
    },
    placeOf: (file) => places.of(nameOf(file)),
    save: () => {
      if (!isChanged && known.size === before) return;
      // What is gone need not be remembered.
      const files = [...known].filter(([name]) => stampAt(name.split("\n").at(-1) ?? "") !== GONE);
      places.keepOnly(files.map(([name]) => name));
      try {
        mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
        writeWhole(path, JSON.stringify({ made, files: Object.fromEntries(files) }));
      } catch {
        // Then they are read again the next time.
      }
    },
  };
}

const GONE = "-";
const UNFINISHED = "unfinished";

/** Inode, size and time of the last change; a database's log grows while its file stays. */
function stampAt(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? GONE : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}

/** Which file it is, however often it was written: an inode alone is given again once its file is gone. */
function madeAt(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? GONE : `${stat.ino}:${stat.birthtimeNs}`;
}

/** A mark is one line for each transcript. */
const MAX_BYTES = 64 * 1024 * 1024;

function readKnown(path: string, made: string): Map<string, string> {
  try {
    const told: unknown = JSON.parse(readTextAt(path, MAX_BYTES) ?? "null");
    if (typeof told !== "object" || told === null) return new Map();
    if (!("made" in told) || told.made !== made || !("files" in told)) return new Map();
    const files = Object.entries(told.files ?? {});
    return new Map(files.filter((one): one is [string, string] => typeof one[1] === "string"));
  } catch {
    return new Map();
  }
}
