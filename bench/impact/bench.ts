/** Measures how long an impact query takes when the graph is in memory. */
import { basename } from "node:path";
import { type CodeGraph, edgeType, FILE_KIND } from "../../packages/codegraph/src/graph/graph.ts";
import { reach } from "../../packages/codegraph/src/graph/impact.ts";
import { walkGraph } from "../../packages/codegraph/src/graph/walk-graph.ts";
import { CODEGRAPH } from "../../packages/codegraph/src/tuning.ts";
import { withGraph } from "../linked-repository.ts";
import { repositories } from "../peers.ts";
import { percentile, round } from "../statistics.ts";

const NAMES = ["hono", "scrapy", "void"];
const QUESTIONS = 2000;

export async function run({ args, say }: { args: readonly string[]; say: (line: string) => void }) {
  const wanted = args.includes("--quick") ? NAMES.slice(0, 2) : NAMES;
  const rows = [];
  for (const source of repositories(args, wanted)) {
    const measured = await withGraph(source, (graph) => {
      return { ...measure(graph), calls: measure(callsOnly(graph)) };
    });
    rows.push({ repository: basename(source), ...measured });
    say(JSON.stringify(rows.at(-1)));
  }
  return { question: "impact, depth 3, in memory", questions: QUESTIONS, rows };
}

/** Returns a graph with the same nodes and only its call edges: the query that the targets were set for. */
function callsOnly(graph: CodeGraph): CodeGraph {
  const [outStarts, outTargets, outKinds] = calls(
    graph.outStarts,
    graph.outTargets,
    graph.outKinds,
  );
  const [inStarts, inSources, inKinds] = calls(graph.inStarts, graph.inSources, graph.inKinds);
  return { ...graph, outStarts, outTargets, outKinds, inStarts, inSources, inKinds };
}

/** Selects the call edges of each node. */
function calls(starts: Uint32Array, ends: Uint32Array, kinds: Uint8Array) {
  const left = new Uint32Array(starts.length);
  for (let node = 0; node + 1 < starts.length; node++) {
    const own = kinds.subarray(starts[node], starts[node + 1]).filter(isCall).length;
    left[node + 1] = (left[node] ?? 0) + own;
  }
  const among = (_end: number, at: number) => isCall(kinds[at] ?? 0);
  return [left, ends.filter(among), kinds.filter(isCall)] as const;
}

const isCall = (kind: number) => edgeType(kind) === "calls";

/** Draws targets by their number of dependents, so that hubs are overrepresented. */
function measure(graph: CodeGraph) {
  const targets = Array.from({ length: QUESTIONS }, (_value, i) => drawn(graph, i));
  for (const node of targets.slice(0, 200)) ask(graph, node);
  const before = process.cpuUsage();
  const times = targets.map((node) => usual(() => ask(graph, node)));
  const used = process.cpuUsage(before);
  const walks = targets.map((node) => usual(() => walk(graph, node)));
  const hub = hubOf(graph);
  return {
    nodes: graph.kinds.length,
    edges: graph.outTargets.length,
    cpuMeanUs: round((used.user + used.system) / QUESTIONS / TIMES),
    walkP50Us: round(percentile(walks, 0.5) * 1000),
    walkP99Us: round(percentile(walks, 0.99) * 1000),
    p50Us: round(percentile(times, 0.5) * 1000),
    p99Us: round(percentile(times, 0.99) * 1000),
    maxMs: round(Math.max(...times)),
    largestHubMs: round(usual(() => ask(graph, hub))),
    largestHubWalkMs: round(usual(() => walk(graph, hub))),
    largestHubDependents: (graph.inStarts[hub + 1] ?? 0) - (graph.inStarts[hub] ?? 0),
  };
}

/**
 * Repetitions of which the median counts; other programs use this machine too, and an interruption is longer than most
 * answers.
 */
const TIMES = 5;

function usual(measured: () => number): number {
  return percentile(Array.from({ length: TIMES }, measured), 0.5);
}

function walk(graph: CodeGraph, node: number): number {
  const startedMs = performance.now();
  // As in a real answer: the certainty of a path only matters for the nodes that fit in the answer.
  const weighed = CODEGRAPH.maxNodes;
  walkGraph(graph, [node], { direction: "dependents", depth: 3, weighed });
  return performance.now() - startedMs;
}

function ask(graph: CodeGraph, node: number): number {
  const startedMs = performance.now();
  reach(graph, [node], { direction: "dependents", depth: 3 });
  return performance.now() - startedMs;
}

/** Returns the target of every n-th edge that leads to a symbol. */
function drawn(graph: CodeGraph, i: number): number {
  const count = graph.outTargets.length;
  let at = Math.floor((i * count) / QUESTIONS);
  while (at < count - 1 && graph.kinds[graph.outTargets[at] ?? 0] === FILE_KIND) at++;
  return graph.outTargets[at] ?? 0;
}

function hubOf(graph: CodeGraph): number {
  let best = 0;
  for (let node = 0; node < graph.kinds.length; node++) {
    const degree = (graph.inStarts[node + 1] ?? 0) - (graph.inStarts[node] ?? 0);
    const most = (graph.inStarts[best + 1] ?? 0) - (graph.inStarts[best] ?? 0);
    if (graph.kinds[node] !== FILE_KIND && degree > most) best = node;
  }
  return best;
}
