/**
 * Prepares for the first edit. A process that has answered one query has not loaded the parser, resolved imports or compiled
 * our code. The results are discarded.
 */

import { extractFile } from "../facts/extract-file.ts";
import { languageOf } from "../facts/languages/languages.ts";
import { fillMentions } from "../graph/affected-files.ts";
import { manifestsIn } from "../graph/modules.ts";
import { type Linking, linkSome, openLinking } from "../graph/relink.ts";
import type { CodeStore, Sweep } from "../indexing/code-tree.ts";
import type { HeldGraph } from "../indexing/index-project.ts";
import { loadFacts } from "../indexing/load-facts.ts";
import type { FileRow } from "../indexing/unsaved-rows.ts";
import { push } from "../maps.ts";
import { CODEGRAPH } from "../tuning.ts";

/** Returns the linking that the next edit continues from. Throws the errors of reading and linking. */
export async function warmUp(
  store: CodeStore,
  { rows, walked }: Sweep,
  { graph, linking: held }: HeldGraph,
): Promise<Linking> {
  const tree = { paths: graph.paths, config: manifestsIn(store.root, walked.configs) };
  const linking = openLinking(tree, held);
  const load = (paths: readonly string[]) => loadFacts(store, paths);
  for (const path of samplePaths(rows)) {
    await extractFile(store.root, { path, knownHash: null });
    const changed = await load([path]);
    const change = { before: graph, changed, renames: new Map(), affected: new Set<string>() };
    await linkSome(load, change, linking);
  }
  return linking;
}

/**
 * Reads the mentioned names of all files, for which the first edit seen by many files would otherwise wait. `inTurn` runs one
 * step at a time, so that queries are handled in between.
 */
export async function readMentions(
  { db, unsaved, mentioned: mentionedNames }: CodeStore,
  paths: readonly string[],
  inTurn: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  const bytes = (wanted: readonly string[]) => unsaved.readFacts(db, wanted);
  for (let at = 0; at < paths.length; at += CODEGRAPH.saidAtOnce) {
    const some = paths.slice(at, at + CODEGRAPH.saidAtOnce);
    await inTurn(() => fillMentions(some, { mentioned: mentionedNames, bytes }));
  }
}

/** Returns files of the most common language from all over the tree, neither the smallest nor the largest. */
function samplePaths(rows: ReadonlyMap<string, FileRow>): string[] {
  const byLanguage = new Map<string, FileRow[]>();
  for (const row of rows.values()) {
    const language = row.skipped === null ? languageOf(row.path)?.name : undefined;
    if (language === undefined) continue;
    push(byLanguage, language, row);
  }
  const [largest = []] = [...byLanguage.values()].sort((a, b) => b.length - a.length);
  const middle = [...largest].sort((a, b) => a.size - b.size);
  const count = Math.min(CODEGRAPH.warmUpFiles.value, largest.length);
  const from = Math.floor(largest.length / 2);
  return Array.from({ length: count }, (_value, n) => {
    return middle[from + Math.floor((n * (largest.length - from)) / count / 2)]?.path ?? "";
  });
}
