/** Reads issues and commits with the files that their accepted change touched, and the repository as it was before. */
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { PREFETCH } from "../../packages/memory/src/recall/prefetch/tuning.ts";
import { gitIn } from "../commits.ts";

export const SETS = [
  "swebench-lite",
  "swebench-verified-100",
  "swecontextbench",
  "polybench-derived",
  "ts-commits",
];

export interface Instance {
  readonly id: string;
  readonly repo: string;
  readonly base_commit: string;
  readonly problem: string;
  readonly gold: readonly string[];
  readonly lang?: string;
}

/** Results of the study's BM25 over whole files: the same candidates, the same tokens. */
export interface Baseline {
  readonly id: string;
  readonly "bm25_hit@1": boolean;
  readonly "bm25_hit@5": boolean;
  readonly "bm25_hit@10": boolean;
  readonly "hint_hit@1": boolean;
  readonly "hint_hit@5": boolean;
}

export function readInstances(data: string, set: string) {
  const folder = join(data, "issues", set);
  const bytes = readFileSync(join(folder, "instances.jsonl.gz"));
  const baselines = lines<Baseline>(readFileSync(join(folder, "instances.bm25.jsonl.gz")));
  return {
    instances: lines<Instance>(bytes),
    baselines: new Map(baselines.map((baseline) => [baseline.id, baseline])),
    hash: createHash("sha256").update(bytes).digest("hex").slice(0, 12),
  };
}

function lines<T>(bytes: Buffer): T[] {
  const text = gunzipSync(bytes).toString("utf8");
  return text
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as T);
}

export function halfOf(id: string): "dev" | "test" {
  return createHash("sha256").update(id).digest().readUInt8(0) % 2 === 0 ? "dev" : "test";
}

/** `DIR/owner+name`, `DIR/owner+name/repo` or `DIR/name`. */
export function cloneOf(repos: string, repo: string): string | undefined {
  const joined = repo.replace("/", "+");
  const places = [
    join(repos, joined, "repo"),
    join(repos, joined),
    join(repos, repo.split("/")[1] ?? ""),
  ];
  return places.find((place) => existsSync(join(place, "HEAD")) || existsSync(join(place, ".git")));
}

const ENDINGS: Readonly<Record<string, readonly string[]>> = {
  python: [".py"],
  typescript: [".ts", ".tsx", ".js", ".jsx", ".mts", ".svelte", ".vue"],
  javascript: [".js", ".jsx", ".ts", ".tsx", ".mjs", ".cjs", ".svelte", ".vue"],
  go: [".go"],
  rust: [".rs"],
  java: [".java"],
  c: [".c", ".h", ".y", ".l"],
};
const TEST =
  /(?:^|\/)(?:tests?|__tests__|testing|testdata|fixtures?|spec|specs|e2e)(?:\/|$)|(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest|[^/]*\.(?:test|spec))\.[a-z]+$|Test\.java$/;
const LARGEST = 1_500_000;

/**
 * Returns the source files except tests at a commit, with their bytes: the study's candidates. Empty when the commit is
 * missing.
 */
export function candidatesAt(clone: string, { base_commit, lang }: Instance): Map<string, number> {
  const endings = ENDINGS[lang ?? "python"] ?? [`.${lang}`];
  const found = new Map<string, number>();
  for (const row of gitIn(clone, "ls-tree", "-r", "-l", "-z", base_commit).split("\0")) {
    const [, bytes = "", path = ""] = /^\d+ blob \w+\s+(\d+)\t(.*)$/s.exec(row) ?? [];
    const isSource = endings.some((ending) => path.endsWith(ending)) && !TEST.test(path);
    if (isSource && Number(bytes) < LARGEST) found.set(path, Number(bytes));
  }
  return found;
}

/** Returns the beginnings of files at a commit. */
export function textsAt(
  clone: string,
  revision: string,
  paths: readonly string[],
): Map<string, string> {
  const input = paths.map((path) => `${revision}:${path}\n`).join("");
  const { stdout } = spawnSync("git", ["cat-file", "--batch"], {
    cwd: clone,
    input,
    maxBuffer: 1e9,
  });
  const texts = new Map<string, string>();
  let at = 0;
  for (const path of paths) {
    const end = stdout.indexOf("\n", at);
    const bytes = /^\w+ blob (\d+)$/.exec(stdout.toString("utf8", at, end))?.[1];
    at = end + 1;
    if (bytes === undefined) continue;
    const text = stdout.toString("utf8", at, at + Number(bytes));
    texts.set(path, text.slice(0, PREFETCH.lookedChars));
    at += Number(bytes) + 1;
  }
  return texts;
}
