/**
 * Defines the tasks of the encoder bench: pools of texts, and queries whose answers in the pool are known. All data is split
 * into `dev`, for choosing, and `test`, for reporting: repositories by name, questions about conversations by a hash,
 * paraphrases by their author.
 *
 * The data is outside the repository (`--data`, `--encoder-data`): LoCoMo is non-commercial; BEAM and CoSQA state no licence
 * or may not be redistributed. A missing set is skipped with a message.
 */
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, zstdDecompressSync } from "node:zlib";

export type Half = "dev" | "test";

export interface Query {
  readonly text: string;
  /** Indexes into the pool. */
  readonly relevant: readonly number[];
}

export interface Task {
  /** Name of the task's set; results of tasks of one set are averaged: `commit_paths`, `locomo`, … */
  readonly set: string;
  readonly half: Half;
  readonly pool: readonly string[];
  /** Conversation session of each text in the pool; absent when the texts are not a conversation. */
  readonly sessions?: readonly string[] | undefined;
  readonly queries: readonly Query[];
}

interface Pair {
  readonly k: string;
  readonly r: string;
  readonly a: string;
  readonly b: string;
}

/** Six repositories for choosing; six others are for reporting. The encoder was not trained on any of their text. */
const DEV_REPOSITORIES: readonly string[] = [
  "celery/celery",
  "fastify/fastify",
  "pnpm/pnpm.io",
  "python-poetry/poetry",
  "spring-projects/spring-boot",
  "sveltejs/svelte",
];
const KINDS: Readonly<Record<string, string>> = {
  sec: "heading_section",
  doc: "docstring_code",
  cpath: "commit_paths",
  cdiff: "commit_identifiers",
  cbody: "subject_body",
  err: "error_code",
};
export const REPOSITORY_SETS: readonly string[] = Object.values(KINDS);
const QUERIES_EACH = 80;
const POOL_EACH = 1500;
const PARAPHRASE_POOL = 2000;

/** Returns a number in [0, 2^32) that depends on the text alone, which gives the same sample on every machine. */
function order(text: string): number {
  return createHash("sha256").update(text).digest().readUInt32BE(0);
}

function sample<T>(items: readonly T[], count: number, textOf: (item: T) => string): T[] {
  return items
    .map((item) => ({ item, key: order(textOf(item)) }))
    .sort((a, b) => a.key - b.key)
    .slice(0, count)
    .map(({ item }) => item);
}

export function repositoryTasks(heldOut: readonly Pair[]): Task[] {
  const groups = new Map<string, Pair[]>();
  for (const pair of heldOut) {
    if (KINDS[pair.k] === undefined) continue;
    const key = `${pair.r}|${pair.k}`;
    groups.set(key, [...(groups.get(key) ?? []), pair]);
  }
  return [...groups].flatMap(([key, pairs]) => {
    const [repository = "", kind = ""] = key.split("|");
    const pool = [
      ...new Set(sample(pairs, POOL_EACH, (pair) => pair.b + pair.a).map(({ b }) => b)),
    ];
    const at = new Map(pool.map((text, i) => [text, i]));
    const answered = pairs.filter((pair) => at.has(pair.b));
    const byQuery = new Map<string, Set<number>>();
    for (const { a, b } of answered) {
      byQuery.set(a, (byQuery.get(a) ?? new Set()).add(at.get(b) ?? 0));
    }
    // A subject that matches half of the pool ("Update dependencies") is not a specific question.
    const askable = [...byQuery].filter(([, relevant]) => relevant.size <= 3);
    if (askable.length < 10) return [];
    return [
      {
        set: KINDS[kind] ?? kind,
        half: DEV_REPOSITORIES.includes(repository) ? ("dev" as const) : ("test" as const),
        pool,
        queries: sample(askable, QUERIES_EACH, ([a]) => a).map(([text, relevant]) => ({
          text,
          relevant: [...relevant],
        })),
      },
    ];
  });
}

type Paraphrased = readonly [memory: string, queries: readonly string[]];

/** Creates each task twice: over the memories alone, and over 2,000 texts that are otherwise sentences of other projects. */
export function paraphraseTasks(
  memories: readonly Paraphrased[],
  half: Half,
  heldOut: readonly Pair[],
): Task[] {
  const sentences = heldOut
    .filter(({ k }) => k === "nbr" || k === "sent" || k === "cbody" || k === "sec")
    .map(({ b }) => b.replace(/\s+/gu, " ").split(/(?<=[.!?]) (?=[A-Z])/u)[0] ?? "")
    .filter((text) => text.length >= 60 && text.length <= 220);
  const others = sample([...new Set(sentences)], PARAPHRASE_POOL - memories.length, (text) => text);
  const alone = amongThemselves("paraphrase_alone", memories, half);
  return [alone, { ...alone, set: "paraphrase_2000", pool: [...alone.pool, ...others] }];
}

function amongThemselves(set: string, memories: readonly Paraphrased[], half: Half): Task {
  const queries = memories.flatMap(([, questions], i) =>
    questions.map((text) => ({ text, relevant: [i] })),
  );
  return { set, half, pool: memories.map(([memory]) => memory), queries };
}

interface Turn {
  readonly id: string;
  readonly conv: string;
  readonly text: string;
  /** Session name in LoCoMo and in BEAM. */
  readonly session?: number;
  readonly batch?: number;
}

interface Question {
  readonly id: string;
  readonly conv: string;
  readonly question: string;
  readonly evidence: readonly string[];
  readonly evidence_fixed?: readonly string[] | null;
}

export function conversationTasks(
  set: string,
  turns: readonly Turn[],
  questions: readonly Question[],
): Task[] {
  return [...new Set(turns.map(({ conv }) => conv))].flatMap((conv) => {
    const own = turns.filter((turn) => turn.conv === conv);
    const at = new Map(own.map(({ id }, i) => [id, i]));
    return (["dev", "test"] as const).map((half) => ({
      set,
      half,
      pool: own.map(({ text }) => text),
      sessions: own.map(({ session, batch }) => `${conv}:${session ?? batch}`),
      queries: questions
        .filter((question) => question.conv === conv && halfOf(question.id) === half)
        .map((question) => ({
          text: question.question,
          relevant: (question.evidence_fixed ?? question.evidence).flatMap(
            (id) => at.get(id) ?? [],
          ),
        }))
        .filter(({ relevant }) => relevant.length > 0),
    }));
  });
}

/** Returns the half of an id, as in bench/recall-quality. */
export function halfOf(id: string): Half {
  return createHash("sha256").update(id).digest().readUInt8(0) % 2 === 0 ? "dev" : "test";
}

interface CodeQuestion {
  readonly doc: string;
  readonly code: string;
  readonly label: number;
}

export function codeSearchTasks(pairs: readonly CodeQuestion[]): Task[] {
  const pool = [...new Set(pairs.map(({ code }) => code))];
  const at = new Map(pool.map((code, i) => [code, i]));
  return (["dev", "test"] as const).map((half) => ({
    set: "cosqa",
    half,
    pool,
    queries: pairs
      .filter(({ doc, label }) => label === 1 && halfOf(doc) === half)
      .map(({ doc, code }) => ({ text: doc, relevant: [at.get(code) ?? 0] })),
  }));
}

export interface TaskFolders {
  /** Folder of conversations and code search. */
  readonly data: string;
  /** `heldout.jsonl.zst` and `paraphrase-dev.json`. */
  readonly encoder: string;
  /** This bench's folder, which contains `paraphrase-test.json`. */
  readonly here: string;
}

/** Returns the tasks that could be read, the sets that could not, and a hash of all data read. */
export function loadTasks({ data, encoder, here }: TaskFolders) {
  const missing: string[] = [];
  const hash = createHash("sha256");
  const read = <T>(path: string, of: (bytes: Buffer) => T, otherwise: T): T => {
    if (!existsSync(path)) {
      missing.push(path);
      return otherwise;
    }
    const bytes = readFileSync(path);
    hash.update(bytes);
    return of(bytes);
  };
  const gzipped = <T>(path: string) => read<T[]>(path, (bytes) => lines(gunzipSync(bytes)), []);
  const json = <T>(path: string) => read<T[]>(path, (bytes) => JSON.parse(bytes.toString()), []);
  const heldOut = read<Pair[]>(
    join(encoder, "heldout.jsonl.zst"),
    (bytes) => lines(zstdDecompressSync(bytes)),
    [],
  );
  const studied = json<Paraphrased>(join(encoder, "paraphrase-dev.json"));
  const ours = json<Paraphrased>(join(here, "paraphrase-dev.json"));
  const tasks = [
    ...repositoryTasks(heldOut),
    amongThemselves("paraphrase_60", studied, "dev"),
    ...paraphraseTasks([...studied, ...ours], "dev", heldOut),
    ...paraphraseTasks(json(join(here, "paraphrase-test.json")), "test", heldOut),
    ...conversationTasks(
      "locomo",
      gzipped(join(data, "conversations", "locomo", "turns.jsonl.gz")),
      gzipped(join(data, "conversations", "locomo", "questions.jsonl.gz")),
    ),
    ...conversationTasks(
      "beam",
      gzipped(join(data, "conversations", "beam", "messages.jsonl.gz")),
      gzipped(join(data, "conversations", "beam", "questions.jsonl.gz")),
    ),
    ...codeSearchTasks(
      read<CodeQuestion[]>(
        join(data, "codesearch", "cosqa-dev.json.gz"),
        (bytes) => JSON.parse(gunzipSync(bytes).toString()),
        [],
      ),
    ),
  ].filter((task) => task.queries.length > 0);
  return { tasks, missing, datasetHash: hash.digest("hex").slice(0, 12) };
}

function lines<T>(bytes: Buffer): T[] {
  return bytes
    .toString("utf8")
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
