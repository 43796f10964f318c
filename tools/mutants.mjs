/**
 * `npm run mutants [-- --area NAME] [--again]`: checks that the tests fail when the code breaks. Applies each mutant of
 * `tools/mutants/` separately in a copy of this tree and runs the tests listed with it. A mutant that no test detects
 * survives. Two run at a time. Verdicts are stored with hashes of their inputs, so an interrupted run continues where it
 * ended. Exits with status 1 when fewer than 95 % of the valid mutants are killed, or when a row no longer fits its file.
 */
import { spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { HOOKS } from "./mutants/hooks.mjs";
import { LINKER } from "./mutants/linker.mjs";
import { MCP } from "./mutants/mcp.mjs";
import { PRIVACY } from "./mutants/privacy.mjs";
import { PROMOTE } from "./mutants/promote.mjs";
import { RECALL } from "./mutants/recall.mjs";
import { STORE } from "./mutants/store.mjs";

/**
 * @typedef {object} Mutants Changes of one file that the same tests detect, each on its own.
 * @property {string} file The file that is changed.
 * @property {string[]} tests Files of tests, relative to the root; those below `e2e/` use the built programs.
 * @property {[find: string, replace: string][]} changes `find` occurs in the file exactly once.
 * @property {string} [equivalent] Why no test can notice them. They are not run and count as invalid.
 *
 * @typedef {"killed" | "survived" | "invalid" | "timeout"} Verdict
 */

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
const AREAS = {
  store: STORE,
  privacy: PRIVACY,
  promote: PROMOTE,
  recall: RECALL,
  hooks: HOOKS,
  mcp: MCP,
  linker: LINKER,
};
const AT_A_TIME = 2;
const LEAST_KILLED = 0.95;
/** Time limit of one mutant. A mutant may make a test wait for ever; the test's own limit ends it first. */
const LIMIT_MS = 300_000;
const VERDICTS = join(ROOT, ".cache", "mutants.json");

const args = process.argv.slice(2);
const area = args.includes("--area") ? args[args.indexOf("--area") + 1] : null;
if (area !== null && !(area in AREAS)) {
  console.error(`unknown area; one of ${Object.keys(AREAS).join(", ")}`);
  process.exit(64);
}
const rows = Object.entries(AREAS)
  .filter(([name]) => area === null || name === area)
  .flatMap(([name, groups]) =>
    groups.flatMap(({ changes, ...group }) =>
      changes.map(([find, replace]) => ({ ...group, find, replace, area: name })),
    ),
  );
const unfit = rows.flatMap((row) => problemOf(row) ?? []);
if (unfit.length > 0) {
  console.error(unfit.join("\n"));
  process.exit(1);
}
process.exitCode = await run();

/** Returns the problem of a row; null when the row fits its file. */
function problemOf({ file, find, replace, tests }) {
  const times = readFileSync(join(ROOT, file), "utf8").split(find).length - 1;
  const missing = tests.filter((path) => !existsSync(join(ROOT, path)));
  if (missing.length > 0) return `${file}: there is no test ${missing.join(", ")}`;
  if (find === replace) return `${file}: changes nothing: ${find}`;
  return times === 1 ? null : `${file}: found ${times} times instead of once: ${find}`;
}

async function run() {
  const known = args.includes("--again") || !existsSync(VERDICTS) ? {} : read(VERDICTS);
  // Hashes are computed now, when the copies are made: files of this tree may change while the mutants run.
  const keyed = rows.map((row) => ({ ...row, key: keyOf(row) }));
  const waiting = keyed.filter(({ key }) => !(key in known));
  console.error(`${rows.length} mutants, ${waiting.length} of them to run`);
  const folder = mkdtempSync(join(tmpdir(), "tacit-mutants-"));
  const record = ({ key }, verdict) => {
    known[key] = verdict;
    mkdirSync(dirname(VERDICTS), { recursive: true });
    writeFileSync(VERDICTS, JSON.stringify(known));
  };
  try {
    if (waiting.length > 0) {
      const trees = Array.from({ length: AT_A_TIME }, (_, n) => copyTree(join(folder, String(n))));
      const unmutated = await testTree(trees[0], [...new Set(waiting.flatMap((row) => row.tests))]);
      if (unmutated !== "survived") {
        console.error("these tests fail without any mutant; fix them first");
        return 1;
      }
      await Promise.all(trees.map((tree) => work(tree, waiting, record)));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
  return report(keyed.map((row) => ({ ...row, verdict: known[row.key] })));
}

async function work(tree, waiting, record) {
  for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
    const startedAt = Date.now();
    const verdict = await verdictOf(tree, row);
    record(row, verdict);
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    console.error(`${verdict.padEnd(9)} ${seconds} s  ${row.file}: ${firstLine(row.find)}`);
  }
}

/** @returns {Promise<Verdict>} */
async function verdictOf(tree, { file, find, replace, tests, equivalent }) {
  if (equivalent !== undefined) return "invalid";
  const path = join(tree, file);
  const before = readFileSync(path, "utf8");
  const after = before.replace(find, () => replace);
  if (!isParsed(after)) return "invalid";
  writeFileSync(path, after);
  try {
    return await testTree(tree, tests);
  } finally {
    writeFileSync(path, before);
  }
}

function isParsed(source) {
  try {
    stripTypeScriptTypes(source, { mode: "transform" });
    return true;
  } catch {
    return false;
  }
}

/** @returns {Promise<Verdict>} */
function testTree(tree, tests) {
  const vitest = join(tree, "node_modules", "vitest", "vitest.mjs");
  const child = spawn(process.execPath, [vitest, "run", "--bail=1", ...tests], {
    cwd: tree,
    stdio: "ignore",
    detached: true,
  });
  return new Promise((resolve) => {
    const limit = setTimeout(() => {
      process.kill(-child.pid, "SIGKILL");
      resolve("timeout");
    }, LIMIT_MS);
    child.on("exit", (status) => {
      clearTimeout(limit);
      resolve(status === 0 ? "survived" : "killed");
    });
  });
}

/** Copies the current files of this tree, with packages linked to one another inside the copy. */
function copyTree(target) {
  const listed = spawnSync("git", ["ls-files", "-co", "--exclude-standard", "-z"], {
    cwd: ROOT,
    encoding: "utf8",
    maxBuffer: 1e8,
  });
  for (const path of listed.stdout.split("\0").filter((one) => existsSync(join(ROOT, one)))) {
    if (path !== "") cpSync(join(ROOT, path), join(target, path));
  }
  // Tests that run `git` in their tree must not find another repository above it.
  spawnSync("git", ["init", "-q"], { cwd: target });
  for (const folder of ["", "apps/cli", "packages/memory"]) linkModules(folder, target);
  return target;
}

function linkModules(folder, target) {
  const [from, to] = [ROOT, target].map((root) => join(root, folder, "node_modules"));
  if (!existsSync(from)) return;
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    const path = join(from, name);
    if (name.startsWith(".") && name !== ".bin") continue;
    if (name === "@tacit-memory") {
      mkdirSync(join(to, name));
      for (const one of readdirSync(path))
        symlinkSync(readlinkSync(join(path, one)), join(to, name, one));
    } else if (lstatSync(path).isSymbolicLink()) symlinkSync(readlinkSync(path), join(to, name));
    else symlinkSync(path, join(to, name));
  }
}

/** Returns the hash of everything a verdict depends on: the mutant, its file and its tests. */
function keyOf({ file, find, replace, tests, equivalent }) {
  const hash = createHash("sha256").update(JSON.stringify([find, replace, equivalent]));
  for (const path of [file, ...tests]) hash.update(path).update(readFileSync(join(ROOT, path)));
  return hash.digest("hex").slice(0, 24);
}

function report(judged) {
  const rowsOf = (name, ...verdicts) =>
    judged.filter((row) => row.area === name && verdicts.includes(row.verdict)).length;
  console.log("area      killed survived invalid");
  for (const name of Object.keys(AREAS).filter((one) => area === null || one === area)) {
    const counts = [
      rowsOf(name, "killed", "timeout"),
      rowsOf(name, "survived"),
      rowsOf(name, "invalid"),
    ];
    console.log(`${name.padEnd(8)} ${counts.map((one) => String(one).padStart(7)).join(" ")}`);
  }
  const survivors = judged.filter(({ verdict }) => verdict === "survived");
  for (const { file, find, replace } of survivors)
    console.log(`survived: ${file}\n  - ${firstLine(find)}\n  + ${firstLine(replace)}`);
  for (const { file, find, equivalent, verdict } of judged)
    if (verdict === "invalid")
      console.log(`invalid: ${file}: ${firstLine(find)}: ${equivalent ?? "it does not parse"}`);
  const valid = judged.filter(({ verdict }) => verdict !== "invalid").length;
  const killed = valid - survivors.length;
  const share = valid === 0 ? 0 : killed / valid;
  console.log(`${killed} of ${valid} valid mutants killed (${Math.round(share * 1000) / 10} %)`);
  return share >= LEAST_KILLED ? 0 : 1;
}

function firstLine(text) {
  return text.trim().split("\n")[0];
}

function read(path) {
  return JSON.parse(readFileSync(path, "utf8"));
}
