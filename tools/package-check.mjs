/**
 * Tests that a person can install what is published. Packs `tacit-memory`, checks the package, installs the tarball into an
 * empty folder with each given Node, and runs the commands and a program against the library there.
 *
 * node tools/package-check.mjs [PATH_OF_A_NODE ...] without a path: the Node that runs this
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/**
 * Size that people accept to install for a command: 17.6 MB on 2026-12-01, of which the encoder is 6.7 MB, the grammars of 13
 * languages 1.5 MB, and the programs 8 MB, minified.
 */
const MAX_UNPACKED_BYTES = 18_000_000;
const LIMIT_MS = 300_000;

const PROGRAM = `import { homeFolder, openTacit } from "tacit-memory";
import { REGISTERED_HOSTS } from "tacit-memory/hooks";
import { createServer } from "tacit-memory/mcp";

const home = homeFolder({ TACIT_HOME: process.env["TACIT_HOME"] }, process.platform, process.cwd());
const tacit = await openTacit({ home, cwd: process.cwd() });
await tacit.memories.remember({ content: "Invoices are numbered by the ledger service alone.", source: "user_taught" });
const { hits } = await tacit.memories.recall({ query: "who gives an invoice its number?" });
await tacit.close();
const isWhole: boolean = REGISTERED_HOSTS.length > 0 && typeof createServer === "function";
console.log(JSON.stringify({ isWhole, found: hits.map(({ memory }) => memory.content) }));
`;
const TSCONFIG = {
  compilerOptions: {
    module: "nodenext",
    target: "es2023",
    lib: ["es2024"],
    strict: true,
    skipLibCheck: false,
    types: ["node"],
    noEmit: true,
  },
  files: ["program.ts"],
};

const folder = mkdtempSync(join(tmpdir(), "tacit-package-"));
try {
  const tarball = packed();
  checkPackage(tarball);
  const nodes = process.argv.slice(2);
  checkNpx(tarball);
  for (const node of nodes.length === 0 ? [process.execPath] : nodes) checkInstalled(tarball, node);
} catch (error) {
  console.error(`package: ${error.message}`);
  process.exitCode = 1;
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}

function packed() {
  const args = ["pack", "--json", "--workspace", "tacit-memory", "--pack-destination", folder];
  const [{ filename, unpackedSize, files }] = JSON.parse(run("npm", args, { cwd: root }));
  require(unpackedSize <= MAX_UNPACKED_BYTES, `${unpackedSize} bytes unpacked`);
  const paths = files.map(({ path }) => path);
  for (const path of ["README.md", "LICENSE", "bin/tacit.mjs", "dist/hook.cjs"])
    require(paths.includes(path), `${path} is missing`);
  console.log(`packed: ${paths.length} files, ${(unpackedSize / 1e6).toFixed(1)} MB unpacked`);
  return join(folder, filename);
}

/** Checks exports, types and metadata with the programs that package authors use. */
function checkPackage(tarball) {
  run("npx", ["--yes", "publint@0.3.25", tarball, "--strict"]);
  const types = ["@arethetypeswrong/cli@0.18.5", tarball, "--profile", "esm-only"];
  run("npx", ["--yes", ...types]);
  console.log("publint and attw: clean");
}

/** Runs the package from npm's cache, which is deleted afterwards: what was registered still runs, and hints name npx. */
function checkNpx(tarball) {
  const userHome = join(folder, "npx");
  const cache = join(folder, "npm-cache");
  mkdirSync(join(userHome, ".claude"), { recursive: true });
  const tacitHome = join(userHome, "tacit");
  const env = { ...process.env, HOME: userHome, TACIT_HOME: tacitHome, npm_config_cache: cache };
  const npx = (...args) =>
    run("npx", ["--yes", `--package=${tarball}`, "--", "tacit-memory", ...args], {
      cwd: userHome,
      env,
    });
  require(npx("connect", "claude", "--yes").includes("`npx tacit-memory recall`"), "no npx hint");
  rmSync(cache, { recursive: true, force: true });
  const { command, args } = registeredHook(userHome, cache);
  require(existsSync(args[2]), `${args[2]} is not there`);
  const payload = JSON.stringify({ session_id: "s1", cwd: userHome, source: "startup" });
  run(command, args, { input: payload, env });
  console.log("npx: what it registered outlives npm's cache");
}

function checkInstalled(tarball, node) {
  const version = run(node, ["--version"]).trim();
  const project = join(folder, `on-${version}`);
  const userHome = join(folder, `home-${version}`);
  mkdirSync(project);
  mkdirSync(join(userHome, ".claude"), { recursive: true });
  const env = {
    ...process.env,
    PATH: [dirname(node), process.env.PATH].join(delimiter),
    HOME: userHome,
    USERPROFILE: userHome,
    TACIT_HOME: join(userHome, "tacit"),
    npm_config_cache: npmCache(),
  };
  const here = (program, args) => run(program, args, { cwd: project, env });
  writeFileSync(join(project, "package.json"), '{ "private": true, "type": "module" }\n');
  here("npm", ["install", "--no-audit", "--no-fund", "--loglevel=error", tarball]);
  require(!existsSync(
    join(project, "node_modules", "@tacit-memory"),
  ), "a private package came along");

  const tacit = (...args) => JSON.parse(here("npx", ["tacit", ...args, "--json"]));
  require(tacit("init", "--yes").connected, "init connected nothing");
  checkRegistered(userHome, project, node);
  const text = "The staging port is 7781: 7780 is taken by the metrics sidecar.";
  require(tacit("remember", text).accepted, "the memory was refused");
  const { hits } = JSON.parse(
    here("npx", ["tacit-memory", "recall", "which port does staging use?", "--json"]),
  );
  require(hits[0]?.content === text, "the memory was not found");
  writeFileSync(join(project, "program.ts"), PROGRAM);
  require(tacit("index").symbols > 0, "the code was not read");

  const plain = PROGRAM.replace(": boolean", "");
  writeFileSync(join(project, "program.mjs"), plain);
  const result = JSON.parse(here(node, ["program.mjs"]));
  require(result.isWhole && result.found[0]?.startsWith("Invoices"), "the library found nothing");
  checkTypes(project, here);
  require(tacit("disconnect").changed.length > 0, "disconnect changed nothing");
  checkPlugin(tacit("connect", "--programs").programs, userHome, env);
  tacit("disconnect");
  const programs = join(env.TACIT_HOME, "programs");
  require(!existsSync(programs), "programs are left that nothing refers to");
  console.log(`${version}: init, remember, recall, index, library and its types work`);
}

/**
 * Checks the registered hook, which is outside of the folder that the package was installed into, because that folder may be
 * deleted.
 */
function registeredHook(userHome, installed) {
  const settings = readFileSync(join(userHome, ".claude", "settings.json"), "utf8");
  require(!settings.includes(installed), `a hook was registered in ${installed}`);
  return JSON.parse(settings).hooks.SessionStart[0].hooks[0];
}

function checkRegistered(userHome, project, node) {
  const hook = registeredHook(userHome, project);
  const payload = JSON.stringify({ session_id: "s1", cwd: userHome, source: "startup" });
  run(hook.command, hook.args, { input: payload, env: { ...process.env, PATH: dirname(node) } });
}

/** Checks a plugin as a git URL installs it: it has no programs and runs those in the home. */
function checkPlugin(programs, userHome, env) {
  const plugin = join(userHome, "plugin");
  cpSync(join(root, "plugin", "bin"), join(plugin, "bin"), { recursive: true });
  const input = JSON.stringify({ session_id: "s2", cwd: userHome, source: "startup" });
  const args = [join(plugin, "bin", "hook.cjs"), "plugin", "SessionStart"];
  const output = run(process.execPath, args, { input, env });
  require(programs.startsWith(userHome) &&
    !output.includes("no programs"), `the plugin said ${output}`);
}

function checkTypes(project, here) {
  writeFileSync(join(project, "tsconfig.json"), JSON.stringify(TSCONFIG));
  const modules = join(root, "node_modules");
  const args = ["install", "--no-audit", "--no-fund", "--loglevel=error", "--no-save"];
  here("npm", [
    ...args,
    `@types/node@${JSON.parse(readFileSync(join(modules, "@types/node/package.json"), "utf8")).version}`,
  ]);
  here(process.execPath, [join(modules, "typescript", "bin", "tsc"), "-p", "tsconfig.json"]);
}

/** Returns the user's own npm cache, so that packages are not downloaded once per Node. */
function npmCache() {
  return run("npm", ["config", "get", "cache"]).trim();
}

/** Returns the output. Throws the error output on failure. */
function run(program, args, options = {}) {
  const ran = spawnSync(program, args, {
    encoding: "utf8",
    timeout: LIMIT_MS,
    shell: process.platform === "win32",
    ...options,
  });
  if (ran.status === 0) return ran.stdout;
  const output = `${ran.stdout ?? ""}${ran.stderr ?? ""}`.trim() || ran.error?.message;
  throw new Error(`${[program, ...args].join(" ")} failed:\n${output}`);
}

function require(isTrue, problem) {
  if (!isTrue) throw new Error(problem);
}
