/** One process with the graph open: a line is added to a file, then the graph is brought up to date. Prints JSON. */
import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { percentile, round } from "../statistics.ts";

const [home = "", tree = "", count = "30"] = process.argv.slice(2);
const tacit = await openTacit({ home, cwd: tree });
const started = performance.now();
await tacit.code.index();
const openMs = performance.now() - started;
const modules = await tacit.code.modules();
const paths = modules.flatMap(({ files }) => files).filter((path) => /\.(ts|py)$/.test(path));
paths.sort();
const [plain, surface]: [Spent[], Spent[]] = [[], []];
for (let i = 0; i < Number(count); i++) {
  const path = paths[Math.floor((i * paths.length) / Number(count))] ?? "";
  const isPython = path.endsWith(".py");
  plain.push(await edited(path, isPython ? "\n# a line\n" : "\n// a line\n"));
  const added = isPython ? `\ndef added_${i}():\n    pass\n` : `\nexport function added${i}() {}\n`;
  surface.push(await edited(path, added));
}
await tacit.close();
const told = (spent: readonly Spent[]) => ({
  p50Ms: round(
    percentile(
      spent.map(({ wallMs }) => wallMs),
      0.5,
    ),
  ),
  p95Ms: round(
    percentile(
      spent.map(({ wallMs }) => wallMs),
      0.95,
    ),
  ),
  cpuP50Ms: round(
    percentile(
      spent.map(({ cpuMs }) => cpuMs),
      0.5,
    ),
  ),
  cpuP95Ms: round(
    percentile(
      spent.map(({ cpuMs }) => cpuMs),
      0.95,
    ),
  ),
});
console.log(
  JSON.stringify({
    warmOpenMs: round(openMs),
    editOfBody: told(plain),
    editOfSurface: told(surface),
  }),
);

interface Spent {
  readonly wallMs: number;
  /** Of this process: the listing by git is another's. */
  readonly cpuMs: number;
}

/** Listing and comparing the whole tree included. */
async function edited(path: string, text: string): Promise<Spent> {
  appendFileSync(join(tree, path), text);
  const before = process.cpuUsage();
  const startedMs = performance.now();
  await tacit.code.index();
  const used = process.cpuUsage(before);
  return { wallMs: performance.now() - startedMs, cpuMs: (used.user + used.system) / 1000 };
}
