/** Compares Tacit's import edges, file to file, with the files whose modules and symbols a file names according to SCIP. */
import { round } from "../statistics.ts";
import type { LinkedRepository } from "./linked.ts";
import type { ScipIndex } from "./read-scip.ts";

interface ImportScore {
  /** Edges between two files of the index. */
  readonly edges: number;
  readonly precision: number;
}

export function scoreImports({ paths, linker }: LinkedRepository, scip: ScipIndex): ImportScore {
  let [edges, right] = [0, 0];
  for (const [file, path] of paths.entries()) {
    const named = filesNamedIn(path, scip);
    if (named === undefined) continue;
    for (const other of importedBy(file, paths, linker)) {
      if (!scip.documents.has(other)) continue;
      edges++;
      if (named.has(other)) right++;
    }
  }
  return { edges, precision: round(right / Math.max(1, edges), 4) };
}

function importedBy(
  file: number,
  paths: readonly string[],
  linker: LinkedRepository["linker"],
): Set<string> {
  const found = new Set<string>();
  for (const { to, type } of linker.linkFile(file).edges) {
    if (type === "imports") found.add(paths[to.file] ?? "");
  }
  return found;
}

/** Returns the files named in `path`, as modules or through symbols defined in them. */
function filesNamedIn(path: string, scip: ScipIndex): Set<string> | undefined {
  const document = scip.documents.get(path);
  if (document === undefined) return undefined;
  const found = new Set<string>();
  for (const symbol of document.occurrences.values()) {
    for (const place of scip.definitions.get(symbol) ?? []) {
      found.add(place.replace(/:\d+:\d+$/, ""));
    }
  }
  return found;
}
