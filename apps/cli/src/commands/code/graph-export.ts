/** `tacit graph export`: exports the code graph as JSON lines. */
import type { Command } from "../../command.ts";
import { opened } from "../../open.ts";

export const graphExport: Command = {
  name: "graph export",
  summary: "export all edges of the code graph as JSON lines",
  arguments: [],
  details:
    "Each line is {from, to, type, source, confidence}; `from` and `to` are `path` or `path:Symbol`. `source` is `ast`, `scip` or " +
    "`checker` for edges in the code, `git` or `session` for files that change together (with a `count`), and `memory` for " +
    "relations stated by a memory (with its id).",
  examples: ["tacit graph export > graph.jsonl"],
  run: opened(async (tacit, context) => {
    for await (const edge of await tacit.code.exportGraph()) context.out.jsonLine(edge);
  }),
};
