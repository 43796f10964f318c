/**
 * Decides what an agent is shown, and when: recall → gate → ledger → block, at every point of a session. Usually nothing is
 * shown, which costs nothing.
 */

import { preferredTypes, type Reader } from "../domain/audience.ts";
import { type MemoryId, mintedAtMs } from "../domain/ids.ts";
import type { Phase } from "../domain/memory.ts";
import { editedWords, freshnessOfHandoff } from "../domain/session/handoff.ts";
import { clip } from "../domain/text/text.ts";
import { classifyTurn } from "../domain/text/turn.ts";
import {
  isOfOtherBranch,
  type KeptHandoff,
  keptHandoff,
  latestHandoff,
} from "../learn/promote/handoff.ts";
import { type Levels, levelsOf } from "../recall/gate.ts";
import { queryForPast } from "../recall/passages/query-for-past.ts";
import { searchSessions } from "../recall/passages/search-sessions.ts";
import { worthPointingTo } from "../recall/passages/worth-pointing-to.ts";
import { promptMoment } from "../recall/prompt-moment.ts";
import { agentReader } from "../recall/reader.ts";
import { type Pointer, passagePointer } from "../recall/shown/pointer.ts";
import { INJECT } from "../recall/shown/tuning.ts";
import { hasPrompt } from "../store/sessions/events.ts";
import { lastStartBlockMs } from "../store/sessions/injections.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import { type ContextBlock, EMPTY_BLOCK, formatAge, packBlock, type Section } from "./block.ts";
import { aboutLine, ledgerOf, record, showOnce } from "./ledger.ts";
import type { Recipient } from "./recipient.ts";
import { searchForBlock } from "./search-unasked.ts";
import { startSections, trustedSections } from "./start-sections.ts";

export interface StartAbout {
  readonly task?: string;
  readonly phase?: Phase;
  readonly reader?: Reader;
  readonly isCompaction?: boolean;
  /** True if a person previews the block and no agent is shown it. */
  readonly isPreview?: boolean;
  /** True if the session still has its start block and needs only what was learned since. */
  readonly isNews?: boolean;
  /** Files the task will need, best first. */
  readonly files?: readonly string[];
  /** Lines on what similar work needed before. */
  readonly took?: readonly string[];
}

/** Maximum memories about the task that are shown in full. */
const MAX_RELEVANT = 3;

/**
 * Returns the start block of a session: what certainly applies in full, then the titles of the rest, then where the last
 * session stopped.
 */
export async function startBlock(
  workspace: Workspace,
  recipient: Recipient,
  about: StartAbout,
): Promise<ContextBlock> {
  const { nowMs } = workspace.moment();
  const found = await aboutTask(workspace, recipient, about.task);
  const { pinned, full, believed, everything, index } = await startSections(
    workspace,
    {
      audience: agentReader(workspace, recipient),
      bearing: found.full.slice(0, MAX_RELEVANT).map(({ memory }) => memory),
      likely: new Set([...found.full, ...found.pointers].map(({ memory }) => memory.id)),
      preferred: preferredTypes(about.reader, about.phase),
      ...(about.isNews === true ? { isWanted: await isNewTo(workspace, recipient) } : {}),
    },
    nowMs,
  );
  const needed =
    about.isCompaction === true
      ? await filesOfNext(workspace, recipient.session)
      : filesOf(about.files);
  const rest = [
    tookSection(about.took),
    needed,
    index,
    ...(await handoffSections(workspace, recipient, about)),
  ];
  const { sessionStartTokens, wholeIndexTokens } = INJECT;
  const fewest = full.at(-1)?.memories.length ?? 0;
  const withRules = (count: number) => [
    ...full.slice(0, -1),
    { ...believed, memories: believed.memories.slice(0, Math.max(fewest, count)) },
  ];
  const all = believed.memories.length;
  const versions = [
    ...(everything === null
      ? []
      : [
          {
            sections: [...full.slice(0, -1), ...everything, ...rest],
            tokens: sessionStartTokens,
          },
        ]),
    ...Array.from({ length: all - fewest + 1 }, (_, left) => ({
      sections: [...withRules(all - left), ...rest],
      tokens: sessionStartTokens + wholeIndexTokens,
    })),
  ];
  const block = packStart(workspace, pinned, versions, nowMs);
  if (about.isPreview !== true)
    await record(workspace, recipient, block).catch(ignoreUnavailableStore);
  return block;
}

/** Returns what a prompt with the words of the task would bring. */
async function aboutTask(workspace: Workspace, recipient: Recipient, task = ""): Promise<Levels> {
  if (task === "") return { full: [], pointers: [] };
  const hits = await searchForBlock(workspace, recipient, { query: task, limit: 10 });
  return levelsOf(hits, promptMoment(task), workspace.trust);
}

/** Maximum memories in full at the start, besides the pinned ones. */
const MAX_IN_FULL = 20;

/**
 * Packs the first version that fits its budget, besides the pinned memories: a store of a few memories is shown in full, a
 * small one at least by title. If none fits, packs as much of the last version as the usual budget allows.
 */
function packStart(
  workspace: Workspace,
  pinned: Section,
  versions: readonly { readonly sections: readonly Section[]; readonly tokens: number }[],
  nowMs: number,
): ContextBlock {
  const { mostStartTokens, sessionStartTokens } = INJECT;
  const memories = MAX_IN_FULL + pinned.memories.length;
  const pack = (sections: readonly Section[], tokens: number) =>
    packBlock(
      aboutLine(workspace),
      sections,
      { tokens: Math.min(tokens, mostStartTokens), memories, charsEach: 400 },
      nowMs,
    );
  const ofPinned = pack([pinned], mostStartTokens).tokens;
  for (const { sections, tokens } of versions) {
    const block = pack([pinned, ...sections], ofPinned + tokens);
    const shown = new Set<string>(block.shown.map(({ id }) => id));
    const wanted = sections.flatMap(({ memories, pointers = [] }) => [
      ...memories.map(({ memory }) => memory.id),
      ...pointers.map(({ id }) => id),
    ]);
    if (wanted.every((id) => shown.has(id))) return block;
  }
  return pack([pinned, ...(versions.at(-1)?.sections ?? [])], ofPinned + sessionStartTokens);
}

/** Returns where the last session stopped, or after a compaction, where this session was. */
async function handoffSections(
  workspace: Workspace,
  { session }: Recipient,
  { isCompaction, isNews }: StartAbout,
): Promise<Section[]> {
  if (isNews === true) return [];
  const { nowMs } = workspace.moment();
  const own =
    isCompaction === true ? await keptHandoff(workspace.db, workspace.projectId, session) : null;
  const { branch } = workspace.identity;
  const wanted = { agent: null, branch };
  const handoff = own ?? (await latestHandoff(workspace.db, workspace.projectId, wanted, nowMs));
  if (handoff === null) return [];
  const isStale = freshnessOfHandoff(handoff, nowMs) === "stale";
  return isStale && isCompaction !== true
    ? []
    : [handoffSection(handoff, nowMs, { session, isOfOther: isOfOtherBranch(handoff, branch) })];
}

/**
 * Returns a predicate for memories that were never shown to the session and were stored after its start block, even if they
 * describe earlier events.
 */
async function isNewTo(workspace: Workspace, { session }: Recipient) {
  const sinceMs = (await lastStartBlockMs(workspace.db, workspace.projectId, session)) ?? 0;
  const { wasShown } = (await ledgerOf(workspace, session)).whole;
  return ({ id }: { readonly id: MemoryId }) => mintedAtMs(id) >= sinceMs && !wasShown(id);
}

function tookSection(took: readonly string[] = []): Section {
  return { heading: "Effort of similar work:", memories: [], lines: took };
}

function filesOf(files: readonly string[] = []): Section {
  return { heading: "Files that similar tasks needed:", memories: [], lines: files };
}

/** Returns the files a session will probably open next after a compaction, without calling git. */
async function filesOfNext(workspace: Workspace, session: string): Promise<Section> {
  const { nextFor } = await import("../recall/prefetch-files.ts");
  const next = await nextFor(workspace, { session, limit: INJECT.nextFiles.value }, false);
  const lines = (next ?? []).map(({ path }) => `- ${path}`);
  return { heading: "Files that the next steps probably need:", memories: [], lines };
}

/** Maximum characters of a line of a handoff. */
const HANDOFF_CHARS = 160;

type HandoffWords = Pick<KeptHandoff, "goal" | "done"> &
  Partial<Pick<KeptHandoff, "next" | "openQuestions">>;

/** Returns at most three lines. */
function linesOf({ goal, done, next = [], openQuestions = [] }: HandoffWords): string[] {
  const list = (label: string, items: readonly string[]) => {
    const text = items.map((item) => item.replace(/\s*\n\s*/g, " ")).join("; ");
    return text === "" ? [] : [clip(`- ${label}: ${text}`, HANDOFF_CHARS)];
  };
  return [
    ...list("goal", goal === "" ? [] : [goal]),
    ...list("done", done),
    ...(next.length > 0 ? list("next", next) : list("open", openQuestions)),
  ];
}

function edited(files: readonly string[]): string[] {
  return files.length === 0 ? [] : [editedWords(files)];
}

/**
 * Formats a handoff. If the session read text from outside, another session is shown no words that this text may have
 * influenced, only what the user asked before it and which files were edited.
 */
function handoffSection(
  handoff: KeptHandoff,
  nowMs: number,
  { session, isOfOther }: { readonly session: string; readonly isOfOther: boolean },
): Section {
  const { branch, atMs, isOpen } = handoff;
  const facts = [
    formatAge(atMs, nowMs),
    ...(branch === null ? [] : [`on ${branch}`]),
    ...(isOpen === true ? ["interrupted or still running"] : []),
  ];
  return {
    heading:
      handoff.session === session
        ? `Where this session was before the compaction (${facts.join(", ")}):`
        : `Where the last session${isOfOther ? " on another branch" : ""}${handoff.hasNewerThin === true ? " that did more than read" : ""} stopped (${facts.join(", ")}):`,
    memories: [],
    isReserved: true,
    lines:
      handoff.isTainted && handoff.session !== session
        ? linesOf({ goal: handoff.ownGoal ?? "", done: edited(handoff.files) })
        : linesOf(handoff),
  };
}

/**
 * Returns what matches a prompt, in full or as pointers; nothing for slash commands, small talk, and most prompts. A
 * session's first prompt also gets the files that similar tasks needed, if past work clearly shows them.
 */
export async function promptBlock(
  workspace: Workspace,
  recipient: Recipient,
  prompt: string,
): Promise<ContextBlock> {
  if (classifyTurn(prompt) === "none") return EMPTY_BLOCK;
  const found = levelsOf(
    await searchForBlock(workspace, recipient, { query: prompt, limit: 10 }),
    promptMoment(prompt),
    workspace.trust,
  );
  const full = await workspace.rerank.agreedUnasked(recipient.session, prompt, found.full);
  const passages = await passagesFor(workspace, prompt, recipient.session);
  const lines = await firstFilesLine(workspace, recipient.session, prompt);
  const offer = { full, pointers: found.pointers, passages, lines };
  return showOnce(workspace, recipient, offer, {
    tokens: INJECT.promptTokens,
    memories: INJECT.promptMemories,
    charsEach: 400,
  });
}

/** The session's own prompt may still be in the spool, so the condition is that no earlier prompt was ingested. */
async function firstFilesLine(
  workspace: Workspace,
  session: string,
  task: string,
): Promise<string[]> {
  if (await hasPrompt(workspace.db, session)) return [];
  const { surelyNeeded } = await import("../recall/prefetch-files.ts");
  const files = await surelyNeeded(workspace, task);
  return files.length === 0 ? [] : [`Files that similar tasks changed: ${files.join(", ")}`];
}

/** Returns the passage of a past session that may answer what the prompt asks. */
async function passagesFor(
  workspace: Workspace,
  prompt: string,
  session: string,
): Promise<Pointer[]> {
  const query = queryForPast(prompt);
  if (query === null) return [];
  const hits = await searchSessions(workspace, {
    query,
    limit: PASSAGES_LOOKED_AT,
    unaskedIn: session,
  });
  const best = worthPointingTo(hits, session);
  return best === undefined ? [] : [passagePointer(best.passage)];
}

/** Several of these may belong to one session. */
const PASSAGES_LOOKED_AT = 6;

/** Returns the block of a subagent: pinned memories and rules, in short. */
export async function subagentBlock(
  workspace: Workspace,
  recipient: Recipient,
  about: { readonly isPreview?: boolean } = {},
): Promise<ContextBlock> {
  const { nowMs } = workspace.moment();
  const sections = await trustedSections(workspace, agentReader(workspace, recipient), nowMs);
  // A subagent has its own context, in which what its parent was shown is new, so the ledger is not used.
  const block = packBlock(
    aboutLine(workspace),
    sections,
    { tokens: INJECT.subagentTokens, memories: 8, charsEach: 300 },
    nowMs,
  );
  if (about.isPreview !== true)
    await record(workspace, recipient, block).catch(ignoreUnavailableStore);
  return block;
}
