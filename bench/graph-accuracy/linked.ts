/** A repository linked for measuring: the facts of every file, and the resolved target of each call site. */
import { existsSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { FileFacts } from "../../packages/codegraph/src/facts/facts.ts";
import { decodeFacts } from "../../packages/codegraph/src/facts/facts-codec.ts";
import { openLinker } from "../../packages/codegraph/src/graph/relink.ts";
import { extractAll } from "../../packages/codegraph/src/indexing/extract-pool.ts";
import { walk } from "../../packages/codegraph/src/indexing/walk.ts";
import type { Linker } from "../../packages/codegraph/src/link/link.ts";

export interface LinkedRepository {
  readonly paths: readonly string[];
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly linker: Linker;
}

export async function linkRepository(repository: string): Promise<LinkedRepository> {
  const { sources, configs } = await walk(repository);
  const facts = new Map<string, FileFacts>();
  // Uses the reader for whole trees, which differs from the reader after an edit (decision 0029).
  const wanted = sources.flatMap((path) => {
    const stat = statSync(join(repository, path), { throwIfNoEntry: false });
    if (stat === undefined) return [];
    return [{ path, size: stat.size, mtimeMs: stat.mtimeMs, knownHash: null }];
  });
  await extractAll(repository, wanted, ({ path, facts: bytes }) => {
    if (bytes !== null) facts.set(path, decodeFacts(bytes));
  });
  const paths = sources.filter((path) => facts.has(path));
  // A configuration may refer to another that only a build creates.
  const read = (path: string) => {
    const full = join(repository, path);
    return existsSync(full) ? readFileSync(full, "utf8") : undefined;
  };
  const { linker } = await openLinker(
    { paths, config: { paths: configs, read } },
    async () => facts,
  );
  return { paths, facts, linker };
}
