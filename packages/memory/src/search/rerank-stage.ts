/**
 * The second stage of recall: the chosen reranker, opened on first use and called within its allowance, without secrets that
 * would leave this machine. Failures here never break a recall: they are stored as a sentence for `--explain`, `status` and
 * `doctor`, and the first stage's order is returned.
 */

import { serialQueue } from "@tacit-memory/files";
import { redact } from "@tacit-memory/redact";
import { MemoryError } from "../domain/errors.ts";
import type { Hit } from "../domain/hit.ts";
import type { Memory } from "../domain/memory.ts";
import type { Env } from "../domain/options.ts";
import type { Imagined, Rerank, RerankCondition } from "../domain/ports/rerank.ts";
import type { FirstStage, SecondOrder, SecondStage } from "../domain/ports/second-stage.ts";
import { findModelUse } from "../store/model-use.ts";
import { findJudgedTurns, putJudgedTurns } from "../store/sessions/judged-turns.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import { textOf } from "./embed/text-of.ts";
import { withAllowance } from "./rerank/allowance.ts";
import { ALLOWANCE, JUDGE, RERANK } from "./rerank/limits.ts";
import { openReranker } from "./rerank/open-reranker.ts";
import type { Reranker, Reranking, RerankLimits } from "./rerank/reranker.ts";
import type { HydeChoice, RerankerChoice } from "./rerank/reranker-choice.schema.ts";
import {
  hydeIdOf,
  LATE_INTERACTION,
  NO_RERANKER,
  rerankerIdOf,
  TURNS_ONLY,
} from "./rerank/reranker-choice.ts";
import { readChosenHyde, readChosenReranker } from "./rerank/reranker-settings.ts";
import { LATE } from "./rerank/tuning.ts";

type RerankContext = Pick<Workspace, "db" | "home" | "moment" | "redaction" | "projectId">;

interface OpenReranker {
  readonly choice: RerankerChoice;
  readonly reranker: Reranker;
}

export function createRerank(workspace: RerankContext, env: Env): Rerank {
  let opened: (OpenReranker & { readonly key: string }) | null = null;
  const queue = serialQueue();
  const openNow = async (choice: RerankerChoice): Promise<OpenReranker | null> => {
    const key = JSON.stringify(choice);
    if (opened?.key === key) return opened;
    await opened?.reranker.close();
    const reranker = await openReranker(choice, { home: workspace.home, env });
    opened = reranker === null ? null : { choice, reranker, key };
    return opened;
  };
  /** Serial: if two questions each opened a reranker at the same time, one of them would never be closed. */
  const open = (choice: RerankerChoice) => queue(() => openNow(choice));
  return {
    secondStage: async () => {
      const choice = await activeChoice(workspace, env).catch((error: unknown) =>
        errorText(workspace, error),
      );
      if (typeof choice === "string") return brokenStage(choice);
      const opened = async () => {
        const stage = await open(choice).catch((error: unknown) => errorText(workspace, error));
        if (stage === null) return undefined;
        return typeof stage === "string" ? brokenStage(stage) : stageOf(workspace, stage);
      };
      return choice.kind === "turns" ? overTurns(opened) : opened();
    },
    agreedUnasked: async (session, prompt, hits) => {
      if (hits.length === 0) return hits;
      const choice = await activeChoice(workspace, env).catch(() => NO_RERANKER);
      if (choice.kind !== "judge" || !choice.judgesUnasked) return hits;
      const judge = await open(choice).catch(() => null);
      return judge === null ? hits : agreedIn(workspace, judge, { session, prompt, hits });
    },
    imagine: (question) => imagine(workspace, env, question),
    condition: () => conditionOf(workspace, env),
    close: async () => {
      await queue(async () => opened?.reranker.close());
      opened = null;
    },
  };
}

/** Returns the active choice. `TACIT_RERANKER` overrides the chosen one. Throws "usage", "config_malformed". */
export async function activeChoice(
  { db }: Pick<Workspace, "db">,
  env: Env,
): Promise<RerankerChoice> {
  const setting = env["TACIT_RERANKER"]?.trim() ?? "";
  if (setting === "off") return NO_RERANKER;
  if (setting === "late") return LATE_INTERACTION;
  if (setting === "turns") return TURNS_ONLY;
  if (setting === "") {
    const choice = await readChosenReranker(db);
    // A person who wants words alone does not want the encoder's reranking either.
    const isByWords = env["TACIT_ENCODER"]?.trim() === "off";
    return isByWords && choice.kind === "turns" ? NO_RERANKER : choice;
  }
  throw new MemoryError("usage", { TACIT_RERANKER: setting, expected: "off, turns or late" });
}

function stageOf(workspace: RerankContext, open: OpenReranker): SecondStage {
  const { reranker } = open;
  return {
    pool: reranker.pool,
    order: async (query, hits, emphasis) => {
      const limits = { budgetMs: RERANK.budgetMs, emphasis };
      const answer = await answerOf(workspace, open, { query, hits, limits });
      return typeof answer === "string"
        ? unordered(reranker.id, hits, answer)
        : { by: reranker.id, keys: keysOf(hits, answer, reranker.share), problem: null };
    },
  };
}

/** Builds a stage for turns; nothing is opened until there are turns to rerank. */
function overTurns(opened: () => Promise<SecondStage | undefined>): SecondStage {
  return {
    pool: LATE.pool,
    concerns: isTurn,
    types: ["episode"],
    order: async (query, hits, emphasis) => {
      const turns = hits.filter(({ memory }) => isTurn(memory));
      const stage = await opened();
      if (stage === undefined) return unordered("none", hits, "it was turned off meanwhile");
      const { by, keys, problem } = await stage.order(query, turns, emphasis);
      const keyOf = new Map(turns.map((turn, i) => [turn, keys[i] ?? null]));
      return { by, keys: hits.map((hit) => keyOf.get(hit) ?? null), problem };
    },
  };
}

function isTurn({ type, content }: Memory): boolean {
  return type === "episode" && content.length <= LATE.turnChars.value;
}

/** Builds a stage that could not be opened; every hit states the problem. */
function brokenStage(problem: string): SecondStage {
  return {
    pool: RERANK.pool,
    order: async (_query, hits) => unordered("none", hits, problem),
  };
}

function unordered(by: string, hits: readonly unknown[], problem: string): SecondOrder {
  return { by, keys: hits.map(() => null), problem };
}

interface RerankQuery {
  readonly query: string;
  readonly hits: readonly FirstStage[];
  readonly limits: RerankLimits;
}

interface RerankAnswer {
  /** Positions among the hits of the memories that were shown to the reranker. */
  readonly shown: readonly number[];
  readonly reranking: Reranking;
}

/** Returns the answer, or why there is none. */
async function answerOf(
  workspace: RerankContext,
  { choice, reranker }: OpenReranker,
  { query, hits, limits }: RerankQuery,
): Promise<RerankAnswer | string> {
  const shown = hits.flatMap(({ memory }, i) => (mayRead(memory, reranker.isLocal) ? [i] : []));
  if (shown.length === 0) return { shown, reranking: { scores: [], isRelevant: null } };
  const passages = shown.map((i) => passageOf(hits[i]?.memory));
  try {
    const reranking = await withAllowance(
      workspace.db,
      {
        id: reranker.id,
        calls: reranker.calls,
        callsADay: callsADayOf(choice),
        nowMs: workspace.moment().nowMs,
        clean: (message) => redact(message, workspace.redaction).text,
      },
      () => reranker.rerank(questionOf(workspace, query), passages, limits),
    );
    return { shown, reranking };
  } catch (error) {
    return errorText(workspace, error);
  }
}

/** Whether a reranker may read a memory; a secret one is not sent to another machine. */
function mayRead({ visibility }: Memory, isLocal: boolean): boolean {
  return isLocal || visibility !== "secret";
}

function passageOf(memory: Memory | undefined): string {
  const text = memory === undefined ? "" : textOf(memory, { withPrefix: false });
  return text.slice(0, RERANK.passageChars).toWellFormed();
}

/** Redacts the question. Memories were redacted when stored, but a question was not. */
function questionOf({ redaction }: RerankContext, query: string): string {
  return redact(query.slice(0, RERANK.queryChars).toWellFormed(), redaction).text;
}

export function callsADayOf(choice: RerankerChoice | HydeChoice): number {
  return "callsADay" in choice ? choice.callsADay : ALLOWANCE.callsADay;
}

/**
 * Combines the scores of both stages, each scaled from 0 to 1 among the memories shown; `share`: weight of the second stage.
 */
function keysOf(hits: readonly FirstStage[], { shown, reranking }: RerankAnswer, share: number) {
  const first = spread(shown.map((i) => hits[i]?.score ?? 0));
  const second = spread(reranking.scores);
  const keys: (number | null)[] = hits.map(() => null);
  for (const [k, i] of shown.entries()) {
    keys[i] = (1 - share) * (first[k] ?? 0) + share * (second[k] ?? 0);
  }
  return keys;
}

function spread(scores: readonly number[]): number[] {
  const [min, max] = [Math.min(...scores), Math.max(...scores)];
  return scores.map((score) => (max > min ? (score - min) / (max - min) : 1));
}

async function agreedIn(
  workspace: RerankContext,
  judge: OpenReranker,
  { session, prompt, hits }: { session: string; prompt: string; hits: readonly Hit[] },
): Promise<readonly Hit[]> {
  const { db, projectId } = workspace;
  const { nowMs } = workspace.moment();
  const where = { projectId, sessionId: session };
  const { turns, agreed } = await findJudgedTurns(db, where);
  if (turns % JUDGE.everyTurns !== 0) {
    await putJudgedTurns(db, where, { turns: turns + 1, agreed }, nowMs).catch(
      ignoreUnavailableStore,
    );
    const { isLocal } = judge.reranker;
    return hits.filter(({ memory }) => agreed.includes(memory.id) || !mayRead(memory, isLocal));
  }
  const limits = { budgetMs: JUDGE.unaskedBudgetMs };
  const answer = await answerOf(workspace, judge, { query: prompt, hits, limits });
  // Not counted as a turn: the next one calls again, within the allowance.
  if (typeof answer === "string") return hits;
  const { shown, reranking } = answer;
  const score = new Map(shown.map((i, k) => [i, reranking.scores[k] ?? 0]));
  const agreedTo = shown
    .filter((i) => (score.get(i) ?? 0) > 0)
    .sort((a, b) => (score.get(b) ?? 0) - (score.get(a) ?? 0));
  // The judge does not decide about memories it may not read.
  const unread = hits.map((_hit, i) => i).filter((i) => !score.has(i));
  const accepted = [...agreedTo, ...unread].flatMap((i) => hits[i] ?? []);
  const ids = accepted.map(({ memory }) => memory.id);
  await putJudgedTurns(db, where, { turns: turns + 1, agreed: ids }, nowMs).catch(
    ignoreUnavailableStore,
  );
  return accepted;
}

async function imagine(
  workspace: RerankContext,
  env: Env,
  question: string,
): Promise<Imagined | null> {
  let by = "hyde";
  try {
    const choice = await readChosenHyde(workspace.db);
    if (choice.kind === "none") return null;
    by = hydeIdOf(choice);
    const { openImagination } = await import("./rerank/hypothetical-answer.ts");
    const text = await withAllowance(
      workspace.db,
      {
        id: by,
        calls: 1,
        callsADay: choice.callsADay,
        nowMs: workspace.moment().nowMs,
        clean: (message) => redact(message, workspace.redaction).text,
      },
      () => openImagination(by, choice, env).answer(questionOf(workspace, question)),
    );
    return { by, text, problem: null };
  } catch (error) {
    return { by, text: null, problem: errorText(workspace, error) };
  }
}

async function conditionOf(workspace: RerankContext, env: Env): Promise<RerankCondition> {
  try {
    const choice = await activeChoice(workspace, env);
    const hyde = await readChosenHyde(workspace.db);
    const ids = {
      reranker: isBuiltIn(choice) ? null : await idOf(choice, rerankerIdOf(choice)),
      hyde: hyde.kind === "none" ? null : hydeIdOf(hyde),
    };
    const uses = await Promise.all(
      [ids.reranker, ids.hyde].map((id) =>
        id === null ? undefined : findModelUse(workspace.db, id),
      ),
    );
    return { ...ids, problem: uses.find((use) => use?.problem != null)?.problem ?? null };
  } catch (error) {
    return { reranker: null, hyde: null, problem: errorText(workspace, error) };
  }
}

/** Whether the reranker is the default, which no person chose. */
function isBuiltIn({ kind }: RerankerChoice): boolean {
  return kind === "none" || kind === "turns";
}

/** Returns the id; that of late interaction names the encoder it uses. */
async function idOf(choice: RerankerChoice, id: string): Promise<string> {
  if (choice.kind !== "late") return id;
  const reranker = await openReranker(choice, { home: "", env: {} });
  await reranker?.close();
  return reranker?.id ?? id;
}

function errorText({ redaction }: RerankContext, error: unknown): string {
  return redact(error instanceof Error ? error.message : String(error), redaction).text;
}
