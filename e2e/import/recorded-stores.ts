/** Stores that other programs wrote (e2e/fixtures/stores), unpacked into a folder. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gunzipSync } from "node:zlib";

const FIXTURES = fileURLToPath(new URL("../fixtures/stores/", import.meta.url));

/** Returns the paths by the name of the program and the kind of store: `claude-mem`, `server-memory`, `mem0ai-vectors`, … */
export function unpackStores(folder: string): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(FIXTURES).filter((item) => !item.endsWith(".md"))) {
    const bytes = readFileSync(join(FIXTURES, name));
    const path = join(folder, name.replace(/\.gz$/, ""));
    writeFileSync(path, name.endsWith(".gz") ? gunzipSync(bytes) : bytes);
    found.set(name.replace(/-\d[\d.]*\d/, "").replace(/\..*$/, ""), path);
  }
  return found;
}
