/** Counts for how many pairs of statements, each alone in a store, `tacit dream` merges them or proposes to. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openTacit } from "@tacit-memory/memory";
import { PARAPHRASES, type Pair, RELATED } from "./pairs.ts";

export async function proposalsOfPairs() {
  return { paraphrases: await byHalf(PARAPHRASES), related: await byHalf(RELATED) };
}

/** `chosenOn`: the pairs on which the rules were chosen. */
async function byHalf(pairs: readonly Pair[]) {
  const found: boolean[] = [];
  for (const pair of pairs) found.push(await isFound(pair));
  const half = (rest: number) => {
    const own = found.filter((_, i) => i % 2 === rest);
    return { found: own.filter(Boolean).length, of: own.length };
  };
  return { chosenOn: half(0), heldOut: half(1) };
}

async function isFound(pair: Pair): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const tacit = await openTacit({ home: join(folder, "home"), cwd: folder });
  try {
    for (const content of pair) {
      const stored = await tacit.memories.remember({ content, source: "user_taught" });
      if (!stored.accepted) throw new Error(`not stored: ${content}`);
    }
    const { merges, proposals } = await tacit.memories.dream();
    return merges.length > 0 || proposals.some(({ kind }) => kind === "merge");
  } finally {
    await tacit.close();
    rmSync(folder, { recursive: true, force: true });
  }
}
