/** Measures how well modules agree with the folders that people created, and how long their detection takes. */
import { basename } from "node:path";
import type { CodeGraph } from "../../packages/codegraph/src/graph/graph.ts";
import { type CodeModule, modulesOf } from "../../packages/codegraph/src/graph/modules.ts";
import { isTestPath } from "../../packages/codegraph/src/graph/test-paths.ts";
import type { ConfigFiles } from "../../packages/codegraph/src/link/modules/project-config.ts";
import { withGraph } from "../linked-repository.ts";
import { repositories } from "../peers.ts";
import { percentile, round } from "../statistics.ts";
import { normalisedMutualInformation } from "./agreement.ts";

const NAMES = [
  "hono",
  "scrapy",
  "void",
  "django",
  "astro",
  "sqlalchemy",
  "hugo",
  "caddy",
  "fzf",
  "ripgrep",
  "axum",
  "retrofit",
  "commons-lang",
];
const RUNS = 5;
const NO_MANIFESTS: ConfigFiles = { paths: [], read: () => undefined };

export async function run({ args, say }: { args: readonly string[]; say: (line: string) => void }) {
  const rows = [];
  for (const source of repositories(args, NAMES)) {
    const measured = await withGraph(source, (graph, session) =>
      measure(graph, session.manifests()),
    );
    rows.push({ repository: basename(source), ...measured });
    say(JSON.stringify(rows.at(-1)));
  }
  return { question: "modules against folders", runs: RUNS, rows };
}

function measure(graph: CodeGraph, manifests: ConfigFiles) {
  const times = Array.from({ length: RUNS }, () => {
    const startedMs = performance.now();
    modulesOf(graph, manifests);
    return performance.now() - startedMs;
  });
  const modules = modulesOf(graph, manifests);
  return {
    files: graph.paths.length,
    modules: modules.length,
    medianMs: round(percentile(times, 0.5)),
    nmi: agreement(modules.map(withoutTests), featureFolder),
    nmiWithTests: agreement(modules, featureFolder),
    /** By imports alone, without declared packages. */
    nmiImportsAlone: agreement(modulesOf(graph, NO_MANIFESTS).map(withoutTests), featureFolder),
  };
}

/** Removes tests: a test belongs to the code it tests, and may be in a folder for all tests. */
function withoutTests({ name, files }: CodeModule): CodeModule {
  return { name, files: files.filter((path) => !isTestPath(path)) };
}

function agreement(modules: readonly CodeModule[], labelOf: (path: string) => string): number {
  const pairs = modules.flatMap(({ name, files }) =>
    files.map((path) => [name, labelOf(path)] as const),
  );
  return round(
    normalisedMutualInformation(
      pairs.map(([module]) => module),
      pairs.map(([, folder]) => folder),
    ),
    3,
  );
}

const folderOf = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf("/")));

/** Folder names that describe a kind of code and not its subject: layers, tests, source roots. */
const KINDS = new Set(
  `browser common node electron-main electron-browser electron-sandbox electron-utility worker test tests __tests__
  unit integration fixtures testdata src main java kotlin scala lib`.split(/\s+/),
);

/** Returns the folder without those parts, so that tests and layers of a feature belong to the feature. */
function featureFolder(path: string): string {
  return folderOf(path)
    .split("/")
    .filter((part) => !KINDS.has(part))
    .join("/");
}
