/** `tacit graph export`: the code graph as JSON lines. */
import type { Command } from "../command.ts";
import { withTacit } from "../open.ts";

export const graphExport: Command = {
  name: "graph export",
  summary: "every edge of the code graph, as JSON lines",
  arguments: [],
  details:
    "A line: {from, to, type, source, confidence}; both ends as `path` or `path:Symbol`. `source` is `ast`, `scip` or " +
    "`checker` for what the code says, `git` or `session` for files that change together, with their `count`, and `memory` for what a " +
    "memory says, with its id.",
  examples: ["tacit graph export > graph.jsonl"],
  run: async (_given, world) => {
    await withTacit(world, async (tacit) => {
      for await (const edge of await tacit.code.exportGraph()) world.out.jsonLine(edge);
    });
  },
};
