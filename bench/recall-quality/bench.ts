/**
 * Measures whether recall finds the relevant texts. Data: long-term conversations with known evidence turns; every question
 * is asked in its own conversation, to Tacit's recall and to plain BM25 over the same texts in the same run. Questions are
 * split by a hash of their id: tune on `dev`, report `test`.
 *
 * `--neighbours`: runs the same questions on other memory programs that install from npm. `--conversations N`: only the first
 * N of a set. `--sets locomo,beam`: both by default. `--rerank off|late`: adds to the default second stage (turns) a run
 * without a second stage, or with late interaction of every hit.
 *
 * `--data DIR` or ../shared/data; LoCoMo is non-commercial and BEAM states no licence: used for measuring, not shipped.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { openTacit } from "@tacit-memory/memory";
import { option, type Setup } from "../arguments.ts";
import { type Answers, costBeside, type Neighbours, openNeighbours } from "../neighbours.ts";
import { percentile, round } from "../statistics.ts";
import { rankByStemmedBm25 } from "../stemmed-bm25.ts";
import { rankByBm25 } from "./bm25.ts";
import { rankByGrep } from "./grep.ts";
import { addRanks, emptyScore, type Score, summarise } from "./metrics.ts";

interface Text {
  readonly id: string;
  readonly conv: string;
  /** Conversation session of the text. */
  readonly sessionId: string;
  readonly text: string;
}

interface Question {
  readonly id: string;
  readonly conv: string;
  readonly question: string;
  readonly category: string;
  readonly evidence: readonly string[];
}

type SecondStage = "off" | "turns" | "late";

const DEPTH = 20;
/**
 * Baseline's weight of a neighbouring turn's words: the best of 0.1, 0.3 and 0.5 on the dev half of two conversations each.
 */
const BESIDE_WEIGHT = 0.5;

export async function run({ root, args, say }: Setup) {
  const data = option(args, "--data") ?? join(root, "..", "shared", "data");
  const folder = join(data, "conversations");
  if (!existsSync(folder)) {
    say(`SKIPPED: no conversations under ${data}; give --data DIR`);
    return { question: "recall quality", skipped: "no data", sets: [] };
  }
  const neighbours = args.includes("--neighbours") ? await openNeighbours({ root, say }) : null;
  const rerank = option(args, "--rerank") ?? null;
  if (rerank !== null && rerank !== "off" && rerank !== "late") {
    throw new Error("--rerank: off or late");
  }
  const sets = [];
  for (const [name, load] of [
    ["locomo", locomo],
    ["beam", beam],
  ] as const) {
    if (!(option(args, "--sets") ?? "locomo,beam").split(",").includes(name)) continue;
    const { texts, questions, hash } = firstOf(option(args, "--conversations"), load(folder));
    const measured = await measure(name, texts, questions, {
      neighbours,
      rerank,
      say,
    });
    sets.push({ set: name, datasetHash: hash, ...measured });
  }
  const skipped = neighbours === null ? {} : { skipped: Object.fromEntries(neighbours.skipped) };
  return { question: "is what bears on the question found?", ...skipped, sets };
}

async function measure(
  name: string,
  texts: readonly Text[],
  questions: readonly Question[],
  {
    neighbours,
    rerank,
    say,
  }: {
    readonly neighbours: Neighbours | null;
    readonly rerank: SecondStage | null;
    readonly say: Setup["say"];
  },
) {
  const scores = new Map<string, Score>();
  const score = (system: string, half: string, category: string) => {
    const key = `${system}|${half}|${category}`;
    const entry = scores.get(key) ?? emptyScore();
    scores.set(key, entry);
    return entry;
  };
  const tookMs: number[] = [];
  const otherMs: number[] = [];
  const ours = { storeMs: 0, askMs: 0 };
  const others: Answers[] = [];
  let count = 0;
  for (const conv of new Set(texts.map((text) => text.conv))) {
    const own = texts.filter((text) => text.conv === conv);
    const asking = questions.filter(
      (question) => question.conv === conv && question.evidence.length > 0,
    );
    const played = await byTacit(own, asking, tookMs);
    ours.storeMs += played.storeMs;
    ours.askMs += played.askMs;
    count += asking.length;
    const again = rerank === null ? {} : await byOther(own, asking, otherMs, rerank);
    const theirs = await byNeighbours(neighbours, own, asking);
    others.push(...theirs);
    const systems: Record<string, readonly (readonly string[])[]> = {
      tacit: played.ranks,
      ...again,
      bm25: rankByBm25(own, asking, DEPTH),
      ...byPreparedBm25(own, asking),
      grep: rankByGrep(own, asking, DEPTH),
      ...Object.fromEntries(theirs.map(({ system, ranked }) => [system, ranked])),
    };
    for (const [system, ranks] of Object.entries(systems)) {
      asking.forEach((question, i) => {
        for (const category of ["all", question.category]) {
          const item = score(system, halfOf(question.id), category);
          addRanks(item, ranks[i] ?? [], question.evidence);
        }
      });
    }
  }
  // A neighbour that failed in one conversation has no row.
  const skipped = [...(neighbours?.skipped.keys() ?? [])];
  const isIn = (system: string) => !skipped.some((item) => system.startsWith(item));
  const rows = [...scores]
    .map(([key, one]) => {
      const [system = "", half = "", category = ""] = key.split("|");
      return { system, half, category, ...summarise(one) };
    })
    .filter(({ system }) => isIn(system));
  const costs = costsOf(
    others.filter(({ system }) => isIn(system)),
    ours,
    { notes: texts.length, questions: count },
  );
  sayRows(name, rows, say);
  for (const cost of costs) say(`${name}: ${JSON.stringify(cost)}`);
  const beside = neighbours === null ? {} : { costs };
  const byTheOther = rerank === null ? {} : { otherMsP50: round(percentile(otherMs, 0.5)) };
  const questionMsP50 = round(percentile(tookMs, 0.5));
  return { texts: texts.length, questionMsP50, ...byTheOther, ...beside, rows };
}

/**
 * Ranks by BM25 with the text preparation that Tacit uses: stemming, no stop words, and the words of the turns beside each
 * text.
 */
function byPreparedBm25(
  own: readonly Text[],
  asking: readonly Question[],
): Record<string, readonly (readonly string[])[]> {
  const besideOf = (at: number) =>
    [at - 1, at + 1].filter((item) => own[item]?.sessionId === own[at]?.sessionId);
  const rank = (weight: number) =>
    rankByStemmedBm25(
      own.map(({ text }) => text),
      asking.map(({ question }) => question),
      DEPTH,
      besideOf,
      weight,
    ).map((places) => places.flatMap((at) => own[at]?.id ?? []));
  return { "bm25, stemmed": rank(0), "bm25, prepared": rank(BESIDE_WEIGHT) };
}

function sayRows(
  name: string,
  rows: readonly ({
    readonly system: string;
    readonly half: string;
    readonly category: string;
  } & ReturnType<typeof summarise>)[],
  say: Setup["say"],
): void {
  for (const row of rows.filter((item) => item.category === "all")) {
    say(
      `${name} ${row.half} ${row.system}: recall@10 ${row.recallAt10}, NDCG@10 ${row.ndcgAt10}, MRR ${row.mrr} (${row.questions})`,
    );
  }
}

function costsOf(
  others: readonly Answers[],
  ours: Parameters<typeof costBeside>[1],
  counts: Parameters<typeof costBeside>[2],
) {
  const names = [...new Set(others.map(({ system }) => system))];
  return names.map((name) => {
    const own = others.filter(({ system }) => system === name);
    return { system: name, ...costBeside(own, ours, counts) };
  });
}

async function byOther(
  texts: readonly Text[],
  asking: readonly Question[],
  tookMs: number[],
  rerank: SecondStage,
): Promise<Record<string, readonly (readonly string[])[]>> {
  return { [`tacit, ${rerank}`]: (await byTacit(texts, asking, tookMs, rerank)).ranks };
}

async function byNeighbours(
  neighbours: Neighbours | null,
  texts: readonly Text[],
  asking: readonly Question[],
): Promise<Answers[]> {
  const notes = texts.map(({ id, text, sessionId }) => {
    return { id, text, type: "conversation", about: sessionId, files: [] };
  });
  const questions = asking.map(({ question }) => question);
  return (await neighbours?.play(notes, questions, DEPTH)) ?? [];
}

async function byTacit(
  texts: readonly Text[],
  asking: readonly Question[],
  tookMs: number[],
  rerank: SecondStage = "turns",
): Promise<{ ranks: string[][]; storeMs: number; askMs: number }> {
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const cwd = join(base, "project");
  mkdirSync(cwd);
  const env = { TACIT_RERANKER: rerank };
  const tacit = await openTacit({ home: join(base, "home"), cwd, env });
  try {
    async function* lines() {
      for (const { id, text, sessionId } of texts)
        yield JSON.stringify({ externalId: id, content: text, sessionId });
    }
    const startedAt = performance.now();
    await tacit.exchange.importLines(lines(), { isVerbatim: true });
    const askedAt = performance.now();
    const ranks: string[][] = [];
    for (const { question } of asking) {
      const recalled = await tacit.memories.recall({ query: question, limit: DEPTH });
      tookMs.push(recalled.tookMs);
      ranks.push(recalled.hits.map((hit) => hit.memory.externalId ?? ""));
    }
    return { ranks, storeMs: askedAt - startedAt, askMs: performance.now() - askedAt };
  } finally {
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Returns the first conversations of a set in the order of their texts; all without a number. */
function firstOf<Loaded extends { readonly texts: readonly Text[] }>(
  count: string | undefined,
  set: Loaded,
): Loaded {
  if (count === undefined) return set;
  const conversations = new Set(
    [...new Set(set.texts.map(({ conv }) => conv))].slice(0, Number(count)),
  );
  return { ...set, texts: set.texts.filter(({ conv }) => conversations.has(conv)) };
}

function halfOf(id: string): "dev" | "test" {
  return createHash("sha256").update(id).digest().readUInt8(0) % 2 === 0 ? "dev" : "test";
}

const LOCOMO_CATEGORIES = ["", "multi-hop", "temporal", "open-domain", "single-hop", "adversarial"];

function locomo(folder: string) {
  const [turns, turnsHash] = readLines<Omit<Text, "sessionId"> & { readonly session: number }>(
    join(folder, "locomo", "turns.jsonl.gz"),
  );
  const [questionRows, askedHash] = readLines<
    Omit<Question, "category"> & {
      readonly category: number;
      readonly evidence_fixed: string[] | null;
    }
  >(join(folder, "locomo", "questions.jsonl.gz"));
  const questions = questionRows.map((item) => ({
    ...item,
    category: LOCOMO_CATEGORIES[item.category] ?? "other",
    evidence: item.evidence_fixed ?? item.evidence,
  }));
  const texts = turns.map((turn) => ({ ...turn, sessionId: `${turn.conv}:${turn.session}` }));
  return { texts, questions, hash: `${turnsHash}+${askedHash}` };
}

function beam(folder: string) {
  const [messages, textsHash] = readLines<Omit<Text, "sessionId"> & { readonly batch: number }>(
    join(folder, "beam", "messages.jsonl.gz"),
  );
  const [questionRows, askedHash] = readLines<
    Omit<Question, "category"> & { readonly type: string }
  >(join(folder, "beam", "questions.jsonl.gz"));
  return {
    texts: messages.map((message) => ({
      ...message,
      sessionId: `${message.conv}:${message.batch}`,
    })),
    questions: questionRows.map((item) => ({ ...item, category: item.type })),
    hash: `${textsHash}+${askedHash}`,
  };
}

/** Returns the lines and twelve digits of the file's hash. */
function readLines<T>(path: string): [T[], string] {
  const bytes = readFileSync(path);
  const lines = gunzipSync(bytes).toString("utf8").split("\n");
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return [lines.filter((line) => line !== "").map((line) => JSON.parse(line) as T), hash];
}
