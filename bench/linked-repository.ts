/** Links a repository's code graph in memory, in a separate home that is removed afterwards. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { CodeGraph } from "../packages/codegraph/src/graph/graph.ts";
import { CodeSession } from "../packages/codegraph/src/live/code-session.ts";

/** Returns the result of `measure`. */
export async function withGraph<Measured>(
  root: string,
  measure: (graph: CodeGraph, session: CodeSession) => Measured,
): Promise<Measured> {
  const home = mkdtempSync(join(tmpdir(), "tacit-bench-graph-"));
  let ids = 0;
  const session = await CodeSession.open({
    path: join(home, "code.db"),
    root,
    newId: () => `id${++ids}`,
    nowMs: Date.now,
  });
  try {
    const { graph } = await session.index(false, () => undefined);
    return measure(graph, session);
  } finally {
    await session.close();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  }
}
