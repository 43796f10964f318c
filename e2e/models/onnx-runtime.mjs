/**
 * Installs the pinned runtime of ONNX models (half a gigabyte) on demand, without its install scripts: one of them would
 * fetch CUDA.
 *
 * node e2e/models/onnx-runtime.mjs installs it into .cache/onnx-runtime
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const NAME = "@huggingface/transformers";
const VERSION = "4.3.1";
const FOLDER = join(dirname(dirname(import.meta.dirname)), ".cache", "onnx-runtime");

export const RUNTIME_MODULES = join(FOLDER, "node_modules");

/** Returns whether the pinned version is installed. */
export function hasOnnxRuntime() {
  try {
    const manifest = readFileSync(join(RUNTIME_MODULES, NAME, "package.json"), "utf8");
    return JSON.parse(manifest).version === VERSION;
  } catch {
    return false;
  }
}

function install() {
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, "package.json"), '{"private":true}\n');
  const options = ["--ignore-scripts", "--no-audit", "--no-fund", "--loglevel=error"];
  return spawnSync("npm", ["install", ...options, `${NAME}@${VERSION}`], {
    cwd: FOLDER,
    stdio: "inherit",
    shell: process.platform === "win32",
  }).status;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  if (!hasOnnxRuntime()) process.exitCode = install() ?? 69;
}
