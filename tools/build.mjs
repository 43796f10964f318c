/** Bundles the programs that people run. Hooks have their own, because every step of an agent pays for a hook's start-up. */
import { createHash } from "node:crypto";
import {
  constants,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants as zlib } from "node:zlib";
import { buildPage } from "../apps/panel/build-page.mjs";
import { moveInto } from "./move-into.mjs";
import { explainedUnwritable } from "./writable.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "apps", "cli", "dist");
const stamp = join(out, ".built");
const SOURCES = ["packages", "hosts", "apps", "tools/build.mjs", "package-lock.json"];

/** Minified; names of functions stay, so that a stack trace is readable. */
const SMALL = { minify: true, keepNames: true };

/** The encoder that is shipped with Tacit, beside every bundle that may open it. */
const MODEL = "tacit-static-1.bin";

/** Returns whether the bundles are newer than all their sources. */
export function isFresh() {
  if (!existsSync(stamp)) return false;
  const builtMs = statSync(stamp).mtimeMs;
  return SOURCES.every((path) => newest(join(root, path)) <= builtMs);
}

function newest(path) {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  let latest = 0;
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name === "node_modules" || entry.name === "dist") continue;
    if (!entry.isDirectory() && !/\.(tsx?|mjs|json|css|html|svg)$/.test(entry.name)) continue;
    latest = Math.max(latest, newest(join(path, entry.name)));
  }
  return latest;
}

/** Compiled code is cached between starts, which saves a large part of a hook's time. */
const LAUNCHER = `require("node:module").enableCompileCache?.();
require("./hook-capture.cjs");
`;

/** The same for programs that start the bundle itself, as a plugin's host starts its server: with `mcp` as the argument. */
const SERVER_LAUNCHER = `require("node:module").enableCompileCache?.();
import("./tacit.mjs");
`;

/**
 * Keeps the imports that `filter` matches out of a bundle, which imports `path` instead. No match is an error: a file was renamed,
 * and the bundle would silently contain what must stay separate.
 */
function separate(filter, path) {
  return {
    name: `separate ${path}`,
    setup(bundle) {
      let isFound = false;
      bundle.onResolve({ filter }, () => {
        isFound = true;
        return { path, external: true };
      });
      bundle.onEnd(() =>
        isFound
          ? undefined
          : { errors: [{ text: `no import matches ${filter}: was it renamed?` }] },
      );
    },
  };
}

/**
 * Modules of Node that take milliseconds to load, and their imported names. Most hooks and most questions hash nothing, start
 * no process and unpack nothing: each module is loaded at its first use. A name that is not listed here cannot be imported in
 * a bundle; the bundler reports it.
 */
const LATE = {
  "node:child_process": ["execFile", "execFileSync", "fork", "spawn", "spawnSync"],
  "node:crypto": ["createHash", "hash", "randomBytes", "randomUUID", "timingSafeEqual"],
  "node:readline": ["createInterface"],
  "node:readline/promises": ["createInterface"],
  "node:zlib": [
    "brotliDecompress",
    "brotliDecompressSync",
    "crc32",
    "createGunzip",
    "createGzip",
    "deflateRawSync",
    "gunzipSync",
    "inflateRawSync",
  ],
};
const lateModules = {
  name: "late-modules",
  setup(bundle) {
    bundle.onResolve({ filter: /^node:/ }, ({ path }) =>
      path in LATE ? { path, namespace: "late", sideEffects: false } : undefined,
    );
    bundle.onLoad({ filter: /.*/, namespace: "late" }, ({ path }) => ({
      contents: [
        `const load = () => process.getBuiltinModule("${path}");`,
        "const late = (find) => new Proxy({}, { get: (_, name) => find()[name] });",
        ...LATE[path].map((name) => `export const ${name} = (...args) => load().${name}(...args);`),
        "export const constants = late(() => load().constants);",
        "export default late(load);",
      ].join("\n"),
    }));
  },
};

/**
 * Code reading is a separate bundle, loaded by the first question about code, from commands and hooks alike; its parser stays
 * a separate module, because it looks for its own .wasm beside itself.
 */
const CODE = join(root, "packages/codegraph/src");
export const codeApart = separate(/^\.\/project-code\.ts$/, "./code-engine.mjs");
export const parserApart = separate(/^web-tree-sitter$/, "./web-tree-sitter.js");
/** Leaves out Zod's error messages in other languages, which nothing uses. */
const englishOnly = {
  name: "english-only",
  setup(bundle) {
    bundle.onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};
/** Hooks never import transcripts, so their bundles contain neither the importer nor the readers of all formats. */
const withoutImporter = {
  name: "without-importer",
  setup(bundle) {
    const filter = /\/capture\/transcripts\/(?:import|repository)-transcripts\.ts$/;
    bundle.onLoad({ filter }, () => ({
      contents:
        'export const importTranscripts = () => { throw new Error("hooks do not import transcripts"); };',
    }));
  },
};
/**
 * Parts of the library that are imported at first use and that no prompt, tool call or opened file needs: learning,
 * maintenance, exchange and models that a person chose. They are a separate bundle, so that a hook that recalls reads half as
 * much. The modules that both bundles contain have no state except caches.
 */
const LATE_USE_CASES =
  /^(?:learn|curate|exchange|report|admin)\/|^anchors\/(?:renames|branches\/unstage)\.ts$|^search\/(?:rerank\/|words-in-memory)|^search\/encoders\/(?:onnx|ollama|openai)|\.schema\.ts$/;

/** `files` receives the path of each module left out, by its name in the other bundle. */
function lateUseCasesApart(files) {
  const library = join(root, "packages/memory/src");
  return {
    name: "late-use-cases-apart",
    setup(bundle) {
      bundle.onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
        const file = join(resolveDir, path);
        const name = relative(library, file).replaceAll("\\", "/");
        if (kind !== "dynamic-import" || !LATE_USE_CASES.test(name)) return undefined;
        files.set(name, file);
        return { path: name, namespace: "late-use-case" };
      });
      bundle.onLoad({ filter: /.*/, namespace: "late-use-case" }, ({ path }) => ({
        contents: `module.exports = require("./hook-late.cjs")(${JSON.stringify(path)});`,
      }));
      bundle.onResolve({ filter: /^\.\/hook-late\.cjs$/ }, ({ path }) => ({
        path,
        external: true,
      }));
    },
  };
}

/** Exports a function that maps a module's name to the module, which the first call evaluates. */
function lateModuleTable(files) {
  const cases = [...files].map(
    ([name, file]) => `case ${JSON.stringify(name)}: return require(${JSON.stringify(file)});`,
  );
  return `module.exports = (name) => { switch (name) { ${cases.join("\n")} } };`;
}

/** Throws if a grammar differs from the locked one: `npm install` brought another. */
async function packGrammars(into) {
  mkdirSync(join(into, "grammars"), { recursive: true });
  const lock = readFileSync(join(CODE, "facts/parser/grammars.lock.json"), "utf8");
  for (const { package: name, folder, sha256: files } of JSON.parse(lock)) {
    const from = join(root, "node_modules", name.slice(0, name.lastIndexOf("@")), folder);
    for (const [file, sha256] of Object.entries(files)) {
      const made = compressed(readFileSync(join(from, file)));
      if (basename(made) !== `${sha256}.br`) throw new Error(`${file} is not the locked one`);
      copyFileSync(made, join(into, "grammars", `${file}.br`));
    }
  }
  const parser = join(root, "node_modules", "web-tree-sitter");
  const { transform } = await import("esbuild");
  const source = readFileSync(join(parser, "web-tree-sitter.js"), "utf8");
  const { code } = await transform(source, { minify: true, format: "esm", target: "node22" });
  writeFileSync(join(into, "web-tree-sitter.js"), code);
  const core = readFileSync(join(parser, "web-tree-sitter.wasm"));
  copyFileSync(compressed(core), join(into, "web-tree-sitter.wasm.br"));
}

/** Returns the path of a compressed grammar or parser, named by its hash. This takes seconds, so later builds reuse it. */
function compressed(bytes) {
  const folder = join(root, ".cache", "grammars");
  const path = join(folder, `${createHash("sha256").update(bytes).digest("hex")}.br`);
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 9, [zlib.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const part = `${path}-${process.pid}.part`;
  writeFileSync(part, brotliCompressSync(bytes, { params }));
  renameSync(part, path);
  return path;
}

/**
 * Replaces each file by renaming: a program that runs one meanwhile gets a complete file, old or new. The folders that hosts
 * install as plugins run only bundled files.
 */
function putInPlace(made) {
  for (const plugin of ["plugin", "plugin-gemini"]) {
    const copy = `${made}-${plugin}`;
    cpSync(made, copy, { recursive: true, mode: constants.COPYFILE_FICLONE });
    moveInto(copy, join(root, plugin, "dist"));
    rmSync(copy, { recursive: true, force: true });
  }
  moveInto(made, out);
}

/**
 * Escapes characters in regular expressions, which the bundler leaves unchanged. One character beyond Latin-1 makes Node
 * decode a bundle and store two bytes for each of its characters. An escape is equivalent, also in a string.
 */
function inAscii(folder, files) {
  for (const file of files) {
    const path = join(folder, file);
    const escaped = readFileSync(path, "utf8").replace(
      /[^\0-\x7f]/g,
      (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );
    writeFileSync(path, escaped);
  }
}

/** Builds unless the bundles are fresh. Calls `onBuild` before it builds. */
export async function ensureBuilt(onBuild = () => undefined) {
  if (isFresh()) return;
  onBuild();
  await build();
}

/** Writes the bundles into apps/cli/dist. Several processes may build at once. Throws esbuild's errors. */
export async function build() {
  const made = join(root, ".cache", `bundles-${process.pid}`);
  try {
    sweepBundles();
    await bundleInto(made);
  } catch (error) {
    throw explainedUnwritable(error, root);
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
}

/** Removes the remains of killed builds: a build takes much less than an hour. */
function sweepBundles() {
  const folder = join(root, ".cache");
  mkdirSync(folder, { recursive: true });
  for (const name of readdirSync(folder).filter((name) => name.startsWith("bundles-"))) {
    const path = join(folder, name);
    const madeMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Date.now();
    if (madeMs < Date.now() - 3_600_000) rmSync(path, { recursive: true, force: true });
  }
}

async function bundleInto(made) {
  const { build: bundle } = await import("esbuild");
  const startedAt = new Date();
  const common = {
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["source"],
    // Uses the ESM build of a package if there is one: UMD wrappers hide their imports from the bundler.
    mainFields: ["module", "main"],
    legalComments: "linked",
    logLevel: "warning",
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    external: ["libsql", "@libsql/client", "oxc-parser"],
  };
  mkdirSync(made, { recursive: true });
  // Two bundles instead of one split in chunks: code that only captures must not load what opens the store. CommonJS, because
  // Node starts it 4 ms sooner than a module (bench/hook-cold-start), with minified names.
  const hook = {
    ...common,
    format: "cjs",
    banner: {},
    outdir: made,
    outExtension: { ".js": ".cjs" },
    // Only code that is dropped from a hook uses the URL; without a value the bundler prints a warning.
    define: { "import.meta.dirname": "__dirname", "import.meta.url": "__filename" },
    minify: true,
  };
  await bundle({
    ...hook,
    entryPoints: { "hook-capture": join(root, "hosts/hooks/src/main.ts") },
    plugins: [separate(/^\.\/answer-moment\.ts$/, "./hook-answer.cjs"), lateModules],
    // The other half is loaded with require: import() would first let Node's module loader scan it for names of exports.
    supported: { "dynamic-import": false },
  });
  const lateUseCases = new Map();
  await bundle({
    ...hook,
    entryPoints: { "hook-answer": join(root, "hosts/hooks/src/answer-moment.ts") },
    plugins: [lateUseCasesApart(lateUseCases), codeApart, lateModules, withoutImporter],
  });
  if (lateUseCases.size === 0) throw new Error("no late use case found: were the areas moved?");
  const { outdir: _folder, outExtension: _extension, ...oneFile } = hook;
  await bundle({
    ...oneFile,
    stdin: { contents: lateModuleTable(lateUseCases), resolveDir: root, loader: "js" },
    outfile: join(made, "hook-late.cjs"),
    plugins: [lateModules, withoutImporter],
  });
  writeFileSync(join(made, "hook.cjs"), LAUNCHER);
  writeFileSync(join(made, "server.cjs"), SERVER_LAUNCHER);
  // Readable, because people may inspect what `tacit connect` put into a host's folder.
  await bundle({
    ...common,
    banner: {},
    entryPoints: {
      "opencode-plugin": join(root, "hosts/hooks/src/opencode/plugin-file.ts"),
      "pi-plugin": join(root, "hosts/hooks/src/pi/plugin-file.ts"),
    },
    outdir: made,
  });
  await bundle({
    ...common,
    entryPoints: { tacit: join(root, "apps/cli/src/main.ts") },
    outdir: made,
    outExtension: { ".js": ".mjs" },
    ...SMALL,
    plugins: [codeApart, lateModules, englishOnly],
  });
  await bundle({
    ...common,
    entryPoints: {
      "code-engine": join(root, "packages/memory/src/code/project-code.ts"),
      "code-worker": join(CODE, "indexing/extract-worker.ts"),
      "code-reader": join(CODE, "indexing/extract-process.ts"),
      "code-checker": join(CODE, "precise/checker/check-process.ts"),
    },
    outdir: made,
    outExtension: { ".js": ".mjs" },
    ...SMALL,
    plugins: [parserApart],
  });
  await buildPage(join(made, "panel"));
  inAscii(made, ["hook-capture.cjs", "hook-answer.cjs", "hook-late.cjs", "tacit.mjs"]);
  await packGrammars(made);
  copyFileSync(join(root, "packages/encoder/models", MODEL), join(made, MODEL));
  putInPlace(made);
  writeFileSync(stamp, "");
  utimesSync(stamp, startedAt, startedAt);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await build().catch((error) => {
    process.stderr.write(`build: ${error.message}\n`);
    process.exit(73);
  });
}
