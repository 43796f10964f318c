/**
 * Builds WebAssembly from its source in the repository: every `x.wat` of the library has an `x-wasm.ts` beside it that
 * contains the module, because hooks are one file each and read no other file.
 *
 * node tools/wasm.mjs names stale modules, and fails if there are any node tools/wasm.mjs --write updates them
 */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Returns the expected text of the file beside a source. Throws the assembler's errors, with line and column. */
export async function wasmModuleText(path) {
  // Loaded here: a caller that only lists the sources needs no assembler.
  const { default: load } = await import("wabt");
  const wabt = await load();
  const parsed = wabt.parseWat(path, readFileSync(join(root, path), "utf8"), { simd: true });
  try {
    parsed.validate();
    const { buffer } = parsed.toBinary({ write_debug_names: false });
    const name = basename(path, ".wat").replaceAll("-", "_").toUpperCase();
    return (
      `/** What ${basename(path)} assembles to, base64. Made by \`node tools/wasm.mjs --write\`; never edited. */\n` +
      `export const ${name}_WASM =\n  "${Buffer.from(buffer).toString("base64")}";\n`
    );
  } finally {
    parsed.destroy();
  }
}

/** The sources, relative to the root. */
export function wasmSources() {
  return globSync("{packages,hosts,apps}/*/src/**/*.wat", { cwd: root }).sort();
}

/** Returns the path of a source's module. */
export function wasmModulePath(path) {
  return path.replace(/\.wat$/, "-wasm.ts");
}

async function main() {
  const isWriting = process.argv.includes("--write");
  let stale = 0;
  for (const path of wasmSources()) {
    const target = join(root, wasmModulePath(path));
    const text = await wasmModuleText(path);
    if (isWriting) writeFileSync(target, text);
    else if (readFileSync(target, "utf8") !== text) {
      console.error(`${wasmModulePath(path)} is stale: node tools/wasm.mjs --write`);
      stale++;
    }
  }
  process.exitCode = stale === 0 ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
