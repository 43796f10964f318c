/** Measures how long Tacit reads a repository's code, cold, again and after an edit, and how large the result is. */
import { cpSync, mkdtempSync, readdirSync, realpathSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { option, type Setup } from "../arguments.ts";
import { repositories } from "../peers.ts";
import { percentile, round } from "../statistics.ts";
import { capOf, runPeers } from "./peer-runs.ts";
import { costOf } from "./process-cost.ts";

const NAMES = ["hono", "scrapy", "sqlalchemy", "django", "astro", "void"];
const EDITS = 60;

export async function run({ root, args, say }: Setup) {
  const wanted = args.includes("--quick") ? NAMES.slice(0, 2) : NAMES;
  const rows = [];
  for (const source of repositories(args, wanted)) {
    const base = mkdtempSync(join(tmpdir(), "tacit-bench-index-"));
    try {
      const tree = join(base, basename(source));
      cpSync(realpathSync(source), tree, { recursive: true });
      const ours = measureOurs(root, tree, join(base, "home"));
      const context = { root, base, capSeconds: capOf(args), only: option(args, "--peer"), say };
      const peers = args.includes("--no-peer") ? [] : runPeers(tree, context);
      const ratios = peers.map(({ name, cpuSeconds, ended }) => ({
        name,
        cpuOverOurs: cpuSeconds === null ? null : round(cpuSeconds / ours.cold.cpuSeconds),
        ended,
      }));
      rows.push({
        repository: basename(source),
        ...ours,
        load: round(loadavg()[0] ?? 0),
        peers,
        ratios,
      });
      say(JSON.stringify(rows.at(-1)));
    } finally {
      rmSync(base, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  const load = loadavg().map((item) => round(item));
  return { question: "indexing a repository", cores: cpus().length, load, rows };
}

function measureOurs(root: string, tree: string, home: string) {
  // Starts like an installed package: with the compile cache and without a check for newer sources.
  const program = join(root, "apps", "cli", "dist", "server.cjs");
  const call = (...words: string[]) => {
    const all = [program, "--home", home, "--project", tree, ...words, "--json"];
    return succeeded(costOf(process.execPath, all, { cwd: tree }));
  };
  // For a small tree, the start time varies more than the measured time.
  const colds = [0, 1, 2].map((i) => {
    if (i > 0) rmSync(home, { recursive: true, force: true });
    return call("index");
  });
  const cold = colds.sort((a, b) => a.wallMs - b.wallMs)[1] ?? call("index");
  const report = JSON.parse(cold.stdout);
  const again = Array.from({ length: 5 }, () => call("index"));
  const ask = Array.from({ length: 5 }, () => call("modules"));
  const code = join(home, "code");
  const storeMb = readdirSync(code, { recursive: true })
    .map((path) => statSync(join(code, String(path))))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size / 1e6 : 0), 0);
  const sourceMb = Number(script(root, "source-bytes.ts", home, tree)) / 1e6;
  const edited = script(root, "edit-loop.ts", home, tree, String(EDITS));
  const opened = again.map(({ stdout }) => Number(JSON.parse(stdout).tookMs));
  return {
    files: report.files,
    symbols: report.symbols,
    edges: report.edges,
    sourceMb: round(sourceMb),
    cold: {
      wallSeconds: round(cold.wallMs / 1000),
      cpuSeconds: round(cold.cpuSeconds),
      peakRssMb: report.peakRssMb,
    },
    againMs: round(percentile(opened, 0.5)),
    askProcess: {
      wallMs: median(ask.map((cost) => cost.wallMs)),
      cpuMs: median(ask.map((cost) => cost.cpuSeconds * 1000)),
    },
    storeMb: round(storeMb),
    storeOverSource: round(storeMb / sourceMb),
    edits: JSON.parse(edited),
  };
}

const median = (values: readonly number[]) => round(percentile([...values], 0.5));

/** Returns the last line that a script of this folder prints. */
function script(root: string, name: string, ...words: string[]): string {
  const flags = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const path = join(root, "bench", "index", name);
  const ran = succeeded(costOf(process.execPath, [...flags, path, ...words], { cwd: root }));
  return ran.stdout.trim().split("\n").at(-1) ?? "";
}

function succeeded<T extends { readonly status: number | null; readonly stderr: string }>(
  ran: T,
): T {
  if (ran.status !== 0) throw new Error(ran.stderr);
  return ran;
}
