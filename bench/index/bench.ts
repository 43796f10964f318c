/** How long does reading a repository's code take, cold, again and after an edit; and what does it weigh? */
import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { cpus, loadavg, tmpdir } from "node:os";
import { basename, join } from "node:path";
import { peerProgram, repositories } from "../peers.ts";
import { percentile, round } from "../statistics.ts";

interface Context {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

const NAMES = ["hono", "scrapy", "void"];
const EDITS = 30;

export async function run({ root, args, say }: Context) {
  const wanted = args.includes("--quick") ? NAMES.slice(0, 2) : NAMES;
  const rows = [];
  for (const source of repositories(args, wanted)) {
    const base = mkdtempSync(join(tmpdir(), "tacit-bench-index-"));
    try {
      const tree = join(base, basename(source));
      cpSync(source, tree, { recursive: true });
      const ours = measureOurs(root, tree, join(base, "home"));
      const peer = args.includes("--no-peer") ? null : measurePeer(root, tree, base, say);
      const ratio = peer === null ? null : round(peer.cpuSeconds / ours.cold.cpuSeconds);
      rows.push({ repository: basename(source), ...ours, peer, peerCpuOverOurs: ratio });
      say(JSON.stringify(rows.at(-1)));
    } finally {
      rmSync(base, { recursive: true, force: true, maxRetries: 3 });
    }
  }
  const load = loadavg().map((one) => round(one));
  return { question: "indexing a repository", cores: cpus().length, load, rows };
}

function measureOurs(root: string, tree: string, home: string) {
  const program = join(root, "apps", "cli", "dist", "tacit.mjs");
  const call = (...words: string[]) =>
    timed(process.execPath, [program, "--home", home, "--project", tree, ...words, "--json"], tree);
  const cold = call("index");
  const report = JSON.parse(cold.stdout);
  const again = Array.from({ length: 5 }, () => call("index"));
  const ask = Array.from({ length: 5 }, () => call("modules"));
  const code = join(home, "code");
  const storeMb = readdirSync(code, { recursive: true })
    .map((path) => statSync(join(code, String(path))))
    .reduce((sum, stat) => sum + (stat.isFile() ? stat.size / 1e6 : 0), 0);
  const edited = edits(root, tree, home);
  return {
    files: report.files,
    symbols: report.symbols,
    edges: report.edges,
    sourceMb: round(sourceBytes(tree, home, root) / 1e6),
    cold: {
      wallSeconds: round(cold.wallMs / 1000),
      cpuSeconds: round(cold.cpuSeconds),
      peakRssMb: report.peakRssMb,
    },
    againMs: round(
      percentile(
        again.map((one) => JSON.parse(one.stdout).tookMs),
        0.5,
      ),
    ),
    askProcessMs: round(
      percentile(
        ask.map((one) => one.wallMs),
        0.5,
      ),
    ),
    storeMb: round(storeMb),
    ...edited,
  };
}

/** In one process: a line is added to a file, then the graph is asked for. */
function edits(root: string, tree: string, home: string) {
  const script = join(root, "bench", "index", "edit-loop.ts");
  const flags = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const ran = timed(process.execPath, [...flags, script, home, tree, String(EDITS)], root);
  return JSON.parse(ran.stdout.trim().split("\n").at(-1) ?? "{}");
}

function sourceBytes(tree: string, home: string, root: string): number {
  const script = join(root, "bench", "index", "source-bytes.ts");
  const ran = timed(process.execPath, ["--conditions=source", script, home, tree], root);
  return Number(ran.stdout.trim());
}

function measurePeer(root: string, tree: string, base: string, say: (line: string) => void) {
  const program = peerProgram(
    root,
    "codegraph",
    ["@colbymchenry/codegraph@1.6.1"],
    "codegraph",
    say,
  );
  if (program === null) return null;
  const env = {
    ...process.env,
    HOME: join(base, "peer-home"),
    DO_NOT_TRACK: "1",
    CODEGRAPH_TELEMETRY: "0",
  };
  const ran = timed(process.execPath, [program, "init", "-y", tree], tree, env);
  if (ran.status !== 0) {
    say(`SKIPPED: codegraph ended with ${ran.status}: ${ran.stderr.slice(0, 200)}`);
    return null;
  }
  return {
    name: "@colbymchenry/codegraph 1.6.1",
    wallSeconds: round(ran.wallMs / 1000),
    cpuSeconds: round(ran.cpuSeconds),
  };
}

function timed(
  program: string,
  words: readonly string[],
  cwd: string,
  env: NodeJS.ProcessEnv = process.env,
) {
  const children = childCpu();
  const startedMs = performance.now();
  const ran = spawnSync(program, words, { cwd, env, encoding: "utf8", maxBuffer: 1e9 });
  const wallMs = performance.now() - startedMs;
  const cpuSeconds = childCpu() - children;
  if (ran.status !== 0 && env === process.env) throw new Error(`${words.join(" ")}: ${ran.stderr}`);
  return { wallMs, cpuSeconds, status: ran.status, stdout: ran.stdout, stderr: ran.stderr };
}

/** CPU seconds of children that ended, as Linux counts them: fields 16 and 17 of the process's stat. */
function childCpu(): number {
  try {
    const fields = readFileSync("/proc/self/stat", "utf8")
      .replace(/^.*\) /, "")
      .split(" ");
    return (Number(fields[13]) + Number(fields[14])) / 100;
  } catch {
    return Number.NaN;
  }
}
