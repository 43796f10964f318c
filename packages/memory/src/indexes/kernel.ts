/**
 * The vector kernel and the memory it works on. WebAssembly with SIMD where there is any, else the same
 * operations in TypeScript: both read and write one block of memory, which starts with a fixed scratch
 * (`SCRATCH`, the numbers of vector-kernel.wat) and otherwise belongs to the caller.
 */
import type { Kernel, ScanFunctions } from "./kernel-memory.ts";
import { createPlainKernel } from "./plain-kernel.ts";
import { VECTOR_KERNEL_WASM } from "./vector-kernel-wasm.ts";

const PAGE_BYTES = 65_536;

/** What of the global we use; the types of Node have it not, and those of a browser are not for us. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Exports extends ScanFunctions {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
}

let compiled: object | null | undefined;

/** A memory of its own. The module is compiled once a process. */
export function createKernel(): Kernel {
  if (compiled === undefined) compiled = compile();
  return compiled === null ? createPlainKernel() : instantiate(compiled);
}

/** Null where the engine has no SIMD, or no WebAssembly at all. */
function compile(): object | null {
  try {
    return new WebAssembly.Module(Buffer.from(VECTOR_KERNEL_WASM, "base64"));
  } catch {
    return null;
  }
}

function instantiate(module: object): Kernel {
  const { exports } = new WebAssembly.Instance(module);
  const { memory, ...functions } = exports as Exports;
  return {
    ...functions,
    hasSimd: true,
    memory,
    reserve: (bytes) => {
      const missing = bytes - memory.buffer.byteLength;
      if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
    },
  };
}
