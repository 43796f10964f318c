/** Builds the page of `tacit panel` from apps/panel with Vite, then compresses it, because the server sends it compressed. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync, constants } from "node:zlib";

/** Builds the page into a folder. index.html is not compressed, because the server inserts a nonce into it. */
export async function buildPage(into) {
  // Loaded only for a build; setup only checks whether a build is needed.
  const { build } = await import("vite");
  const root = import.meta.dirname;
  const configFile = join(root, "vite.config.mjs");
  // Vite builds for debugging when NODE_ENV is "test", and a page built before the tests is the page that users get.
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
