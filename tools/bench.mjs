/**
 * Runs `npm run bench -- NAME [--json] [options]`: measures one question of bench/ now. Writes its result under
 * bench/NAME/results/ with --save; with --json the result is the last output.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { cpus } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const [name, ...rest] = process.argv.slice(2);
const questions = readdirSync(join(root, "bench"), { withFileTypes: true })
  .filter((entry) => existsSync(join(root, "bench", entry.name, "bench.ts")))
  .map((entry) => entry.name);

if (name === undefined || !questions.includes(name)) {
  console.error(
    `usage: npm run bench -- NAME [--json] [--save]\nquestions: ${questions.join(", ")}`,
  );
  process.exit(64);
}
if (!process.execArgv.includes("--conditions=source")) {
  // Runs TypeScript directly, with the workspaces' sources: one process with the required flags.
  const args = ["--conditions=source", "--expose-gc", "--disable-warning=ExperimentalWarning"];
  const ran = spawnSync(process.execPath, [...args, ...process.argv.slice(1)], {
    stdio: "inherit",
  });
  process.exit(ran.status ?? 70);
}
const { setUp } = await import("./build.mjs").then((build) => ({ setUp: build.ensureBuilt }));
await setUp();
const { run } = await import(pathToFileURL(join(root, "bench", name, "bench.ts")).href);
const say = (line) => process.stderr.write(`${line}\n`);
const startedAt = new Date();
const outcome = await run({ root, args: rest, say });
const document = {
  bench: name,
  at: startedAt.toISOString(),
  commit:
    git("rev-parse", "--short", "HEAD") + (git("status", "--porcelain") === "" ? "" : "+changes"),
  node: process.version,
  machine: `${cpus()[0]?.model.trim() ?? "unknown"}, ${cpus().length} cores, ${process.platform} ${process.arch}`,
  ...outcome,
};
if (rest.includes("--save")) {
  const folder = join(root, "bench", name, "results");
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${startedAt.toISOString().slice(0, 10)}.json`);
  writeFileSync(file, `${JSON.stringify(document, null, 2)}\n`);
  say(`saved ${file.slice(root.length + 1)}`);
}
console.log(JSON.stringify(document, null, rest.includes("--json") ? 0 : 2));

function git(...args) {
  return spawnSync("git", args, { cwd: root, encoding: "utf8" }).stdout.trim();
}
