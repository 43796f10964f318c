/** Prints the number of indexed bytes of source. */
import { statSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";

const [home = "", tree = ""] = process.argv.slice(2);
const tacit = await openTacit({ home, cwd: tree });
let bytes = 0;
for (const { files } of await tacit.code.modules()) {
  for (const path of files) bytes += statSync(join(tree, path)).size;
}
await tacit.close();
console.log(bytes);
