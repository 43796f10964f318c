/** Of all call sites, which do we resolve, and are they right? Against SCIP, site by site. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { extractFile } from "../../packages/memory/src/codegraph/extract-file.ts";
import type { FileFacts } from "../../packages/memory/src/codegraph/facts.ts";
import { decodeFacts } from "../../packages/memory/src/codegraph/facts-codec.ts";
import { openLinker } from "../../packages/memory/src/codegraph/relink.ts";
import { walk } from "../../packages/memory/src/codegraph/walk.ts";
import { peerProgram, repositories } from "../peers.ts";
import { round } from "../statistics.ts";
import { readScip } from "./read-scip.ts";
import { score } from "./score.ts";

interface Context {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

const INDEXERS = { hono: "scip-typescript", scrapy: "scip-python" } as const;
const PACKAGES = ["@sourcegraph/scip-typescript@0.4.0", "@sourcegraph/scip-python@0.6.6"];

export async function run({ root, args, say }: Context) {
  const rows = [];
  for (const repository of repositories(args, Object.keys(INDEXERS))) {
    const name = basename(repository) as keyof typeof INDEXERS;
    const index = scipIndex(root, repository, INDEXERS[name], say);
    if (index === null) continue;
    const row = { repository: name, indexer: INDEXERS[name], ...(await judged(repository, index)) };
    rows.push(row);
    say(JSON.stringify(row));
  }
  return { question: "call sites against SCIP", rows };
}

/** Made once and kept in the cache; null, and said so, where there is no indexer. */
function scipIndex(
  root: string,
  repository: string,
  indexer: string,
  say: Context["say"],
): string | null {
  const kept = join(root, ".cache", "scip", `${basename(repository)}.scip`);
  if (existsSync(kept)) return kept;
  const program = peerProgram(root, "scip", PACKAGES, indexer, say);
  if (program === null) return null;
  mkdirSync(join(root, ".cache", "scip"), { recursive: true });
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-scip-"));
  try {
    const copy = join(base, basename(repository));
    cpSync(repository, copy, { recursive: true });
    const named =
      indexer === "scip-python"
        ? ["--project-name", basename(repository), "--project-version", "1"]
        : [];
    const env = { ...process.env, HOME: base };
    const ran = spawnSync(process.execPath, [program, "index", ...named, "--output", kept], {
      cwd: copy,
      env,
      encoding: "utf8",
    });
    if (ran.status === 0) return kept;
    say(`SKIPPED: ${indexer} ended with ${ran.status}: ${ran.stderr.slice(0, 200)}`);
    rmSync(kept, { force: true });
    return null;
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function judged(repository: string, index: string) {
  const { sources, configs } = await walk(repository);
  const facts = new Map<string, FileFacts>();
  for (const path of sources) {
    const file = await extractFile(repository, { path, knownHash: null });
    if (file.facts !== null) facts.set(path, decodeFacts(file.facts));
  }
  const paths = [...facts.keys()];
  const read = (path: string) => readFileSync(join(repository, path), "utf8");
  const { linker } = await openLinker({
    paths,
    load: async () => facts,
    config: { paths: configs, read },
  });
  const place = (file: number, definition: number) => {
    const one = facts.get(paths[file] ?? "")?.definitions[definition];
    return `${paths[file]}:${(one?.nameLine ?? 0) - 1}:${one?.nameColumn ?? 0}`;
  };
  const places = new Set<string>();
  paths.forEach((path, file) => {
    facts.get(path)?.definitions.forEach((one, definition) => {
      if (one.kind !== "lambda") places.add(place(file, definition));
    });
  });
  const files = paths.map((path, file) => ({ path, sites: linker.sitesOf(file) }));
  const { precision, recall, precisionSure, recallSure, ...counts } = score(
    files,
    readScip(readFileSync(index)),
    (to) => place(to.file, to.definition),
    places,
  );
  return {
    ...counts,
    precision: round(precisionSure, 4),
    recall: round(recallSure, 4),
    withNamesAlone: { precision: round(precision, 4), recall: round(recall, 4) },
  };
}
