/**
 * The labelled moments and what is known at them: of real sessions (`dev`, `test`), and of invented projects (`written`).
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export const KINDS = ["prompt", "error", "file"] as const;

export interface Known {
  readonly id: string;
  readonly project: string;
  readonly content: string;
  readonly type: string;
  readonly files: readonly string[];
  /** The telling line of the failed call it was learned from, where there was one. */
  readonly error?: string;
  /** Where it was learned. */
  readonly session: string;
  readonly step: number;
}

export interface Case {
  readonly id: string;
  readonly project: string;
  readonly half: "dev" | "test" | "written";
  readonly kind: (typeof KINDS)[number];
  readonly query: string;
  readonly files: readonly string[];
  /** Memory → 2, should be told, or 1, useful. */
  readonly relevant: Readonly<Record<string, number>>;
  /** Where it comes from, and at which step; absent in invented projects. */
  readonly session?: string;
  readonly step?: number;
}

/** One moment as it was played. */
export interface Outcome {
  readonly one: Case;
  /** Ours is `tacit`. */
  readonly ranked: Readonly<Record<string, readonly string[]>>;
  readonly shown: Shown;
  /** By the block that the moment's session began with. */
  readonly opening: Shown;
  /** Tokens of the moment's block where its session goes on from its start. */
  readonly tokensInSession: number;
  /** Of each hit of a prompt: log-odds that it bears on it; null where something else decided. */
  readonly evidence: readonly { readonly id: string; readonly evidence: number | null }[];
}

export interface Shown {
  readonly full: readonly string[];
  readonly pointed: readonly string[];
  readonly tokens: number;
}

export function labelledSet(half: string): { readonly memories: Known[]; readonly cases: Case[] } {
  return half === "written" ? writtenSet() : realSet(half);
}

function realSet(half: string) {
  const cases = readLines<Case>("cases.jsonl").filter((line) => line.half === half);
  return { memories: readLines<Known>("memories.jsonl"), cases };
}

interface WrittenProject {
  readonly project: string;
  readonly memories: readonly (Pick<Known, "id" | "type" | "files" | "error"> & {
    readonly text: string;
  })[];
  readonly moments: readonly (Pick<Case, "kind" | "files"> & {
    readonly text: string;
    readonly bears: Readonly<Record<string, number>>;
  })[];
}

const WRITTEN_A_SESSION = 4;

function writtenSet(): { memories: Known[]; cases: Case[] } {
  const projects = readLines<WrittenProject>("written.jsonl");
  return {
    memories: projects.flatMap(({ project, memories }) =>
      memories.map(({ id, text: content, type, files, error }, step) => ({
        ...{ id: `${project}:${id}`, project, content, type, files, step },
        ...(error === undefined ? {} : { error }),
        session: `${project}:${Math.floor(step / WRITTEN_A_SESSION)}`,
      })),
    ),
    cases: projects.flatMap(({ project, moments }) =>
      moments.map(({ kind, text: query, files, bears }, i) => ({
        ...{ id: `${project}:${i + 1}`, project, half: "written" as const, kind, query, files },
        relevant: Object.fromEntries(
          Object.entries(bears).map(([id, grade]) => [`${project}:${id}`, grade]),
        ),
      })),
    ),
  };
}

function readLines<T>(name: string): T[] {
  return readFileSync(join(import.meta.dirname, name), "utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
