/**
 * Completes the published package in apps/cli: the library as modules beside the bundles, its declarations as a tree that
 * needs no private package, and the README and LICENSE. `npm pack` runs it; nothing else needs its output.
 */
import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix } from "node:path";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, brotliDecompressSync, constants as zlib } from "node:zlib";
import { codeApart, ensureBuilt, parserApart } from "./build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "apps", "cli", "dist");

/** The workspaces that are entry points of `tacit-memory`, by the name of their export. */
export const ENTRIES = {
  memory: "packages/memory",
  hooks: "hosts/hooks",
  mcp: "hosts/mcp",
  protocol: "packages/protocol",
  transcripts: "packages/transcripts",
};
/** Private workspaces whose types the entry points use. Their declarations are copied as well. */
const INNER = {
  codegraph: "packages/codegraph",
  encoder: "packages/encoder",
  files: "packages/files",
  git: "packages/git",
  loopback: "packages/loopback",
  project: "packages/project",
  redact: "packages/redact",
  sqlite: "packages/sqlite",
};
/** Their types are part of the declarations, so a program must share them with the library. */
const DEPENDENCIES = ["zod", "zod/*", "@modelcontextprotocol/server"];
const NATIVE = ["libsql", "@libsql/client", "oxc-parser"];

/** A specifier in a declaration file: `from "…"`, `import("…")` or `import "…"`. */
const SPECIFIER = /(\bfrom\s+|\bimport\(|^import\s+)"([^"]+)"/gm;

async function bundleLibrary() {
  const { build } = await import("esbuild");
  for (const name of readdirSync(out)) if (/^library-.*\.mjs$/.test(name)) rmSync(join(out, name));
  const entryPoints = Object.entries(ENTRIES).map(([name, folder]) => [
    `library-${name}`,
    join(root, folder, "src", "index.ts"),
  ]);
  await build({
    entryPoints: Object.fromEntries(entryPoints),
    outdir: out,
    outExtension: { ".js": ".mjs" },
    chunkNames: "library-[hash]",
    splitting: true,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["source"],
    mainFields: ["module", "main"],
    logLevel: "warning",
    legalComments: "eof",
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    // Minifies names too: the package has a size limit, and the hooks' bundles show that nothing depends on names.
    minify: true,
    external: [...DEPENDENCIES, ...NATIVE],
    // With `splitting` the bundler would write a chunk for each dynamic import, also for one in code that it drops.
    plugins: [codeApart, parserApart],
  });
}

/** Compresses the grammars as well as possible, which takes a minute and saves a tenth. A checkout uses the faster result. */
function compressGrammars() {
  const folder = join(out, "grammars");
  const params = { [zlib.BROTLI_PARAM_QUALITY]: 11, [zlib.BROTLI_PARAM_LGWIN]: 24 };
  for (const name of readdirSync(folder)) {
    const path = join(folder, name);
    const bytes = brotliDecompressSync(readFileSync(path));
    writeFileSync(`${path}.part`, brotliCompressSync(bytes, { params }));
    renameSync(`${path}.part`, path);
  }
}

/** Copies every declaration that an entry point imports, directly or indirectly, into dist/api/NAME. */
function copyDeclarations() {
  const api = join(out, "api");
  rmSync(api, { recursive: true, force: true });
  const waiting = Object.keys(ENTRIES).map((name) => `${name}/index.d.ts`);
  const copied = new Set();
  for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
    if (copied.has(file)) continue;
    copied.add(file);
    const from = file;
    const text = declarationOf(file).replace(SPECIFIER, (whole, head, name) => {
      const target = targetOf(from, name);
      if (target === null) return whole;
      waiting.push(target);
      const path = posix.relative(posix.dirname(from), target).replace(/\.d\.ts$/, ".js");
      return `${head}"${path.startsWith(".") ? path : `./${path}`}"`;
    });
    const path = join(api, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text.replace(/^\/\/# sourceMappingURL=.*\n?/m, ""));
  }
}

/** The parser is internal. Its own declarations need those of a browser, so its types are opaque here. */
const PARSER = "parser/web-tree-sitter.d.ts";
const PARSER_TYPES = ["Language", "Node", "Parser", "Query", "Tree"]
  .map((name) => `export type ${name} = unknown;\n`)
  .join("");

function declarationOf(file) {
  if (file === PARSER) return PARSER_TYPES;
  const [name, ...rest] = file.split("/");
  return readFileSync(join(root, { ...ENTRIES, ...INNER }[name], "dist", "types", ...rest), "utf8");
}

/** Returns the declaration file of a specifier; null for a public dependency or a module of Node. */
function targetOf(from, specifier) {
  if (specifier === "web-tree-sitter") return PARSER;
  if (specifier.startsWith("@tacit-memory/")) return `${specifier.split("/")[1]}/index.d.ts`;
  if (!specifier.startsWith(".")) return null;
  return posix.join(posix.dirname(from), specifier).replace(/(?:\.d)?\.[jt]s$/, ".d.ts");
}

function compileDeclarations() {
  const tsc = join(root, "node_modules", "typescript", "bin", "tsc");
  const ran = spawnSync(process.execPath, [tsc, "-b"], { cwd: root, encoding: "utf8" });
  if (ran.status !== 0) throw new Error(`the declarations do not compile:\n${ran.stdout}`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await ensureBuilt();
  await bundleLibrary();
  compressGrammars();
  compileDeclarations();
  copyDeclarations();
  copyFileSync(join(root, "LICENSE"), join(root, "apps", "cli", "LICENSE"));
}
