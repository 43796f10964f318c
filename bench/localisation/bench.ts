/**
 * Measures which files prefetch names for an issue, compared with the files of its accepted change. Data: issues of SWE-bench
 * and similar sets in seven languages and commits of TypeScript repositories, each with its repository as it was before
 * (`--repos DIR`: clones, DIR/owner+name). `prefetch` knows the commits before the issue and the code of that commit, and
 * ranks the study's candidates: source files except tests. Halves by a hash of the id (`--half dev|test`, default test);
 * `--sets a,b`; `--data DIR`; `--parts` prints the contribution of each part of the answer.
 *
 * Baselines: the study's BM25 over whole files, and the same with named files first ("hint"), both from the data set itself;
 * and `grep` as an agent uses it: files by the number of names from the issue that they contain, then by the number of
 * occurrences.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { votesOfCloseLook } from "../../packages/memory/src/recall/prefetch/close-look.ts";
import { codeQuery } from "../../packages/memory/src/recall/prefetch/code-query.ts";
import { votesOf } from "../../packages/memory/src/recall/prefetch/prefetch.ts";
import { bestFirst } from "../../packages/memory/src/recall/prefetch/prefetched.ts";
import {
  type CodeEvidence,
  searchCode,
} from "../../packages/memory/src/recall/prefetch/search-code.ts";
import { PREFETCH } from "../../packages/memory/src/recall/prefetch/tuning.ts";
import {
  type BuiltInEncoder,
  openBuiltInEncoder,
} from "../../packages/memory/src/search/encoders/built-in-encoder.ts";
import { option, type Setup } from "../arguments.ts";
import { commitsOf } from "../commits.ts";
import type { Choice } from "../conditional-logit.ts";
import { worthOf } from "../parts.ts";
import { percentile, round } from "../statistics.ts";
import {
  type Baseline,
  candidatesAt,
  cloneOf,
  halfOf,
  type Instance,
  readInstances,
  SETS,
  textsAt,
} from "./instances.ts";
import { choiceOf, PARTS } from "./parts.ts";

interface Asking {
  readonly encoder: BuiltInEncoder;
  readonly choices: Choice[];
  readonly tookMs: number[];
  readonly lookMs: number[];
}

interface MeasuredInstance {
  readonly id: string;
  /** Rank of the first wanted file, from 1; Infinity when none was named. */
  readonly rank: number;
  readonly grepRank: number;
  readonly baseline: Baseline;
}

const PATIENCE_MS = 60_000;

export async function run({ root, args, say }: Setup) {
  const question = "which files will the change of an issue touch?";
  const half = option(args, "--half") ?? "test";
  const data = option(args, "--data") ?? join(root, "..", "shared", "data");
  const repos = option(args, "--repos");
  if (repos === undefined || !existsSync(join(data, "issues"))) {
    say(`SKIPPED: needs --repos DIR with clones, and issues under ${data} (--data DIR)`);
    return { question, skipped: "no data", rows: [] };
  }
  const encoder = openBuiltInEncoder();
  const asking: Asking = { encoder, choices: [], tookMs: [], lookMs: [] };
  const rows = [];
  for (const set of option(args, "--sets")?.split(",") ?? SETS) {
    const { instances, baselines, hash } = readInstances(data, set);
    const own = instances.filter(({ id }) => halfOf(id) === half && baselines.has(id));
    const measured: MeasuredInstance[] = [];
    for (const instance of own) {
      const baseline = baselines.get(instance.id);
      const answer = await ask(repos, instance, asking);
      if (answer !== null && baseline !== undefined)
        measured.push({ ...instance, baseline, ...answer });
    }
    const missing = own.length - measured.length;
    const row = { set, ...measure(measured), missing, datasetHash: hash };
    say(JSON.stringify(row));
    rows.push({
      ...row,
      ranks: measured.map(({ id, rank }) => ({ id, rank: Number.isFinite(rank) ? rank : null })),
    });
  }
  await encoder.close();
  const parts = args.includes("--parts") ? worthOf(PARTS, asking.choices) : [];
  for (const row of parts) say(JSON.stringify(row));
  const ms = (took: readonly number[]) => ({
    p50: round(percentile(took, 0.5)),
    p95: round(percentile(took, 0.95)),
  });
  const took = { searchMs: ms(asking.tookMs), lookMs: ms(asking.lookMs) };
  return { question, half, rows, ...took, parts };
}

/** Returns null when the repository or the commit is missing, or when none of the files existed before. */
async function ask(
  repos: string,
  instance: Instance,
  { choices, tookMs, lookMs, encoder }: Asking,
): Promise<{ readonly rank: number; readonly grepRank: number } | null> {
  const clone = cloneOf(repos, instance.repo);
  if (clone === undefined) return null;
  const sizes = candidatesAt(clone, instance);
  const wanted = instance.gold.filter((path) => sizes.has(path));
  if (wanted.length === 0) return null;
  const revision = instance.base_commit;
  const task = instance.problem;
  const past = commitsOf(clone, revision, PREFETCH.commits).filter(
    ({ files }) => files.length <= PREFETCH.commitFiles,
  );
  const startedAt = performance.now();
  const search = { revision, timeoutMs: PATIENCE_MS, sizeOf: (path: string) => sizes.get(path) };
  const code = await searchCode(clone, codeQuery(task), search);
  tookMs.push(performance.now() - startedAt);
  const tree = [...sizes.keys()];
  const votes = votesOf({ task, past, tree, remembered: [], defining: [], code });
  const first = bestFirst(votes, PREFETCH.lookedAt.value).map(({ path }) => path);
  const texts = textsAt(clone, revision, first);
  const lookedAt = performance.now();
  const input = [...votes, ...votesOfCloseLook(task, texts, encoder.encodeNow)];
  lookMs.push(performance.now() - lookedAt);
  choices.push(choiceOf(input, code, wanted));
  const rankOf = (paths: readonly string[]) =>
    1 + Math.min(...wanted.map((path) => indexOf(paths, path)));
  const named = bestFirst(input, Number.POSITIVE_INFINITY).map(({ path }) => path);
  return { rank: rankOf(named), grepRank: rankOf(grepped(code)) };
}

function indexOf(paths: readonly string[], path: string): number {
  const at = paths.indexOf(path);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

function grepped(code: ReadonlyMap<string, CodeEvidence> | null): string[] {
  return [...(code ?? [])]
    .sort((a, b) => b[1].names - a[1].names || b[1].words - a[1].words)
    .map(([path]) => path);
}

function measure(measured: readonly MeasuredInstance[]) {
  const share = (is: (item: MeasuredInstance) => boolean) =>
    round(measured.filter(is).length / Math.max(1, measured.length), 3);
  const hits = { hitAt1: share(({ rank }) => rank <= 1), hitAt5: share(({ rank }) => rank <= 5) };
  const bm25 = {
    hitAt1: share(({ baseline }) => baseline["bm25_hit@1"]),
    hitAt5: share(({ baseline }) => baseline["bm25_hit@5"]),
  };
  const hint = {
    hitAt1: share(({ baseline }) => baseline["hint_hit@1"]),
    hitAt5: share(({ baseline }) => baseline["hint_hit@5"]),
  };
  return {
    issues: measured.length,
    ...hits,
    hitAt10: share(({ rank }) => rank <= 10),
    bm25,
    hint,
    grep: {
      hitAt1: share(({ grepRank }) => grepRank <= 1),
      hitAt5: share(({ grepRank }) => grepRank <= 5),
    },
    againstBm25: {
      hitAt1: round(hits.hitAt1 / Math.max(0.001, bm25.hitAt1)),
      hitAt5: round(hits.hitAt5 / Math.max(0.001, bm25.hitAt5)),
    },
  };
}
