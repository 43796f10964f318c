/** Plans what happens to a project's rules before anything is written: known, reworded, new, removed, forgotten. */
import type { Database } from "@tacit-memory/sqlite";
import { type Memory, RULE_FILE_TAG } from "../domain/memory.ts";
import { jaccard, words } from "../domain/text/text.ts";
import { forgottenAmong } from "../store/memories/erase.ts";
import { findExact, listVersions } from "../store/memories/memories.ts";
import { listMemories } from "../store/memories/memory-lists.ts";
import type { Workspace } from "../workspace.ts";
import { missingRules } from "./rules/missing-rules.ts";
import type { RuleReading, RuleSkill } from "./rules/rule-files.ts";
import { RULES } from "./rules/tuning.ts";
import {
  distinctRules,
  referencesTo,
  skillReferences,
  type WantedRule,
} from "./rules/wanted-rules.ts";
import { SKILL_SOURCE } from "./skills/skill.ts";

/** Tag of a rule that its file no longer contains. A person who restores such a memory has decided about it. */
export const RETIRED_TAG = "not-in-file";

export interface Change {
  readonly rule: WantedRule;
  readonly before: Memory;
}

/** The planned actions. */
export interface Plan {
  readonly existing: readonly Change[];
  readonly changed: readonly Change[];
  readonly fresh: readonly WantedRule[];
  /** Forgotten here, and unchanged in the file. */
  readonly forgotten: readonly WantedRule[];
  readonly vanished: readonly Memory[];
  /** Known here before a rule stated the same, but no file that was read states it now, unless it is imported again. */
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
  const { root } = workspace.identity;
  const isMissing = missingRules(root, reading);
  // A skill that was read and has no reference among the rules was changed.
  const isReferenceGone = missingRules(root, { ...reading, files: reading.skills });
  const vanished: Memory[] = [];
  for (const memory of ours) {
    const isHeld =
      memory.state === "active" &&
      memory.supersededBy === null &&
      !wanted.has(memory.externalId ?? "") &&
      !memory.tags.includes(RETIRED_TAG);
    const isOfSkill = memory.externalId?.startsWith("rule:skill:") === true;
    const isGone = memory.files.every(isOfSkill ? isReferenceGone : isMissing);
    if (isHeld && isGone && !(await isPersons(db, memory))) vanished.push(memory);
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
      memory.files.every(isMissing),
  );
  return { existing, forgotten, joined, ...pairUp(unknown, vanished) };
}

/**
 * Returns rules that were forgotten here in these words and not taught again since. A file does not show whether a person
 * wrote them again or only switched branches, so they are reported, and only teaching restores them.
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

/** Returns whether a person changed or pinned the memory here, so that its file no longer decides. */
export async function isPersons(db: Database, memory: Memory): Promise<boolean> {
  if (memory.isPinned) return true;
  return (await listVersions(db, memory.id)).some(({ change }) => change === "edited");
}

/** Pairs a new rule with a similar one that vanished from the same file: it is the reworded rule. */
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

/** Returns what the rule files state: each rule, or with `isByReference` each file, and each skill. */
export async function wantedRules(
  workspace: Workspace,
  { files, rules, skills }: RuleReading,
  isByReference: boolean,
): Promise<WantedRule[]> {
  return [
    ...(isByReference ? referencesTo(files) : distinctRules(rules)),
    ...skillReferences(await withoutImported(workspace, skills)),
  ];
}

/** Leaves out skills whose steps `tacit import skills` stored: one memory of a skill is enough. */
async function withoutImported(
  { db, projectId }: Workspace,
  skills: readonly RuleSkill[],
): Promise<RuleSkill[]> {
  const stored = await listMemories(db, { projectId, tag: RULE_FILE_TAG, type: "workflow_recipe" });
  const imported = new Set(
    stored
      .filter(({ externalId }) => externalId?.startsWith(SKILL_SOURCE) === true)
      .flatMap(({ files }) => files),
  );
  return skills.filter(({ path }) => !imported.has(path));
}
