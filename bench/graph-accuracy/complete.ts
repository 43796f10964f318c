/**
 * Counts, among symbols whose answer is marked complete, those with a caller that the answer does not list. Symbols are drawn
 * at random and compared with call sites and targets found by other tools: `node --conditions=source complete.ts COUNT
 * REPOSITORY TRUTH.jsonl …`.
 */
import { mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { qualifiedName } from "../../packages/codegraph/src/facts/facts.ts";
import {
  CodeSession,
  filesMentioning,
  nodesOfSymbol,
  reach,
  unknownCallsOf,
} from "../../packages/codegraph/src/index.ts";

interface Site {
  readonly path: string;
  readonly targets: readonly string[];
}

/** Returns a generator that repeats the same draw: xorshift. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) / 2 ** 32;
  };
}

const [count = "20", ...pairs] = process.argv.slice(2);
const next = random(20261127);
const totals = { drawn: 0, complete: 0, wrong: 0 };

for (let at = 0; at < pairs.length; at += 2) {
  const [root, truth] = [realpathSync(pairs[at] ?? ""), pairs[at + 1] ?? ""];
  const callers = new Map<string, Set<string>>();
  for (const line of readFileSync(truth, "utf8").split("\n").filter(Boolean)) {
    const { path, targets } = JSON.parse(line) as Site;
    for (const target of targets) {
      const paths = callers.get(target) ?? new Set();
      callers.set(target, paths.add(path));
    }
  }
  const folder = mkdtempSync(join(tmpdir(), "tacit-complete-"));
  const session = await CodeSession.open({
    path: join(folder, "code.db"),
    root,
    newId: () => `${next()}`,
    nowMs: () => Date.now(),
  });
  const { graph } = await session.fresh();
  const symbols: { path: string; symbol: string; name: string; place: string }[] = [];
  for (const path of graph.paths) {
    const definitions = (await session.factsOf(path))?.definitions ?? [];
    definitions.forEach((definition, index) => {
      if (definition.kind !== "function" && definition.kind !== "method") return;
      const place = `${path}:${definition.nameLine - 1}:${definition.nameColumn}`;
      symbols.push({
        path,
        symbol: qualifiedName(definitions, index),
        name: definition.name,
        place,
      });
    });
  }
  for (let found = 0, tries = 0; found < Number(count) && tries < 5000; tries++) {
    const drawn = symbols[Math.floor(next() * symbols.length)];
    if (drawn === undefined) break;
    totals.drawn++;
    const { path, symbol, name, place } = drawn;
    const nodes = nodesOfSymbol(graph, graph.paths.indexOf(path), symbol);
    const answer = reach(graph, nodes, { direction: "dependents", depth: 1 });
    const { none, partly } = session.unread();
    const isComplete =
      !answer.isCapped &&
      unknownCallsOf(graph, new Set([name]), path).length === 0 &&
      filesMentioning(root, [...none, ...partly], [name], path).length === 0;
    if (!isComplete) continue;
    found++;
    totals.complete++;
    const listed = new Set([path, ...answer.files]);
    const missing = [...(callers.get(place) ?? [])].filter(
      (item) => !listed.has(item) && graph.paths.includes(item),
    );
    if (missing.length === 0) continue;
    totals.wrong++;
    console.log(`${pairs[at]} ${path}:${symbol} is not said to be called by ${missing.join(", ")}`);
  }
  await session.close();
  rmSync(folder, { recursive: true, force: true });
}
console.log(JSON.stringify(totals));
