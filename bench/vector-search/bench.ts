/** Measures how fast and how accurately the nearest vectors are found, compared with alternatives on npm. */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Setup } from "../arguments.ts";
import { percentile, round } from "../statistics.ts";
import { APPROXIMATE_PEERS } from "./approximate-peers.ts";
import { asInt8, type Contender } from "./contender.ts";
import { DIMS, writeDataset } from "./dataset.ts";
import { EXACT_PEERS } from "./exact-peers.ts";
import { OURS, VARIANTS } from "./ours.ts";
import { installPeer } from "./peers.ts";

const SIZES = [10_000, 100_000, 1_000_000];
const QUERIES = 200;
/** At a million rows, computing the truth for these takes half a minute. */
const QUERIES_AT_MOST = 100;
const SEED = 7;
const COLD_STARTS = 25;
const LIMIT_MS = 1_800_000;

/** Runs the bench. `--quick`: 10,000 alone; `--sizes=A,B` other sizes; `--only=NAME,NAME` fewer contenders. */
export async function run({ root, args, say }: Setup) {
  const only = listOf(args, "--only")?.map((name) => name.toLowerCase());
  const contenders = [OURS, ...VARIANTS, ...EXACT_PEERS, ...APPROXIMATE_PEERS].filter(
    ({ name }) => only === undefined || only.includes(name.toLowerCase()),
  );
  const missing = installAll(contenders, say);
  const rows = [];
  for (const count of sizesOf(args))
    rows.push(await measureSize({ root, say }, count, contenders, missing));
  return { question: `the nearest 30 of N vectors of ${DIMS} dimensions`, seed: SEED, sizes: rows };
}

function sizesOf(args: readonly string[]): readonly number[] {
  const requested = listOf(args, "--sizes")?.map(Number);
  return requested ?? (args.includes("--quick") ? SIZES.slice(0, 1) : SIZES);
}

function listOf(args: readonly string[], option: string): string[] | undefined {
  const found = args.find((arg) => arg.startsWith(`${option}=`));
  return found?.slice(option.length + 1).split(",");
}

function installAll(contenders: readonly Contender[], say: Setup["say"]): Map<string, string> {
  const missing = new Map<string, string>();
  for (const name of new Set(contenders.flatMap(({ needs }) => needs ?? []))) {
    const reason = installPeer(name);
    if (reason === null) continue;
    missing.set(name, reason);
    say(`SKIPPED: ${reason}`);
  }
  return missing;
}

async function measureSize(
  { root, say }: Pick<Setup, "root" | "say">,
  count: number,
  contenders: readonly Contender[],
  missing: ReadonlyMap<string, string>,
) {
  const folder = mkdtempSync(join(tmpdir(), "tacit-vectors-"));
  try {
    say(`${count} vectors: making them, and what is truly nearest`);
    writeDataset(folder, count, count >= 1_000_000 ? QUERIES_AT_MOST : QUERIES, SEED);
    const limits = readingLimits(folder, count);
    say(`  reading them: int8 ${limits.int8Ms} ms, sign bits ${limits.bitsMs} ms`);
    const results: Record<string, unknown> = {};
    for (const contender of contenders) {
      const outcome = measureOne(contender, folder, count, missing);
      results[contender.name] = outcome;
      say(`  ${contender.name}: ${JSON.stringify(outcome)}`);
    }
    const cold = contenders.includes(OURS) ? await coldStarts(root, folder, count) : undefined;
    if (cold !== undefined) say(`  tacit, fresh process: ${JSON.stringify(cold)}`);
    return { count, limits, results, cold };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function measureOne(
  contender: Contender,
  folder: string,
  count: number,
  missing: ReadonlyMap<string, string>,
): unknown {
  const absent = missing.get(contender.needs ?? "");
  if (absent !== undefined) return { skipped: absent };
  const { minRows = 0, maxRows, why } = contender;
  if (count > maxRows || count < minRows) return { skipped: why };
  const script = join(import.meta.dirname, "measure-one.ts");
  const args = ["--conditions=source", "--disable-warning=ExperimentalWarning"];
  const limitSeconds = count >= 1_000_000 ? 10 : 20;
  const ran = spawnSync(
    process.execPath,
    [...args, script, contender.name, folder, String(count), String(limitSeconds)],
    { encoding: "utf8", timeout: LIMIT_MS, maxBuffer: 2 ** 26 },
  );
  const line = ran.stdout.trim().split("\n").at(-1) ?? "";
  if (ran.status === 0) return JSON.parse(line);
  return { failed: (ran.stderr ?? "").trim().split("\n").slice(-4).join(" | ") || ran.signal };
}

/**
 * Measures the lower limit of a scan: one pass over the same number of bytes in native code (the search for a byte value that
 * does not occur). Codes range from -127 to 127, so 0x80 does not occur.
 */
function readingLimits(folder: string, count: number) {
  const sample = new Float32Array(Uint8Array.from(readFileSync(join(folder, "query"))).buffer);
  const row = Buffer.from(asInt8(sample).buffer);
  const codes = Buffer.alloc(count * DIMS, row);
  const times = Array.from({ length: 15 }, () => {
    const started = performance.now();
    if (codes.includes(0x80)) throw new Error("a code of -128");
    return performance.now() - started;
  });
  const int8Ms = percentile(times, 0.5);
  return {
    int8Ms: round(int8Ms, 3),
    bitsMs: round(int8Ms / 8, 3),
    gigabytesPerSecond: round((count * DIMS) / int8Ms / 1e6, 1),
  };
}

/** Measures a reading process built like a hook: one CommonJS file with a compile cache. */
async function coldStarts(root: string, folder: string, count: number) {
  const { build } = await import("esbuild");
  const outfile = join(folder, "cold-start.cjs");
  await build({
    entryPoints: [join(root, "bench", "vector-search", "cold-start.ts")],
    outfile,
    bundle: true,
    minify: true,
    platform: "node",
    format: "cjs",
    conditions: ["source"],
    logLevel: "error",
  });
  const launcher = join(folder, "launcher.cjs");
  const cache = JSON.stringify(join(folder, "compiled"));
  writeFileSync(
    launcher,
    `require("node:module").enableCompileCache?.(${cache}); require("./cold-start.cjs");`,
  );
  return { all: coldStart("all"), project: coldStart("project") };

  function coldStart(which: string) {
    const runs = Array.from({ length: COLD_STARTS + 2 }, () => {
      const args = [launcher, folder, String(count), which];
      const ran = spawnSync(process.execPath, args, { encoding: "utf8" });
      if (ran.status !== 0) throw new Error(ran.stderr);
      return JSON.parse(ran.stdout) as Record<string, number>;
    }).slice(2);
    const column = (name: string) => runs.map((item) => item[name] ?? Number.NaN);
    const summarize = (name: string) => ({
      min: round(Math.min(...column(name))),
      p50: round(percentile(column(name), 0.5)),
    });
    return {
      openMs: summarize("openMs"),
      searchMs: summarize("searchMs"),
      totalMs: summarize("totalMs"),
      cpuMs: summarize("cpuMs"),
      sinceStartMs: summarize("sinceStartMs"),
    };
  }
}
