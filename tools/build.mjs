/**
 * Bundles what people run: the CLI, and the hook on its own, because a hook's start-up is paid at every
 * step of an agent. One file each, ESM, nothing to install beside it.
 */
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const out = join(root, "apps", "cli", "dist");
const stamp = join(out, ".built");
const SOURCES = ["packages", "hosts", "apps", "tools/build.mjs", "package-lock.json"];

/** Whether the bundles are newer than every source they were made from. */
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
    if (!entry.isDirectory() && !/\.(ts|mjs|json)$/.test(entry.name)) continue;
    latest = Math.max(latest, newest(join(path, entry.name)));
  }
  return latest;
}

/** Compiled code is kept between starts, which saves a hook a good part of its own. */
const LAUNCHER = `require("node:module").enableCompileCache?.();
require("./hook-capture.cjs");
`;

function tellApart(bundle) {
  bundle.onResolve({ filter: /^\.\/tell\.ts$/ }, () => ({
    path: "./hook-tell.cjs",
    external: true,
  }));
}

/** Writes the bundles into apps/cli/dist. Throws what esbuild throws. */
export async function build() {
  const { build: bundle } = await import("esbuild");
  const startedAt = new Date();
  const common = {
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node22",
    conditions: ["source"],
    // The ESM build of a package where there is one: UMD wrappers hide their imports from the bundler.
    mainFields: ["module", "main"],
    legalComments: "linked",
    logLevel: "warning",
    banner: {
      js: 'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    },
    external: ["libsql", "@libsql/client"],
  };
  mkdirSync(out, { recursive: true });
  // Two bundles, not one split in chunks: what only captures must not load what opens the store. CommonJS,
  // because Node starts it 4 ms sooner than a module (bench/hook-cold-start), with names minified.
  const hook = {
    ...common,
    format: "cjs",
    banner: {},
    outdir: out,
    outExtension: { ".js": ".cjs" },
    minify: true,
  };
  await bundle({
    ...hook,
    entryPoints: { "hook-capture": join(root, "hosts/hooks/src/main.ts") },
    plugins: [{ name: "tell-apart", setup: tellApart }],
  });
  await bundle({ ...hook, entryPoints: { "hook-tell": join(root, "hosts/hooks/src/tell.ts") } });
  writeFileSync(join(out, "hook.cjs"), LAUNCHER);
  await bundle({
    ...common,
    entryPoints: { tacit: join(root, "apps/cli/src/main.ts") },
    outdir: out,
    outExtension: { ".js": ".mjs" },
  });
  writeFileSync(stamp, "");
  const { utimesSync } = await import("node:fs");
  utimesSync(stamp, startedAt, startedAt);
}

/** Builds unless the bundles are fresh. */
export async function ensureBuilt() {
  if (!isFresh()) await build();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await build();
