/**
 * Runs one process with the graph open, like an MCP server: edits a file, then asks for its dependents. The time runs from
 * the write to the answer. Prints JSON.
 */
import { appendFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { exportedEdges } from "../../packages/codegraph/src/graph/export-graph.ts";
import { nodesOfFile, reach } from "../../packages/codegraph/src/graph/impact.ts";
import { CodeSession } from "../../packages/codegraph/src/live/code-session.ts";
import { CODEGRAPH } from "../../packages/codegraph/src/tuning.ts";
import { percentile, round } from "../statistics.ts";

const [home = "", tree = "", count = "60"] = process.argv.slice(2);
let clockMs = Date.now();
let ids = 0;
const started = performance.now();
const session = await CodeSession.open({
  path: findDatabase(home),
  root: tree,
  newId: () => `${process.pid}-${++ids}`,
  nowMs: () => clockMs,
});
const { graph } = await session.fresh();
const openMs = performance.now() - started;
const paths = graph.paths.filter((path) => /\.(ts|py)$/.test(path));
// The second question starts the watch; only the questions after it are timed.
clockMs += CODEGRAPH.sweepEveryMs + 1;
const second = performance.now();
await ask(paths[0] ?? "");
const secondMs = performance.now() - second;
// No edit follows immediately: the process warms up, and that cost is reported separately.
const beforeReady = process.cpuUsage();
await pause(CODEGRAPH.warmUpAfterMs + 2_000);
const ready = process.cpuUsage(beforeReady);
const [plain, surface]: [Spent[], Spent[]] = [[], []];
for (let i = 0; i < Number(count); i++) {
  const path = paths[Math.floor((i * paths.length) / Number(count))] ?? "";
  const isPython = path.endsWith(".py");
  plain.push(await edited(path, isPython ? "\n# a line\n" : "\n// a line\n"));
  const added = isPython ? `\ndef added_${i}():\n    pass\n` : `\nexport function added${i}() {}\n`;
  surface.push(await edited(path, added));
}
const hub = await hubOf();
const hubAdded = await edited(hub.path, addition(hub.path, "added_to_hub"));
const hubAgain = await edited(hub.path, addition(hub.path, "added_again"));
const member = await memberAddedTo(hub.path, hub.symbol);
const renamed = await renamedIn(hub.path, hub.symbol);
const { rss } = process.memoryUsage();
await session.close();
console.log(
  JSON.stringify({
    openMs: round(openMs),
    secondQuestionMs: round(secondMs),
    makingReadyCpuMs: round((ready.user + ready.system) / 1000),
    editOfBody: summarize(plain),
    editOfSurface: summarize(surface),
    hub: {
      ...hub,
      addedMs: round(hubAdded.wallMs),
      addedAgainMs: round(hubAgain.wallMs),
      memberAddedMs: member === null ? null : round(member.wallMs),
      renamed: round(renamed.wallMs),
      renamedCpuMs: round(renamed.cpuMs),
    },
    rssMb: Math.round(rss / 1e6),
  }),
);

/** Returns the database file of the only project in a home. */
function findDatabase(folder: string): string {
  const code = join(folder, "code");
  const found = readdirSync(code, { recursive: true }).map(String);
  return join(code, found.find((path) => path.endsWith(".db")) ?? "");
}

/** Runs the query of `tacit impact`, without the memories. */
function ask(path: string) {
  return session.ask(
    (now) => {
      const seeds = nodesOfFile(now, now.paths.indexOf(path));
      return reach(now, seeds, { direction: "dependents", depth: 3 });
    },
    ({ nodes }) => [path, ...nodes.map((node) => node.path)],
  );
}

function addition(path: string, name: string): string {
  return path.endsWith(".py") ? `\ndef ${name}():\n    pass\n` : `\nexport function ${name}() {}\n`;
}

interface Spent {
  readonly wallMs: number;
  readonly cpuMs: number;
}

function edited(path: string, text: string): Promise<Spent> {
  return timed(path, () => appendFileSync(join(tree, path), text));
}

async function timed(path: string, write: () => void): Promise<Spent> {
  write();
  const before = process.cpuUsage();
  const startedMs = performance.now();
  await ask(path);
  const used = process.cpuUsage(before);
  return { wallMs: performance.now() - startedMs, cpuMs: (used.user + used.system) / 1000 };
}

/** Returns the file with the most incoming edges and its symbol with the most incoming edges. */
async function hubOf() {
  const dependents = new Map<string, Set<string>>();
  const bySymbol = new Map<string, Set<string>>();
  for (const { from, to } of exportedEdges((await session.fresh()).graph)) {
    const [source = ""] = from.split(":");
    const [path = "", symbol] = to.split(":");
    if (source === path || !/\.(ts|py)$/.test(path)) continue;
    add(dependents, path, source);
    if (symbol !== undefined) add(bySymbol, to, source);
  }
  const [path = ""] = largestEntry(dependents);
  const [top = ""] = largestEntry(
    new Map([...bySymbol].filter(([key]) => key.startsWith(`${path}:`))),
  );
  return {
    path,
    dependents: dependents.get(path)?.size ?? 0,
    symbol: top.split(":")[1] ?? "",
    users: bySymbol.get(top)?.size ?? 0,
  };
}

function add(map: Map<string, Set<string>>, key: string, value: string): void {
  const existing = map.get(key);
  if (existing === undefined) map.set(key, new Set([value]));
  else existing.add(value);
}

function largestEntry(
  map: ReadonlyMap<string, ReadonlySet<string>>,
): [string, ReadonlySet<string>] {
  return [...map].sort((a, b) => b[1].size - a[1].size)[0] ?? ["", new Set()];
}

/**
 * Adds a member to the class or interface that most files use, which changes its public surface. Returns null when the hub is
 * neither.
 */
function memberAddedTo(path: string, symbol: string): Promise<Spent> | null {
  const full = join(tree, path);
  const text = readFileSync(full, "utf8");
  const name = symbol.split(".").at(0) ?? "";
  const opening = new RegExp(`\\b(?:class|interface) ${name}\\b[^{;]*\\{`).exec(text);
  const python = new RegExp(`^class ${name}\\b[^\\n]*:\\n`, "m").exec(text);
  const found = path.endsWith(".py") ? python : opening;
  if (found === null) return null;
  const at = found.index + found[0].length;
  const isInterface = found[0].includes("interface");
  const member = path.endsWith(".py")
    ? "    def added_member(self):\n        return 1\n"
    : isInterface
      ? "\n  addedMember?(): number;\n"
      : "\n  addedMember(): number { return 1; }\n";
  return timed(path, () => writeFileSync(full, text.slice(0, at) + member + text.slice(at)));
}

/** Renames the symbol that most files use: the worst possible edit. */
function renamedIn(path: string, symbol: string): Promise<Spent> {
  const full = join(tree, path);
  const text = readFileSync(full, "utf8");
  const name = symbol.split(".").at(-1) ?? "";
  const other = text.replace(new RegExp(`\\b${name}\\b`, "g"), `${name}Renamed`);
  return timed(path, () => writeFileSync(full, other));
}

function summarize(spent: readonly Spent[]) {
  const of = (pick: (item: Spent) => number, share: number) =>
    round(percentile(spent.map(pick), share));
  return {
    p50Ms: of(({ wallMs }) => wallMs, 0.5),
    p95Ms: of(({ wallMs }) => wallMs, 0.95),
    cpuP50Ms: of(({ cpuMs }) => cpuMs, 0.5),
    cpuP95Ms: of(({ cpuMs }) => cpuMs, 0.95),
  };
}
