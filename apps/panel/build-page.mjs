/** The page of `tacit panel`: built by Vite from apps/panel, then compressed, because it is sent that way. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** index.html stays as it is: the server puts a nonce into it. */
export async function buildPage(into) {
  // Loaded by a build alone: setup asks only whether one is needed.
  const { build } = await import("vite");
  const root = import.meta.dirname;
  const configFile = join(root, "vite.config.mjs");
  // Vite takes "test" for a wish to debug, and a page built before the tests is the page that people get.
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = "production";
  await build({ root, configFile, logLevel: "warn", build: { outDir: into } });
  if (NODE_ENV === undefined) delete process.env.NODE_ENV;
  else process.env.NODE_ENV = NODE_ENV;
  for (const name of readdirSync(join(into, "assets"))) {
    const path = join(into, "assets", name);
    const bytes = readFileSync(path);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params }));
    rmSync(path);
  }
}
