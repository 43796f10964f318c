/**
 * What is said to an agent, and when: recall → gate → ledger → block, at every point of a session. Nothing to
 * say is the usual answer, and costs nothing.
 */

import {
  type ContextBlock,
  EMPTY_BLOCK,
  formatAge,
  packBlock,
  type Section,
} from "./brief/block.ts";
import type { Offer } from "./brief/choose-levels.ts";
import { type Pointer, passagePointer } from "./brief/pointer.ts";
import { INJECT } from "./brief/tuning.ts";
import { classifyTurn } from "./brief/turn.ts";
import { saysWhere, WORTH_AT_FILE } from "./brief/worth-telling.ts";
import { preferredTypes, type Reader } from "./domain/audience.ts";
import { freshnessOfHandoff, qualityOfHandoff } from "./domain/handoff.ts";
import type { Hit } from "./domain/hit.ts";
import { type MemoryId, mintedAtMs } from "./domain/ids.ts";
import type { Phase } from "./domain/memory.ts";
import { clip } from "./domain/text.ts";
import { hiddenHere } from "./engine-branches.ts";
import type { Failure } from "./engine-failure.ts";
import { aboutLine, ledgerOf, record, type Teller, tell } from "./engine-ledger.ts";
import { formerPlacesNoted } from "./engine-renames.ts";
import { standingSections, startSections } from "./engine-start-sections.ts";
import { type Life, leaveToTheNext } from "./life.ts";
import { type KeptHandoff, keptHandoff, latestHandoff } from "./promote/handoff.ts";
import { gate, levelsOf, maySpeak, SPEAKABLE } from "./recall/gate.ts";
import { searchSessions } from "./recall/passages/search-sessions.ts";
import { asksForPast, worthPointingTo } from "./recall/passages/worth-pointing-to.ts";
import { type RecallRequest, recall } from "./recall/recall.ts";
import { lastStartBlockMs } from "./store/injections.ts";

export interface StartAbout {
  readonly task?: string;
  readonly phase?: Phase;
  readonly reader?: Reader;
  readonly isCompaction?: boolean;
  /** A person looks at what would be shown: it is shown to no agent. */
  readonly isPreview?: boolean;
  /** The session has its start block still: only what was learned since then. */
  readonly isNews?: boolean;
  /** Those the task will need, best first. */
  readonly files?: readonly string[];
  /** What such work took before, as lines. */
  readonly took?: readonly string[];
}

/** Memories about the task that are shown in full. */
const MOST_BEARING = 3;

/** The block a session starts with: what certainly applies in full, then titles of the rest, then where the last session stopped. */
export async function startBlock(
  life: Life,
  teller: Teller,
  about: StartAbout,
): Promise<ContextBlock> {
  const { nowMs } = life.moment();
  const { task = "" } = about;
  const { pinned, full, believed, others, index } = await startSections(
    life,
    {
      bearing:
        task === ""
          ? []
          : gate(await search(life, task, {}, 8))
              .slice(0, MOST_BEARING)
              .map((hit) => hit.memory),
      preferred: preferredTypes(about.reader, about.phase),
      ...(about.isNews === true ? { isWanted: await isNewTo(life, teller) } : {}),
    },
    nowMs,
  );
  const needed =
    about.isCompaction === true ? await filesOfNext(life, teller.session) : filesOf(about.files);
  const rest = [
    tookSection(about.took),
    needed,
    index,
    ...(await handoffSections(life, teller, about)),
  ];
  const { sessionStartTokens, wholeIndexTokens } = INJECT;
  const withRules = [...full.slice(0, -1), believed];
  const versions = [
    ...(others === null
      ? []
      : [{ sections: [...withRules, others, ...rest], tokens: sessionStartTokens.value }]),
    ...[withRules, full].map((first) => ({
      sections: [...first, ...rest],
      tokens: sessionStartTokens.value + wholeIndexTokens.value,
    })),
  ];
  const block = packStart(life, pinned, versions, nowMs);
  if (about.isPreview !== true) await record(life, teller, block).catch(leaveToTheNext);
  return block;
}

/**
 * The first of the versions that fits whole into its tokens, besides what is pinned: a store of a few memories is shown in full, a
 * small one at least by title. Where none fits, as much of the last version as the usual room holds.
 */
function packStart(
  life: Life,
  pinned: Section,
  versions: readonly { readonly sections: readonly Section[]; readonly tokens: number }[],
  nowMs: number,
): ContextBlock {
  const { mostStartTokens, sessionStartTokens } = INJECT;
  const pack = (sections: readonly Section[], tokens: number) =>
    packBlock(
      aboutLine(life),
      sections,
      { tokens: Math.min(tokens, mostStartTokens.value), memories: 20, charsEach: 400 },
      nowMs,
    );
  const ofPinned = pack([pinned], mostStartTokens.value).tokens;
  for (const { sections, tokens } of versions) {
    const block = pack([pinned, ...sections], ofPinned + tokens);
    const shown = new Set<string>(block.shown.map(({ id }) => id));
    const wanted = sections.flatMap(({ memories, pointers = [] }) => [
      ...memories.map(({ memory }) => memory.id),
      ...pointers.map(({ id }) => id),
    ]);
    if (wanted.every((id) => shown.has(id))) return block;
  }
  return pack([pinned, ...(versions.at(-1)?.sections ?? [])], ofPinned + sessionStartTokens.value);
}

/** Where the last session stopped; after a compaction, where this one was. */
async function handoffSections(
  life: Life,
  { session }: Teller,
  { isCompaction, isNews }: StartAbout,
): Promise<Section[]> {
  if (isNews === true) return [];
  const { nowMs } = life.moment();
  const own = isCompaction === true ? await keptHandoff(life.db, life.projectId, session) : null;
  const handoff = own ?? (await latestHandoff(life.db, life.projectId, null, nowMs));
  if (handoff === null) return [];
  const isStale = freshnessOfHandoff(handoff, nowMs) === "stale";
  return isStale && isCompaction !== true ? [] : [handoffSection(handoff, nowMs, session)];
}

/** Never shown to the session, and stored since its start block. What it tells of may have happened before that. */
async function isNewTo(life: Life, { session }: Teller) {
  const sinceMs = (await lastStartBlockMs(life.db, life.projectId, session)) ?? 0;
  const { wasShown } = await ledgerOf(life, session);
  return ({ id }: { readonly id: MemoryId }) => mintedAtMs(id) >= sinceMs && !wasShown(id);
}

function tookSection(took: readonly string[] = []): Section {
  return { heading: "What such work took before:", memories: [], lines: took };
}

function filesOf(files: readonly string[] = []): Section {
  return { heading: "Files that such a task needed:", memories: [], lines: files };
}

/** What a session that has just forgotten its middle will open next; git is not asked. */
async function filesOfNext(life: Life, session: string): Promise<Section> {
  const { nextFor } = await import("./engine-prefetch.ts");
  const next = await nextFor(life, { session, limit: INJECT.nextFiles.value }, false);
  const lines = (next ?? []).map(({ path }) => `- ${path}`);
  return { heading: "Likely files for what comes next:", memories: [], lines };
}

/** Characters of a line of a handoff. */
const HANDOFF_CHARS = 160;

/** At most three lines. */
function handoffSection(handoff: KeptHandoff, nowMs: number, session: string): Section {
  const { goal, done, next, openQuestions, branch, atMs, isOpen } = handoff;
  const list = (label: string, items: readonly string[]) => {
    const text = items.map((one) => one.replace(/\s*\n\s*/g, " ")).join("; ");
    return text === "" ? [] : [clip(`- ${label}: ${text}`, HANDOFF_CHARS)];
  };
  const facts = [
    formatAge(atMs, nowMs),
    ...(branch === null ? [] : [`on ${branch}`]),
    ...(isOpen === true ? ["interrupted or still running"] : []),
  ];
  return {
    heading: `Where the last session stopped (${facts.join(", ")}):`,
    memories: [],
    isReserved: true,
    // What outside text may have worded is not shown to another session before a person has looked at it.
    lines:
      handoff.isTainted && handoff.session !== session
        ? ["- It read text from outside. Its notes wait for a person's review: `tacit review`"]
        : [
            ...list("goal", goal === "" ? [] : [goal]),
            ...list("done", done),
            ...(next.length > 0 ? list("next", next) : list("open", openQuestions)),
          ],
  };
}

/** What bears on a prompt, in full or as pointers; nothing for slash commands, small talk, and most prompts. */
export async function promptBlock(
  life: Life,
  teller: Teller,
  prompt: string,
): Promise<ContextBlock> {
  if (classifyTurn(prompt) === "none") return EMPTY_BLOCK;
  const found = levelsOf(await search(life, prompt, {}, 10));
  const full = await life.rerank.agreedUnasked(teller.session, prompt, found.full);
  const passages = await passagesFor(life, prompt, teller.session);
  const offer = { full, pointers: found.pointers, passages };
  return tell(life, teller, offer, {
    tokens: INJECT.promptTokens.value,
    memories: INJECT.promptMemories.value,
    charsEach: 400,
  });
}

/** Of past sessions, where the prompt asks something that one of them may have answered. */
async function passagesFor(life: Life, prompt: string, session: string): Promise<Pointer[]> {
  if (!asksForPast(prompt)) return [];
  const hits = await searchSessions(life, {
    query: prompt,
    limit: PASSAGES_LOOKED_AT,
    unaskedIn: session,
  });
  return worthPointingTo(hits, session).map(({ passage }) => passagePointer(passage));
}

/** Of these a few may be of one session. */
const PASSAGES_LOOKED_AT = 6;

export interface ToolUse {
  readonly files: readonly string[];
  /** What went wrong; null when nothing did. */
  readonly error: string | null;
  /** What was run when it did, where it was a shell. */
  readonly command?: string | null | undefined;
}

/** What is known of the files in hand, or of the error just met: its fix. */
export async function toolBlock(life: Life, teller: Teller, use: ToolUse): Promise<ContextBlock> {
  const { files, error, command } = use;
  const offer =
    error === null
      ? { full: await aboutFiles(life, files) }
      : await aboutFailure(life, { error, command });
  return tell(life, teller, offer, {
    tokens: 300,
    memories: INJECT.toolMemories.value,
    charsEach: INJECT.toolChars.value,
  });
}

async function aboutFiles(life: Life, files: readonly string[]): Promise<Hit[]> {
  if (files.length === 0) return [];
  const hits = await recall(
    life.db,
    {
      projectId: life.projectId,
      root: life.identity.root,
      freshness: life.freshness,
      query: "",
      files,
      formerPlaces: await formerPlacesNoted(life, files),
      types: WORTH_AT_FILE,
      hiddenStages: await hiddenHere(life),
      mayAnswer: (memory) =>
        !saysWhere(memory) && !memory.needsReview && memory.standing !== "hypothesis",
      limit: 8,
    },
    life.moment().nowMs,
  );
  return hits.filter((hit) => hit.explanation.ranks.anchor !== undefined && maySpeak(hit));
}

async function aboutFailure(life: Life, failure: Failure): Promise<Offer> {
  const { questionOf, saysItAgain } = await import("./engine-failure.ts");
  const question = questionOf(failure, life.redaction);
  const { query, fingerprints } = question;
  if (query === "") return { full: [] };
  const { full, pointers } = levelsOf(await search(life, query, { fingerprints }, 5), "failure");
  // The very error that the output says comes before what shares a line of it.
  const rank = ({ explanation: { ranks } }: Hit) => ranks.fingerprint ?? Number.POSITIVE_INFINITY;
  const news = full.filter((hit) => !saysItAgain(hit, question));
  return { full: news.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))), pointers };
}

/** Searches just made whose answer is known: where the thing lives. */
export async function searchBlock(
  life: Life,
  teller: Teller,
  patterns: readonly string[],
): Promise<ContextBlock> {
  const found: Hit[] = [];
  const hiddenStages = await hiddenHere(life);
  for (const pattern of patterns.slice(0, 3)) {
    const hits = await recall(
      life.db,
      {
        projectId: life.projectId,
        root: life.identity.root,
        freshness: life.freshness,
        query: pattern,
        types: ["module_insight"],
        hiddenStages,
        limit: 3,
      },
      life.moment().nowMs,
    );
    found.push(...gate(hits).filter((hit) => hit.memory.payload["pattern"] === pattern));
  }
  const budget = { tokens: 300, memories: 2, charsEach: INJECT.toolChars.value };
  return tell(life, teller, { full: found }, budget);
}

/** What a subagent should know: pinned and rules, in short. */
export async function subagentBlock(
  life: Life,
  teller: Teller,
  about: { readonly isPreview?: boolean } = {},
): Promise<ContextBlock> {
  const { nowMs } = life.moment();
  const sections = await standingSections(life, nowMs);
  // A subagent has a context of its own: what its parent was shown is new to it, so the ledger is not asked.
  const block = packBlock(
    aboutLine(life),
    sections,
    { tokens: INJECT.subagentTokens.value, memories: 8, charsEach: 300 },
    nowMs,
  );
  if (about.isPreview !== true) await record(life, teller, block).catch(leaveToTheNext);
  return block;
}

async function search(
  life: Life,
  query: string,
  about: Pick<RecallRequest, "fingerprints">,
  limit: number,
): Promise<Hit[]> {
  return recall(
    life.db,
    {
      projectId: life.projectId,
      root: life.identity.root,
      freshness: life.freshness,
      query,
      ...about,
      types: SPEAKABLE,
      limit,
      hiddenStages: await hiddenHere(life),
      usePriors: life.usePriors,
      dense: life.meaning.inHooks,
    },
    life.moment().nowMs,
  );
}

export interface Resumption {
  readonly goal: string;
  readonly done: readonly string[];
  readonly next: readonly string[];
  readonly openQuestions: readonly string[];
  readonly files: readonly string[];
  readonly freshness: "live" | "recent" | "stale";
  readonly quality: "strong" | "usable" | "thin";
  readonly agent: string | null;
  readonly branch: string | null;
  readonly session: string;
  readonly atMs: number;
}

/** Where were we? Null when no session has left anything. */
export async function resumption(life: Life, agent: string | null): Promise<Resumption | null> {
  const { nowMs } = life.moment();
  const handoff = await latestHandoff(life.db, life.projectId, agent, nowMs);
  if (handoff === null) return null;
  return {
    ...handoff,
    freshness: freshnessOfHandoff(handoff, nowMs),
    quality: qualityOfHandoff(handoff),
  };
}
