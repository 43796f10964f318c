/** A repository linked for measuring: every file's facts, and what each call site was resolved to. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { extractFile } from "../../packages/memory/src/codegraph/extract-file.ts";
import type { FileFacts } from "../../packages/memory/src/codegraph/facts.ts";
import { decodeFacts } from "../../packages/memory/src/codegraph/facts-codec.ts";
import type { Linker } from "../../packages/memory/src/codegraph/linker/link.ts";
import { openLinker } from "../../packages/memory/src/codegraph/relink.ts";
import { walk } from "../../packages/memory/src/codegraph/walk.ts";

export interface LinkedRepository {
  readonly paths: readonly string[];
  readonly facts: ReadonlyMap<string, FileFacts>;
  readonly linker: Linker;
}

export async function linkRepository(repository: string): Promise<LinkedRepository> {
  const { sources, configs } = await walk(repository);
  const facts = new Map<string, FileFacts>();
  for (const path of sources) {
    const file = await extractFile(repository, { path, knownHash: null });
    if (file.facts !== null) facts.set(path, decodeFacts(file.facts));
  }
  const paths = [...facts.keys()];
  const read = (path: string) => readFileSync(join(repository, path), "utf8");
  const { linker } = await openLinker(
    { paths, config: { paths: configs, read } },
    async () => facts,
  );
  return { paths, facts, linker };
}
