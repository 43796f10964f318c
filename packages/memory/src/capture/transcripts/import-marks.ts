/**
 * Remembers which transcripts were imported, so that an unchanged file is not read again, and a grown file is read from
 * where the last import stopped. The marks belong to one store. Without them, or if they cannot be parsed, every file is
 * read again, which takes time and changes nothing.
 */
import { statSync } from "node:fs";
import { join, resolve } from "node:path";
import { readTextAt, replaceFile } from "@tacit-memory/files";
import { type NewResumePoint, resumePoints, type StoredResumePoint } from "./resume-points.ts";

/** The version of this package (import-marks.test.ts compares). Another version reads every file again. */
export const RELEASE = "0.1.0";
/** Raise it when the readers find events that they did not find before. */
const READERS = 3;
const FILE = join("imports", "transcripts.json");
/** Enough for several hundred thousand transcripts. */
const MAX_BYTES = 256 * 1024 * 1024;

interface MarkedFile {
  readonly path: string;
  readonly host: string;
  readonly roots?: readonly string[] | undefined;
}

export interface ImportMarks {
  /** Identifies the file's present content: inode, size and time of the last change. */
  readonly stampOf: (file: MarkedFile) => string;
  /** Whether the file was imported completely with this stamp. */
  readonly isImported: (file: MarkedFile, stamp: string) => boolean;
  /** Without a stamp the file is marked as incomplete, and only its resume point is stored. */
  readonly mark: (file: MarkedFile, stamp: string | undefined, resume: NewResumePoint) => void;
  readonly resumePointOf: (file: MarkedFile) => StoredResumePoint | undefined;
  /** Errors of writing are ignored: the next import then reads the files again. */
  readonly save: () => void;
}

/** `scope`: what else decides the project of a session. A file imported in one scope is not imported in another. */
export function importMarks(home: string, scope: string): ImportMarks {
  const path = join(home, FILE);
  const made = `${RELEASE} ${READERS} ${creationOf(join(home, "memory.db"))}`;
  const stamps = readStamps(path, made);
  const countBefore = stamps.size;
  const nameOf = ({ host, roots = [], path: file }: MarkedFile) =>
    [scope, host, ...roots, resolve(file)].join("\n");
  const points = resumePoints(home, made);
  let isChanged = false;
  return {
    stampOf: ({ path: file }) => [file, `${file}-wal`].map(stampAt).join(" "),
    isImported: (file, stamp) => stamps.get(nameOf(file)) === stamp,
    mark: (file, stamp, resume) => {
      stamps.set(nameOf(file), stamp ?? INCOMPLETE);
      points.save(nameOf(file), resume);
      isChanged = true;
    },
    resumePointOf: (file) => points.of(nameOf(file)),
    save: () => {
      if (!isChanged && stamps.size === countBefore) return;
      const files = [...stamps].filter(
        ([name]) => stampAt(name.split("\n").at(-1) ?? "") !== MISSING_FILE,
      );
      points.deleteOthers(files.map(([name]) => name));
      try {
        const text = JSON.stringify({ made, files: Object.fromEntries(files) });
        replaceFile(path, text, { folderMode: 0o700 });
      } catch {
        // The next import reads the files again.
      }
    },
  };
}

/** The stamp of a file that does not exist. */
const MISSING_FILE = "-";
/** Written to disk in place of a stamp. */
const INCOMPLETE = "unfinished";

/** A database's log is stamped as well, because it grows while the database file stays unchanged. */
function stampAt(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? MISSING_FILE : `${stat.ino}:${stat.size}:${stat.mtimeNs}`;
}

/** Identifies a file whatever is written to it. The inode alone is not enough: it is reused after the file is deleted. */
function creationOf(path: string): string {
  const stat = statSync(path, { bigint: true, throwIfNoEntry: false });
  return stat === undefined ? MISSING_FILE : `${stat.ino}:${stat.birthtimeNs}`;
}

function readStamps(path: string, made: string): Map<string, string> {
  try {
    const stored: unknown = JSON.parse(readTextAt(path, MAX_BYTES) ?? "");
    if (typeof stored !== "object" || stored === null) return new Map();
    if (!("made" in stored) || stored.made !== made || !("files" in stored)) return new Map();
    const files = Object.entries(stored.files ?? {});
    return new Map(
      files.filter((entry): entry is [string, string] => typeof entry[1] === "string"),
    );
  } catch {
    return new Map();
  }
}
