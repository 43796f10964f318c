/** The files that Tacit writes into the folder `.tacit` of a repository: one overview, and one file per topic. */
import { MEMORY_TYPES, type MemoryType, RECORD_TYPES } from "../../domain/memory.ts";

/** Path of the overview, relative to the root of the repository. */
export const MEMORY_FILE = ".tacit/MEMORY.md";
/** Folder of the topic files, relative to the root of the repository. */
export const TOPIC_FOLDER = ".tacit/memory";

export interface Topic {
  readonly name: string;
  /** Path relative to the root of the repository. */
  readonly path: string;
  readonly types: readonly MemoryType[];
}

const NAMED: readonly (readonly [name: string, types: readonly MemoryType[]])[] = [
  ["conventions", ["correction", "convention", "requirement", "pattern"]],
  ["preferences", ["preference"]],
  ["decisions", ["decision"]],
  ["gotchas", ["gotcha", "dead_end"]],
  ["errors", ["error_pattern"]],
  ["procedures", ["workflow_recipe"]],
];

const GROUPED: readonly MemoryType[] = [...NAMED.flatMap(([, types]) => types), ...RECORD_TYPES];

/** Every type is in one topic, except records of a single session. */
export const TOPICS: readonly Topic[] = [
  ...NAMED,
  ["facts", MEMORY_TYPES.filter((type) => !GROUPED.includes(type))] as const,
].map(([name, types]) => ({ name, path: `${TOPIC_FOLDER}/${name}.md`, types }));
