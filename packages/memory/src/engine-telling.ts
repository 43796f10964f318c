/**
 * What is said to an agent, and when: recall → gate → ledger → block, at every point of a session. Nothing to
 * say is the usual answer, and costs nothing.
 */
import { freshnessOfHandoff, qualityOfHandoff } from "./domain/handoff.ts";
import type { Hit } from "./domain/hit.ts";
import { type MemoryId, mintedAtMs } from "./domain/ids.ts";
import type { Phase } from "./domain/memory.ts";
import { hiddenHere } from "./engine-branches.ts";
import type { Failure } from "./engine-failure.ts";
import { aboutLine, record, type Teller, tell } from "./engine-ledger.ts";
import { formerPlacesNoted } from "./engine-renames.ts";
import { standingSections, startSections } from "./engine-start-sections.ts";
import {
  type ContextBlock,
  EMPTY_BLOCK,
  formatAge,
  inject,
  type Section,
} from "./inject/inject.ts";
import { INJECT } from "./inject/tuning.ts";
import { classifyTurn } from "./inject/turn.ts";
import { saysWhere, WORTH_AT_FILE } from "./inject/worth-telling.ts";
import { type Life, leaveToTheNext } from "./life.ts";
import { type KeptHandoff, keptHandoff, latestHandoff } from "./promote/handoff.ts";
import { gate, maySpeak, SPEAKABLE } from "./recall/gate.ts";
import { type RecallRequest, recall } from "./recall/recall.ts";
import { knownSince, lastStartBlockMs } from "./store/injections.ts";

/** The block a session starts with: pinned, where the last one left off, rules, what matters here. */
export async function startBlock(
  life: Life,
  teller: Teller,
  about: {
    readonly task?: string;
    readonly phase?: Phase;
    readonly isCompaction?: boolean;
    /** A person looks at what would be told: no agent is told it. */
    readonly isPreview?: boolean;
    /** The session has its start block still: only what was learned since then. */
    readonly isNews?: boolean;
    /** Those the task will need, best first. */
    readonly files?: readonly string[];
    /** What such work took before, ready to be told. */
    readonly took?: readonly string[];
  },
): Promise<ContextBlock> {
  const { nowMs } = life.moment();
  const own =
    about.isCompaction === true ? await keptHandoff(life.db, life.projectId, teller.session) : null;
  const handoff = own ?? (await latestHandoff(life.db, life.projectId, null, nowMs));
  const { task = "" } = about;
  const bearing = task === "" ? [] : gate(await search(life, task, {}, 8)).map((hit) => hit.memory);
  const isWanted = about.isNews === true ? await isNewTo(life, teller) : undefined;
  const sections = await startSections(life, bearing, nowMs, isWanted);
  const wanted =
    handoff !== null &&
    about.isNews !== true &&
    (about.isCompaction === true || freshnessOfHandoff(handoff, nowMs) !== "stale")
      ? [
          ...sections.slice(0, 1),
          handoffSection(handoff, nowMs, teller.session),
          ...sections.slice(1),
        ]
      : sections;
  const needed =
    about.isCompaction === true ? await filesOfNext(life, teller.session) : filesOf(about.files);
  const block = inject(
    aboutLine(life),
    [...wanted, tookSection(about.took), needed].filter((one) => one.lines?.length !== 0),
    { tokens: INJECT.sessionStartTokens.value, memories: 20, charsEach: 400 },
    nowMs,
  );
  if (about.isPreview !== true) await record(life, teller, block).catch(leaveToTheNext);
  return block;
}

/** Never shown to the session, and stored since its start block. What it tells of may have happened before that. */
async function isNewTo({ db, projectId }: Life, { session }: Teller) {
  const sinceMs = (await lastStartBlockMs(db, projectId, session)) ?? 0;
  const known = await knownSince(db, projectId, session, 0);
  return ({ id }: { readonly id: MemoryId }) => mintedAtMs(id) >= sinceMs && !known.has(id);
}

function tookSection(took: readonly string[] = []): Section {
  return { heading: "What work took here before:", memories: [], lines: took };
}

function filesOf(files: readonly string[] = []) {
  return { heading: "Files that such a task needed:", memories: [], lines: files };
}

/** What a session that has just forgotten its middle will open next; git is not asked. */
async function filesOfNext(life: Life, session: string) {
  const { nextFor } = await import("./engine-prefetch.ts");
  const next = await nextFor(life, { session, limit: INJECT.nextFiles.value }, false);
  const lines = (next ?? []).map(({ path }) => `- ${path}`);
  return { heading: "Likely files for what comes next:", memories: [], lines };
}

function handoffSection(handoff: KeptHandoff, nowMs: number, session: string): Section {
  const list = (label: string, items: readonly string[]) =>
    items.length === 0
      ? []
      : [`- ${label}: ${items.map((one) => one.replace(/\s*\n\s*/g, " ")).join("; ")}`];
  return {
    heading: `Where the last session left off (${formatAge(handoff.atMs, nowMs)}${handoff.branch === null ? "" : `, on ${handoff.branch}`}${handoff.isOpen === true ? ", broken off or still going on" : ""}):`,
    memories: [],
    // What outside text may have worded is not shown to another session before a person has looked at it.
    lines:
      handoff.isTainted && handoff.session !== session
        ? ["- it read text from outside; its notes wait for a person's review: `tacit review`"]
        : [
            ...list("goal", handoff.goal === "" ? [] : [handoff.goal]),
            ...list("done", handoff.done),
            ...list("next", handoff.next),
            ...list("open", handoff.openQuestions),
          ],
  };
}

/** What bears on a prompt; nothing for slash commands, small talk, and most prompts. */
export async function promptBlock(
  life: Life,
  teller: Teller,
  prompt: string,
): Promise<ContextBlock> {
  if (classifyTurn(prompt) === "none") return EMPTY_BLOCK;
  const found = gate(await search(life, prompt, {}, 10));
  const hits = await life.rerank.agreedUnasked(teller.session, prompt, found);
  return tell(life, teller, hits, {
    tokens: INJECT.promptTokens.value,
    memories: INJECT.promptMemories.value,
    charsEach: 400,
  });
}

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
  const hits =
    error === null ? await aboutFiles(life, files) : await aboutFailure(life, { error, command });
  return tell(life, teller, hits, {
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

async function aboutFailure(life: Life, failure: Failure): Promise<Hit[]> {
  const { questionOf, saysItAgain } = await import("./engine-failure.ts");
  const question = questionOf(failure, life.redaction);
  const { query, fingerprints } = question;
  if (query === "") return [];
  const bearing = gate(await search(life, query, { fingerprints }, 5));
  return bearing.filter((hit) => !saysItAgain(hit, question));
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
  return tell(life, teller, found, { tokens: 300, memories: 2, charsEach: INJECT.toolChars.value });
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
  const block = inject(
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
      // Only for the gate, which nobody passes whom words did not find.
      dense: life.meaning.ofFound,
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
