/**
 * Labelled moments and the memories known at them: from real sessions (`dev`, `test`) and from invented projects (`written`).
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
  /** Most informative line of the failed call that the memory was learned from, if any. */
  readonly error?: string;
  /** Session in which the memory was learned. */
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
  /** Relevance by memory id: 2 for "should be shown", 1 for "useful". */
  readonly relevant: Readonly<Record<string, number>>;
  /** Source session and step; absent in invented projects. */
  readonly session?: string;
  readonly step?: number;
}

/** Result of one replayed moment. */
export interface Outcome {
  readonly one: Case;
  /** Ranked ids by system; Tacit's are under `tacit`. */
  readonly ranked: Readonly<Record<string, readonly string[]>>;
  readonly shown: Shown;
  /** Shown in the block at the start of the moment's session. */
  readonly opening: Shown;
  /** Tokens of the moment's block when its session is replayed from its start. */
  readonly tokensInSession: number;
  /** Log-odds that each hit is relevant to the prompt; null when another rule decided. */
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
