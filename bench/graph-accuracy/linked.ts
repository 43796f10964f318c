/** A repository linked for measuring: every file's facts, and what each call site was resolved to. */
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
  // By whom a whole tree is read, which is not who reads after an edit (decision 0029).
  const wanted = sources.flatMap((path) => {
    const stat = statSync(join(repository, path), { throwIfNoEntry: false });
    if (stat === undefined) return [];
    return [{ path, size: stat.size, mtimeMs: stat.mtimeMs, knownHash: null }];
  });
  await extractAll(repository, wanted, ({ path, facts: bytes }) => {
    if (bytes !== null) facts.set(path, decodeFacts(bytes));
  });
  const paths = sources.filter((path) => facts.has(path));
  // A configuration may name another that is made by a build.
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
