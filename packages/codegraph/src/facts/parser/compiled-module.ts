/**
 * The parser and its grammars as compiled WebAssembly: when V8 optimises which of it. What it has compiled of the same
 * bytes in one thread it takes in another, as long as somebody holds the module.
 */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { brotliDecompressSync } from "node:zlib";
import { CODEGRAPH } from "../../tuning.ts";

/** Only in the DOM's types. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => WasmInstance;
};

export type WasmModule = object;
export type WasmInstance = object;

export const instanceOf = (module: WasmModule, imports: object) =>
  new WebAssembly.Instance(module, imports);

/**
 * V8 compiles a hot function of WebAssembly again, with all optimisations. A grammar's lexer is one function of
 * a megabyte: that takes 500 MB for seconds, and on repositories of a few megabytes is done when all is read.
 * It holds for what the process compiles from then on: of modules that are not ours, too, what is hot is found later.
 */
export function postponeOptimising(): void {
  setFlagsFromString(`--wasm-tiering-budget=${CODEGRAPH.wasmTieringBudget.value}`);
}

/**
 * Compiles what is called first by then, and is optimised when it is hot. A file whose name ends in `.br` is compressed.
 * Throws what reading the file throws.
 */
export function readModule(path: string): WasmModule {
  const bytes = readFileSync(path);
  return new WebAssembly.Module(path.endsWith(".br") ? brotliDecompressSync(bytes) : bytes);
}

/**
 * Compiles it so that what of it is hot is optimised meanwhile, by V8's own measure. No other thread may compile what
 * is not to be optimised as this is called.
 */
export function readForOptimising(path: string): WasmModule {
  const { parserTieringBudget: soon, wasmTieringBudget: late } = CODEGRAPH;
  return withFlags(
    [`--wasm-tiering-budget=${soon.value}`],
    [`--wasm-tiering-budget=${late.value}`],
    () => readModule(path),
  );
}

/**
 * Compiles all of them, as well as V8 can. The function that the parser spends most of its time in is called once a
 * file, and V8 does not find it to be hot however many files there are.
 */
export function readOptimised(paths: readonly string[]): WasmModule[] {
  return withFlags(
    ["--no-liftoff", "--no-wasm-lazy-compilation"],
    ["--wasm-lazy-compilation", "--liftoff"],
    () => paths.map(readModule),
  );
}

/**
 * `act`, whose functions stay as they are compiled now. V8 looks at these flags when it compiles a function, which
 * is when that is first called; another thread that compiles one meanwhile has a slower one, and nothing worse.
 */
export function unoptimised<T>(act: () => T): T {
  return withFlags(
    ["--no-wasm-dynamic-tiering", "--no-wasm-tier-up"],
    ["--wasm-tier-up", "--wasm-dynamic-tiering"],
    act,
  );
}

function withFlags<T>(before: readonly string[], after: readonly string[], act: () => T): T {
  for (const flag of before) setFlagsFromString(flag);
  try {
    return act();
  } finally {
    for (const flag of after) setFlagsFromString(flag);
  }
}
