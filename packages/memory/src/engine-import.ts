/** What a project has to tell before any agent was watched: its rule files and its history. */
import { createHash } from "node:crypto";
import { forget } from "./decay/forget.ts";
import type { Memory } from "./domain/memory.ts";
import { type Learned, settleSessions, takeIn } from "./engine-learning.ts";
import { seenProject } from "./identity/seen-project.ts";
import { MAX_COMMITS, readGitHistory } from "./import/git-history.ts";
import { RULE_FILE_TAG, readRuleFiles } from "./import/rule-files.ts";
import type { Life } from "./life.ts";
import { link } from "./link/link.ts";
import { admit } from "./promote/admit.ts";
import { readLedger, writeLedger } from "./store/ledger.ts";
import { getMemories } from "./store/memories.ts";
import { listMemories } from "./store/memory-lists.ts";

export interface RulesReport {
  readonly files: readonly string[];
  readonly items: number;
  readonly imported: number;
  readonly merged: number;
  readonly rejected: number;
  /** Taken back, because their file no longer says so. */
  readonly withdrawn: number;
}

/** Idempotent; what was taken out of the files since is forgotten. */
export async function importRules(life: Life): Promise<RulesReport> {
  const items = readRuleFiles(life.identity.root);
  const key = { projectId: life.projectId, sourceType: "rule-files", sourceKey: "all" };
  const contentHash = createHash("sha256").update(JSON.stringify(items)).digest("hex");
  const files = [...new Set(items.map((item) => item.path))];
  if ((await readLedger(life.db, key))?.contentHash === contentHash) {
    return {
      files,
      items: items.length,
      imported: 0,
      merged: items.length,
      rejected: 0,
      withdrawn: 0,
    };
  }
  const report = { imported: 0, merged: 0, rejected: 0 };
  const current = new Set<string>();
  for (const item of items) {
    const content = item.heading === "" ? item.text : `${item.heading}: ${item.text}`;
    const externalId = `rule:${item.path}:${createHash("sha256").update(content).digest("hex").slice(0, 16)}`;
    current.add(externalId);
    const admission = await admit(
      life.db,
      life.projectId,
      {
        content,
        source: "imported",
        type: item.type,
        files: [item.path],
        tags: [RULE_FILE_TAG],
        externalId,
      },
      { redaction: life.redaction, isStrict: false },
      life.moment(),
    );
    if (admission.id === null) report.rejected++;
    else if (admission.mergedInto !== null) report.merged++;
    else {
      report.imported++;
      const [memory] = await getMemories(life.db, [admission.id]);
      if (memory !== undefined)
        await link(life.db, memory, life.identity.root, life.identity.commit);
    }
  }
  const known = await listMemories(life.db, { projectId: life.projectId, tag: RULE_FILE_TAG });
  const gone = known.filter(
    (memory: Memory) =>
      memory.externalId?.startsWith("rule:") === true && !current.has(memory.externalId),
  );
  await forget(life.db, gone, life.moment());
  await writeLedger(life.db, key, { contentHash, outcome: "imported" }, life.moment().nowMs);
  return {
    ...report,
    files,
    items: items.length,
    withdrawn: gone.length,
  };
}

export interface HistoryReport {
  /** Commits that were new to the store. */
  readonly commits: number;
  readonly learned: readonly Learned[];
}

/** Takes the newest commits in and learns which files change together. Idempotent by commit. */
export async function importHistory(
  life: Life,
  limit: number = MAX_COMMITS,
): Promise<HistoryReport> {
  const { identity } = life;
  const project = seenProject(identity);
  const session = `git:${identity.id}`;
  const events = readGitHistory({ session, root: identity.root, branch: identity.branch }, limit);
  async function* observations() {
    for await (const event of events) yield { project, event };
  }
  const taken = await takeIn(life, observations(), "replay");
  if (taken.events === 0) return { commits: 0, learned: [] };
  return { commits: taken.events, learned: await settleSessions(life, taken.sessions) };
}
