/** What is to become of a project's rules, before anything is done: known, said otherwise, new, gone, forgotten. */
import type { Database } from "@tacit-memory/sqlite";
import type { Memory } from "../domain/memory.ts";
import { RULE_FILE_TAG } from "../domain/rule-file-tag.ts";
import { jaccard, words } from "../domain/text/text.ts";
import { forgottenAmong } from "../store/memories/erase.ts";
import { findExact, listVersions } from "../store/memories/memories.ts";
import { listMemories } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";
import type { RuleReading } from "./rules/rule-files.ts";
import { takenBack } from "./rules/taken-back.ts";
import { RULES } from "./rules/tuning.ts";
import type { WantedRule } from "./rules/wanted-rules.ts";

/** Left on a rule that its file no longer has. Whoever brings such a memory back has decided for it. */
export const RETIRED_TAG = "not-in-file";

export interface Change {
  readonly rule: WantedRule;
  readonly before: Memory;
}

/** What is to be done, before anything is. */
export interface Plan {
  readonly known: readonly Change[];
  readonly changed: readonly Change[];
  readonly fresh: readonly WantedRule[];
  /** Forgotten here, and said as it was said then. */
  readonly forgotten: readonly WantedRule[];
  readonly vanished: readonly Memory[];
  /** Known here before a rule said the same, and no file that was read says so now, unless it is taken in once more. */
  readonly joined: readonly Memory[];
}

export async function planRules(
  workspace: Workspace,
  rules: readonly WantedRule[],
  reading: RuleReading,
): Promise<Plan> {
  const { db, projectId } = workspace;
  const all = await listMemories(db, {
    projectId,
    tag: RULE_FILE_TAG,
    state: null,
    withSuperseded: true,
  });
  const ours = all.filter(({ externalId }) => externalId?.startsWith("rule:") === true);
  const byExternal = new Map(ours.map((memory) => [memory.externalId, memory]));
  const wanted = new Set(rules.map(({ externalId }) => externalId));
  const isTakenBack = takenBack(workspace.identity.root, reading);
  const vanished: Memory[] = [];
  for (const memory of ours) {
    const isHeld =
      memory.state === "active" &&
      memory.supersededBy === null &&
      !wanted.has(memory.externalId ?? "") &&
      !memory.tags.includes(RETIRED_TAG);
    if (isHeld && memory.files.every(isTakenBack) && !(await isPersons(db, memory)))
      vanished.push(memory);
  }
  const existing: Change[] = [];
  const [unknown, forgotten]: [WantedRule[], WantedRule[]] = [[], []];
  const gone = new Set(await forgottenRules(workspace, rules));
  for (const rule of rules) {
    const before = byExternal.get(rule.externalId);
    if (before !== undefined) existing.push({ rule, before });
    else if (gone.has(rule)) forgotten.push(rule);
    else unknown.push(rule);
  }
  const joined = all.filter(
    (memory) =>
      !ours.includes(memory) &&
      memory.state === "active" &&
      memory.supersededBy === null &&
      memory.files.every(isTakenBack),
  );
  return { known: existing, forgotten, joined, ...pairUp(unknown, vanished) };
}

/**
 * Those that were forgotten here, in these words, and that nobody has taught anew since. Whether a person wrote one of
 * them again or only switched branches, no file tells: so they are named, and a person's word brings them back.
 */
export async function forgottenRules(
  { db, projectId }: Workspace,
  rules: readonly WantedRule[],
): Promise<WantedRule[]> {
  const isForgotten = await forgottenAmong(db, projectId, rules);
  const forgotten: WantedRule[] = [];
  for (const rule of rules.filter(isForgotten)) {
    const taught = await findExact(db, projectId, rule.content);
    if (taught === null || taught.state !== "active" || taught.supersededBy !== null)
      forgotten.push(rule);
  }
  return forgotten;
}

/** Whoever changed the memory here, or pinned it, has decided for it: its file no longer does. */
export async function isPersons(db: Database, memory: Memory): Promise<boolean> {
  if (memory.isPinned) return true;
  return (await listVersions(db, memory.id)).some(({ change }) => change === "edited");
}

/** A rule in the place of one that vanished from the same file, and like it in words, is that rule changed. */
function pairUp(
  unknown: readonly WantedRule[],
  vanished: readonly Memory[],
): Pick<Plan, "changed" | "fresh" | "vanished"> {
  const pairs = unknown
    .flatMap((rule) =>
      vanished
        .filter(({ files }) => rule.files.some((file) => files.includes(file)))
        .map((before) => ({ rule, before, likeness: likeness(rule.content, before.content) })),
    )
    .filter((pair) => pair.likeness >= RULES.changedJaccard)
    .sort((a, b) => b.likeness - a.likeness);
  const [paired, replaced] = [new Set<WantedRule>(), new Set<Memory>()];
  const changed = pairs.filter(({ rule, before }) => {
    if (paired.has(rule) || replaced.has(before)) return false;
    paired.add(rule);
    replaced.add(before);
    return true;
  });
  return {
    changed,
    fresh: unknown.filter((rule) => !paired.has(rule)),
    vanished: vanished.filter((memory) => !replaced.has(memory)),
  };
}

function likeness(a: string, b: string): number {
  return jaccard(new Set(words(a)), new Set(words(b)));
}
