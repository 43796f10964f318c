/**
 * Creates the vector kernel with its memory: WebAssembly with SIMD if the engine supports it, otherwise the same
 * operations in TypeScript. Both work on one block of memory. It starts with a fixed scratch area (`SCRATCH`, the
 * numbers of vector-kernel.wat); the rest belongs to the caller.
 */
import type { Kernel, ScanFunctions } from "./kernel-memory.ts";
import { createPlainKernel } from "./plain-kernel.ts";
import { VECTOR_KERNEL_WASM } from "./vector-kernel-wasm.ts";

const PAGE_BYTES = 65_536;

/** The part of the global that is used here: the types of Node do not declare it. */
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Exports extends ScanFunctions {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
}

let compiled: object | null | undefined;

/** Each kernel has its own memory. The module is compiled once per process. */
export function createKernel(): Kernel {
  if (compiled === undefined) compiled = compile();
  return compiled === null ? createPlainKernel() : instantiate(compiled);
}

/** Null if the engine has no WebAssembly, or no SIMD. */
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
