/** An indexed tree of files in a temporary folder, for tests. Without git: the tree is walked. */
import { mkdirSync, mkdtempSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { exportedEdges } from "../graph/export-graph.ts";
import { nodesOfFile, nodesOfSymbol, reach } from "../graph/impact.ts";
import type { Direction } from "../graph/walk-graph.ts";
import { CodeSession } from "./code-session.ts";

export interface TestTree {
  readonly root: string;
  /** The stored file; its snapshot is next to it. */
  readonly store: string;
  readonly write: (path: string, text: string) => void;
  readonly move: (from: string, to: string) => void;
  readonly remove: (path: string) => void;
  /** Opens a session like a new process: with stored data only, nothing in memory. */
  readonly session: () => Promise<CodeSession>;
  /** Returns `path` or `path:Symbol` of everything reached. */
  readonly reached: (target: string, direction: Direction, depth?: number) => Promise<string[]>;
  /** Returns every edge except those for containment, as `from type to`, sorted. */
  readonly edges: (session: CodeSession) => Promise<string[]>;
  readonly close: () => Promise<void>;
}

let ticks = 0;

export function testTree(files: Readonly<Record<string, string>>): TestTree {
  const base = mkdtempSync(join(tmpdir(), "tacit-code-"));
  const [root, store] = [join(base, "tree"), join(base, "kept", "code.db")];
  const open: CodeSession[] = [];
  const write = (path: string, text: string) => {
    const full = join(root, path);
    mkdirSync(dirname(full), { recursive: true });
    writeFileSync(full, text);
    // Distinct times, because two writes within the clock's resolution would look unchanged.
    const time = new Date(1_700_000_000_000 + ++ticks * 1000);
    utimesSync(full, time, time);
  };
  mkdirSync(root, { recursive: true });
  for (const [path, text] of Object.entries(files)) write(path, text);
  const session = async () => {
    const made = await CodeSession.open({
      path: store,
      root,
      newId: () => `id${++ticks}`,
      nowMs: () => ticks * 10_000,
    });
    open.push(made);
    return made;
  };
  return {
    root,
    store,
    write,
    session,
    // The clock advances with every change, because changes are not checked twice within a moment.
    move: (from, to) => {
      ticks++;
      mkdirSync(dirname(join(root, to)), { recursive: true });
      renameSync(join(root, from), join(root, to));
    },
    remove: (path) => {
      ticks++;
      rmSync(join(root, path));
    },
    reached: async (target, direction, depth = 3) => {
      const { graph } = await (open[0] ?? (await session())).fresh();
      const [path = "", symbol] = target.split(":");
      const file = graph.paths.indexOf(path);
      const seeds =
        symbol === undefined ? nodesOfFile(graph, file) : nodesOfSymbol(graph, file, symbol);
      const { nodes } = reach(graph, seeds, { direction, depth });
      return nodes.map((node) =>
        node.symbol === undefined ? node.path : `${node.path}:${node.symbol}`,
      );
    },
    edges: async (of) => {
      const { graph } = await of.fresh();
      const lines: string[] = [];
      for (const { from, to, type, confidence } of exportedEdges(graph)) {
        if (type !== "defined_in") lines.push(`${from} ${type} ${to} ${confidence}`);
      }
      return lines.sort();
    },
    close: async () => {
      for (const codeSession of open) await codeSession.close();
      rmSync(base, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}
