/** Measures which call sites the code graph resolves and whether the answers are correct, compared with SCIP site by site. */
import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { option, type Setup } from "../arguments.ts";
import { peerProgram, repositories } from "../peers.ts";
import { round } from "../statistics.ts";
import { linkRepository } from "./linked.ts";
import { readScip } from "./read-scip.ts";
import { sayDrawn } from "./sample.ts";
import { score } from "./score.ts";
import { scoreComponents } from "./score-components.ts";
import { scoreImports } from "./score-imports.ts";
import { scoreLabels } from "./score-labels.ts";
import { sumJudged } from "./sum-judged.ts";

const LABELS = join(dirname(fileURLToPath(import.meta.url)), "labels");

const INDEXERS = {
  hono: "scip-typescript",
  scrapy: "scip-python",
  void: "scip-typescript",
} as const;
/** Folders of projects that are not at the repository's root. */
const PROJECTS: Readonly<Record<string, readonly string[]>> = { void: ["src"] };
const HEAP_MB = 8192;
const PACKAGES = ["@sourcegraph/scip-typescript@0.4.0", "@sourcegraph/scip-python@0.6.6"];

export async function run(context: Setup) {
  const { args, say } = context;
  if (args.includes("--draw")) return { question: "a sample", drawn: await sayDrawn(args, say) };
  if (args.includes("--components")) {
    return { question: "components in templates", rows: await scoreComponents(context) };
  }
  if (args.includes("--judged"))
    return { question: "edges and references judged by reading", rows: sumJudged(LABELS, say) };
  const rows = args.includes("--labels") ? [] : await againstScip(context);
  const folder = option(args, "--repos") ?? "";
  const labelled = await scoreLabels(LABELS, folder, say, args.includes("--misses"));
  return { question: "call sites against SCIP and against labels", rows, labelled };
}

async function againstScip({ root, args, say }: Setup) {
  const rows = [];
  for (const repository of repositories(args, Object.keys(INDEXERS))) {
    const name = basename(repository) as keyof typeof INDEXERS;
    const index = scipIndex(root, repository, INDEXERS[name], say);
    if (index === null) continue;
    const row = { repository: name, indexer: INDEXERS[name], ...(await judged(repository, index)) };
    rows.push(row);
    say(JSON.stringify(row));
  }
  return rows;
}

/** Creates the index once and caches it. Returns null with a message when no indexer is available. */
function scipIndex(
  root: string,
  repository: string,
  indexer: string,
  say: Setup["say"],
): string | null {
  const indexPath = join(root, ".cache", "scip", `${basename(repository)}.scip`);
  if (existsSync(indexPath)) return indexPath;
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
    const heap = `--max-old-space-size=${HEAP_MB}`;
    const projects = PROJECTS[basename(repository)] ?? [];
    const command = [heap, program, "index", ...named, "--output", indexPath, ...projects];
    const ran = spawnSync(process.execPath, command, {
      cwd: copy,
      env,
      encoding: "utf8",
    });
    if (ran.status === 0) return indexPath;
    say(`SKIPPED: ${indexer} ended with ${ran.status}: ${ran.stderr.slice(0, 200)}`);
    rmSync(indexPath, { force: true });
    return null;
  } finally {
    rmSync(base, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function judged(repository: string, index: string) {
  const linked = await linkRepository(repository);
  const { paths, facts, linker } = linked;
  const scip = readScip(readFileSync(index));
  const place = (file: number, definition: number) => {
    const item = facts.get(paths[file] ?? "")?.definitions[definition];
    return `${paths[file]}:${(item?.nameLine ?? 0) - 1}:${item?.nameColumn ?? 0}`;
  };
  const places = new Set<string>();
  paths.forEach((path, file) => {
    facts.get(path)?.definitions.forEach((item, definition) => {
      if (item.kind !== "lambda") places.add(place(file, definition));
    });
  });
  const files = paths.map((path, file) => ({ path, sites: linker.sitesOf(file) }));
  const { precision, recall, precisionSure, recallSure, ...counts } = score(
    files,
    scip,
    (to) => place(to.file, to.definition),
    places,
  );
  return {
    ...counts,
    precision: round(precisionSure, 4),
    recall: round(recallSure, 4),
    withNamesAlone: { precision: round(precision, 4), recall: round(recall, 4) },
    imports: scoreImports(linked, scip),
  };
}
