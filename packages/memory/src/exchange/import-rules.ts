/**
 * Stores a project's rule files as memories. The files stay the source: changed rules are corrected, removed ones are
 * archived, and both can be undone.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { redact } from "@tacit-memory/redact";
import { headOf } from "../anchors/freshness/check-memories.ts";
import { link, readText } from "../anchors/link/link.ts";
import { asRuleFile } from "../capture/rule-files/find-rule-files.ts";
import { archive } from "../curate/decay/archive.ts";
import { correct, restore } from "../curate/revise/revise.ts";
import { contentHash } from "../domain/anchors/anchor.ts";
import { MemoryError } from "../domain/errors.ts";
import type { MemoryId } from "../domain/ids.ts";
import { isRefuted, type Memory, type MemoryType, RULE_FILE_TAG } from "../domain/memory.ts";
import { admit, screen } from "../learn/promote/admit.ts";
import { awaitReview, withdrawWaiting } from "../learn/promote/await-review.ts";
import type { NewMemory } from "../learn/promote/new-memory.ts";
import { findDuplicate } from "../learn/promote/similar.ts";
import { listAnchors } from "../store/memories/anchors.ts";
import { changeMemory, findExact, getMemories } from "../store/memories/memories.ts";
import { readLedger, writeLedger } from "../store/sessions/ledger.ts";
import type { Workspace } from "../workspace.ts";
import {
  type Change,
  forgottenRules,
  isPersons,
  type Plan,
  planRules,
  RETIRED_TAG,
  wantedRules,
} from "./rule-plan.ts";
import { type RuleReading, readRuleFiles } from "./rules/rule-files.ts";
import type { WantedRule } from "./rules/wanted-rules.ts";

export interface RulesRequest {
  /** If true, one memory per file that states that it exists; otherwise one per rule. */
  readonly isByReference?: boolean | undefined;
  /** If true, new rules wait for a person's review. */
  readonly isReviewed?: boolean | undefined;
  /** If true, nothing is written. */
  readonly isPreview?: boolean | undefined;
}

export interface RuleOutcome {
  readonly path: string;
  readonly line: number;
  readonly type: MemoryType;
  readonly content: string;
  readonly appliesTo: readonly string[];
  readonly outcome: "new" | "known" | "changed" | "merged" | "refused";
  /** Of a refusal. */
  readonly reason: string | null;
}

interface RulePlace {
  readonly path: string;
  readonly line: number;
}

export interface RulesReport {
  readonly files: readonly string[];
  /** Distinct rules in the files. */
  readonly items: number;
  readonly imported: number;
  readonly merged: number;
  readonly rejected: number;
  /** Reworded rules, which supersede the old memory. */
  readonly corrected: number;
  /** Archived, because no file contains them any more. */
  readonly withdrawn: number;
  /** New rules of this import that wait for a person's review. */
  readonly waiting: number;
  readonly problems: RuleReading["problems"];
  /** Rules in the files that were rejected because they were forgotten here. Only teaching such a rule restores it. */
  readonly forgotten: readonly RulePlace[];
  /** For a preview: the outcome of each rule, and lines that are not rules. */
  readonly rules: readonly RuleOutcome[];
  readonly left: RuleReading["left"];
}

/**
 * Imports the rule files; idempotent. Without a request it repeats the mode of the last import, references or review. Throws
 * "input_missing" if the project has no folder here, because then nothing is known about its files.
 */
export async function importRules(
  workspace: Workspace,
  input?: RulesRequest,
): Promise<RulesReport> {
  if (!existsSync(workspace.identity.root))
    throw new MemoryError("input_missing", { path: workspace.identity.root });
  const key = { projectId: workspace.projectId, sourceType: "rule-files", sourceKey: "all" };
  const before = await readLedger(workspace.db, key);
  const request = input ?? IMPORT_MODES[before?.outcome ?? ""] ?? {};
  const reading = readRuleFiles(workspace.identity.root);
  const rules = await wantedRules(workspace, reading, request.isByReference === true);
  const summary = {
    files: [...reading.files, ...reading.skills].map(({ path }) => path),
    items: rules.length,
    problems: reading.problems,
  };
  if (request.isPreview === true)
    return { ...NO_IMPORTS, ...summary, ...(await preview(workspace, reading, rules)) };
  const hash = createHash("sha256")
    .update(JSON.stringify([request.isReviewed === true, rules, reading.unread]))
    .digest("hex");
  if (before?.contentHash === hash) {
    const forgotten = placesOf(await forgottenRules(workspace, rules));
    const merged = rules.length - forgotten.length;
    return { ...NO_IMPORTS, ...summary, merged, rejected: forgotten.length, forgotten };
  }
  const done = await carryOut(
    workspace,
    await planRules(workspace, rules, reading),
    rules,
    request,
  );
  const outcome =
    request.isByReference === true
      ? "referenced"
      : request.isReviewed === true
        ? "reviewed"
        : "imported";
  await writeLedger(workspace.db, key, { contentHash: hash, outcome }, workspace.moment().nowMs);
  return { ...NO_IMPORTS, ...summary, ...done };
}

/** Import modes, as stored in the ledger. */
const IMPORT_MODES: Readonly<Record<string, RulesRequest>> = {
  referenced: { isByReference: true },
  reviewed: { isReviewed: true },
};

const NO_IMPORTS = {
  imported: 0,
  merged: 0,
  rejected: 0,
  corrected: 0,
  withdrawn: 0,
  waiting: 0,
  forgotten: [],
  rules: [],
  left: [],
} as const;

async function carryOut(
  workspace: Workspace,
  plan: Plan,
  rules: readonly WantedRule[],
  request: RulesRequest,
): Promise<Partial<RulesReport>> {
  const rejected = plan.forgotten.length;
  const count = { imported: 0, merged: 0, rejected, corrected: 0, withdrawn: 0, waiting: 0 };
  const stated = new Set<MemoryId>();
  for (const { rule, before } of plan.existing) {
    count.merged++;
    stated.add(before.id);
    await keepInStep(workspace, rule, before);
  }
  for (const change of plan.changed) {
    const id = request.isReviewed === true ? null : await replace(workspace, change);
    if (id === null) {
      await takeNew(workspace, change.rule, request, count, stated);
      count.withdrawn += await retire(workspace, change.before, stated);
    } else {
      count.corrected++;
      stated.add(id);
    }
  }
  for (const rule of plan.fresh) await takeNew(workspace, rule, request, count, stated);
  for (const memory of plan.vanished) count.withdrawn += await retire(workspace, memory, stated);
  // With references only, the content of the files is not compared.
  for (const memory of request.isByReference === true ? [] : plan.joined)
    await release(workspace, memory, stated);
  const wanted = new Set(rules.map(({ externalId }) => externalId));
  const isGone = (id: string) => id.startsWith("rule:") && !wanted.has(id);
  count.withdrawn += await withdrawWaiting(
    workspace.db,
    workspace.projectId,
    isGone,
    workspace.moment(),
  );
  await tieAnew(workspace, [...stated]);
  return { ...count, forgotten: placesOf(plan.forgotten) };
}

function placesOf(rules: readonly WantedRule[]): RulePlace[] {
  return rules.map(({ path, line }) => ({ path, line }));
}

async function takeNew(
  workspace: Workspace,
  rule: WantedRule,
  request: RulesRequest,
  count: { imported: number; merged: number; rejected: number; waiting: number },
  stated: Set<MemoryId>,
): Promise<void> {
  const { db, projectId, redaction } = workspace;
  if (request.isReviewed === true) {
    const waiting = await awaitReview(
      db,
      projectId,
      asNew(rule),
      { redaction },
      workspace.moment(),
    );
    if (waiting.state === "waits") count.waiting++;
    else if (waiting.state === "known") count.merged++;
    else count.rejected++;
    // Otherwise it would be archived as missing in its file while nothing waits in its place.
    if (waiting.state === "known" && waiting.by !== null) stated.add(waiting.by);
    return;
  }
  const admission = await admit(db, projectId, asNew(rule), { redaction }, workspace.moment());
  if (admission.id === null) {
    count.rejected++;
    return;
  }
  stated.add(admission.id);
  if (admission.mergedInto === null) count.imported++;
  else count.merged++;
}

/** Supersedes the old memory by what its file says now; returns null if the new text is rejected. */
async function replace(workspace: Workspace, { rule, before }: Change): Promise<MemoryId | null> {
  const { redaction } = workspace;
  const { content, reason } = screen(asNew(rule), { redaction });
  if (reason !== null || (await findExact(workspace.db, workspace.projectId, content)) !== null)
    return null;
  return workspace.db.transaction(async (tx) => {
    // Verbatim, because a memory similar to the corrected one would be merged into it.
    const input = { ...asNew(rule), content };
    const how = { redaction, isVerbatim: true };
    const { id } = await admit(tx, workspace.projectId, input, how, workspace.moment());
    const [replacement] = id === null ? [] : await getMemories(tx, [id]);
    if (replacement === undefined || replacement.id === before.id) return null;
    await correct(tx, before, replacement, workspace.moment());
    return replacement.id;
  });
}

/** Restores a rule that is still in a file if an import archived it, and updates the files it applies to. */
async function keepInStep(workspace: Workspace, rule: WantedRule, before: Memory): Promise<void> {
  if (isRefuted(before) && !(await isOwnSuccessor(workspace, before))) return;
  const isRetired = before.tags.includes(RETIRED_TAG);
  if (before.state === "archived" && before.supersededBy === null && !isRetired) return;
  const now =
    before.supersededBy === null
      ? before
      : await restore(workspace.db, before, undefined, workspace.moment());
  const { files, triggers } = rule;
  if (
    now.state === "active" &&
    !isRetired &&
    ((same(now.files, files) && same(now.triggers, triggers)) ||
      (await isPersons(workspace.db, now)))
  )
    return;
  const tags = now.tags.filter((tag) => tag !== RETIRED_TAG);
  const after: Memory = { ...now, state: "active", tags, files, triggers };
  await changeMemory(workspace.db, now, after, "updated from its rule file", workspace.moment());
}

/** Returns whether the superseding memory comes from a rule file too, and not from a person. */
async function isOwnSuccessor(workspace: Workspace, memory: Memory): Promise<boolean> {
  if (memory.supersededBy === null) return false;
  const [successor] = await getMemories(workspace.db, [memory.supersededBy]);
  return successor?.externalId?.startsWith("rule:") === true;
}

function same(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((item) => b.includes(item));
}

/** Returns 1 if the rule was archived, 0 if another rule states the same and retains it. */
async function retire(
  workspace: Workspace,
  memory: Memory,
  stated: ReadonlySet<MemoryId>,
): Promise<0 | 1> {
  if (stated.has(memory.id)) return 0;
  await workspace.db.transaction(async (tx) => {
    const tagged = { ...memory, tags: [...memory.tags, RETIRED_TAG], isPinned: false };
    const after = await changeMemory(
      tx,
      memory,
      tagged,
      "not in its file any more",
      workspace.moment(),
    );
    await archive(tx, after, workspace.moment());
  });
  return 1;
}

/** A memory that existed before a file stated the same becomes independent again when no file states it any more. */
async function release(
  workspace: Workspace,
  memory: Memory,
  stated: ReadonlySet<MemoryId>,
): Promise<void> {
  if (stated.has(memory.id)) return;
  const after: Memory = {
    ...memory,
    tags: memory.tags.filter((tag) => tag !== RULE_FILE_TAG),
    files: memory.files.filter((path) => asRuleFile(path) === null),
  };
  const updated = await changeMemory(
    workspace.db,
    memory,
    after,
    "not in its file any more",
    workspace.moment(),
  );
  await link(workspace.db, updated, workspace.identity.root, headOf(workspace.identity.root));
}

/** Renews the anchors of unchanged rules, because the hash of a changed file differs. */
async function tieAnew(workspace: Workspace, ids: readonly MemoryId[]): Promise<void> {
  const { root } = workspace.identity;
  const commit = headOf(root);
  const hashes = new Map<string, string | null>();
  const hashOf = (path: string) => {
    const cached = hashes.get(path);
    if (cached !== undefined) return cached;
    const text = readText(root, path);
    const hash = text === null ? null : contentHash(text);
    hashes.set(path, hash);
    return hash;
  };
  for (let at = 0; at < ids.length; at += TIED_TOGETHER) {
    const some = ids.slice(at, at + TIED_TOGETHER);
    const anchored = await listAnchors(workspace.db, some);
    for (const memory of await getMemories(workspace.db, some)) {
      if (!memory.tags.includes(RULE_FILE_TAG)) continue;
      const own = anchored.filter(({ memoryId }) => memoryId === memory.id);
      const isTied =
        own.length > 0 && own.every((anchor) => anchor.fileHash === hashOf(anchor.path));
      if (!isTied) await link(workspace.db, memory, root, commit);
    }
  }
}

const TIED_TOGETHER = 200;

function asNew(rule: WantedRule): NewMemory & { readonly externalId: string } {
  return {
    content: rule.content,
    source: "imported",
    type: rule.type,
    files: rule.files,
    triggers: rule.triggers,
    tags: [RULE_FILE_TAG],
    externalId: rule.externalId,
  };
}

async function preview(
  workspace: Workspace,
  reading: RuleReading,
  rules: readonly WantedRule[],
): Promise<Partial<RulesReport>> {
  const plan = await planRules(workspace, rules, reading);
  const knownRules = new Set(plan.existing.map(({ rule }) => rule));
  const changed = new Set(plan.changed.map(({ rule }) => rule));
  const forgotten = new Set(plan.forgotten);
  const outcomes: RuleOutcome[] = [];
  for (const rule of rules) {
    const screened = screen(asNew(rule), { redaction: workspace.redaction });
    const reason = forgotten.has(rule) ? "forgotten" : screened.reason;
    const { content } = screened;
    const { path, line, type, triggers: appliesTo } = rule;
    const outcome = async (): Promise<RuleOutcome["outcome"]> => {
      if (knownRules.has(rule)) return "known";
      if (reason !== null) return "refused";
      if (changed.has(rule)) return "changed";
      const twin = await findDuplicate(workspace.db, workspace.projectId, content);
      return twin === null ? "new" : "merged";
    };
    outcomes.push({ path, line, type, content, appliesTo, outcome: await outcome(), reason });
  }
  const of = (outcome: RuleOutcome["outcome"]) =>
    outcomes.filter((ruleOutcome) => ruleOutcome.outcome === outcome).length;
  return {
    imported: of("new"),
    merged: of("known") + of("merged"),
    rejected: of("refused"),
    corrected: of("changed"),
    withdrawn: plan.vanished.length,
    forgotten: placesOf(plan.forgotten),
    rules: outcomes,
    left: reading.left.map((item) => ({
      ...item,
      text: redact(item.text, workspace.redaction).text,
    })),
  };
}
