/**
 * The parser and its grammars as compiled WebAssembly, and when V8 optimises which part. V8 shares compiled code of the same
 * bytes between threads as long as a reference to the module exists.
 */
import { readFileSync } from "node:fs";
import { setFlagsFromString } from "node:v8";
import { getEnvironmentData, setEnvironmentData } from "node:worker_threads";
import { brotliDecompressSync } from "node:zlib";
import { CODEGRAPH } from "../../tuning.ts";

/** Declared here because only the DOM's types contain it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => WasmModule;
  readonly Instance: new (module: WasmModule, imports: object) => WasmInstance;
};

export type WasmModule = object;
export type WasmInstance = object;

export const instanceOf = (module: WasmModule, imports: object) =>
  new WebAssembly.Instance(module, imports);

/**
 * Raises the budget after which V8 recompiles a hot WebAssembly function with all optimisations. A grammar's lexer is one
 * function of a megabyte: optimising it takes 500 MB for seconds, and in repositories of a few megabytes finishes after
 * everything is read. The flag applies to all code compiled later in the process, so hot functions of other modules are also
 * found later.
 */
export function postponeOptimising(): void {
  setFlagsFromString(`--wasm-tiering-budget=${CODEGRAPH.wasmTieringBudget.value}`);
}

/**
 * Compiles a module lazily; hot functions are optimised later. A file whose name ends in `.br` is decompressed. Throws the
 * errors of reading the file.
 */
export function readModule(path: string): WasmModule {
  const bytes = readFileSync(path);
  return new WebAssembly.Module(path.endsWith(".br") ? brotliDecompressSync(bytes) : bytes);
}

/**
 * Compiles a module whose hot functions V8 optimises by its default budget. No other thread may compile modules that are not
 * to be optimised during this call.
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
 * Compiles all modules with full optimisation. The function in which the parser spends most of its time is called once per
 * file, and V8 never finds it hot, whatever the number of files.
 */
export function readOptimised(paths: readonly string[]): WasmModule[] {
  return withFlags(
    ["--no-liftoff", "--no-wasm-lazy-compilation"],
    ["--wasm-lazy-compilation", "--liftoff"],
    () => paths.map(readModule),
  );
}

/** Number of threads in `unoptimised`. Threads that this one starts share it. */
const inside = sharedCounter("tacit: threads that compile unoptimised code");

function sharedCounter(name: string): Int32Array {
  const found = getEnvironmentData(name);
  const shared = found instanceof SharedArrayBuffer ? found : new SharedArrayBuffer(4);
  setEnvironmentData(name, shared);
  return new Int32Array(shared);
}

/**
 * Runs `act` so that its functions are never optimised further. V8 reads these flags when it compiles a function, on its
 * first call. The flags apply to all threads, so the last thread that leaves resets them. If another thread compiles other
 * functions meanwhile, these are only slower.
 */
export function unoptimised<T>(act: () => T): T {
  Atomics.add(inside, 0, 1);
  setUnoptimised(true);
  try {
    return act();
  } finally {
    if (Atomics.sub(inside, 0, 1) === 1) setUnoptimised(false);
    // Another thread may have entered before the flags were reset.
    if (Atomics.load(inside, 0) > 0) setUnoptimised(true);
  }
}

function setUnoptimised(isOn: boolean): void {
  const prefix = isOn ? "--no-" : "--";
  setFlagsFromString(`${prefix}wasm-dynamic-tiering`);
  setFlagsFromString(`${prefix}wasm-tier-up`);
}

function withFlags<T>(before: readonly string[], after: readonly string[], act: () => T): T {
  for (const flag of before) setFlagsFromString(flag);
  try {
    return act();
  } finally {
    for (const flag of after) setFlagsFromString(flag);
  }
}
