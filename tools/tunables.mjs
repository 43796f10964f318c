/** Lists the numbers that a bench sweeps: all entries `{ value, unit, range, source }` of the `tuning.ts` files. */
import { globSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** `file` is relative to the root. Needs a Node that strips types: it imports the tables. */
export async function tunables() {
  const files = globSync("{packages,hosts,apps}/*/src/**/tuning.ts", { cwd: root }).sort();
  const rows = [];
  for (const file of files) {
    const tables = await import(pathToFileURL(join(root, file)).href);
    for (const [table, numbers] of Object.entries(tables)) {
      for (const [key, number] of Object.entries(numbers)) {
        if (typeof number !== "object" || !("value" in number)) continue;
        rows.push({ file, name: `${folderName(dirname(file))}: ${table}.${key}`, ...number });
      }
    }
  }
  return { files, rows };
}

/** Returns the name of a library folder as in ARCHITECTURE.md; other folders with their workspace. */
function folderName(path) {
  const inLibrary = relative("packages/memory/src", path);
  const name = inLibrary.startsWith("..") ? path.replace(`${sep}src`, "") : inLibrary;
  return name.split(sep).join("/");
}
