/**
 * Measures on real coding sessions whether recall finds the relevant memories, and whether it shows nothing when nothing is
 * relevant. The two results are never averaged. Cases and labels: PROTOCOL.md.
 * - `--half dev|test|written` (default test; `written` uses invented projects).
 * - `--repos DIR`: clones named like the projects; their code graph is used unless `--no-graph` is given.
 * - `--words`: searches without meaning. `--rerank off|late`: uses another second stage than the default.
 * - `--neighbours`: runs the same questions on other memory programs that install from npm.
 * - `--gaps`: reports which questions would be stored as gaps, and nothing else.
 * - `--sweep`: also reports other pointer thresholds, leaving out each project in turn.
 *
 * Found: recall@5 and hit@1 over a project's memories, and over all memories of the half. Shown: the blocks a hook would
 * inject, each case in a separate session. Wasted: tokens of blocks at moments with nothing relevant, with the ledger on.
 */
import { spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { openTacit, type Tacit } from "@tacit-memory/memory";
import { option, type Setup } from "../arguments.ts";
import { type Answers, costBeside, type Neighbours, openNeighbours } from "../neighbours.ts";
import { rankByBm25 } from "../recall-quality/bm25.ts";
import { rankByGrep } from "../recall-quality/grep.ts";
import { round } from "../statistics.ts";
import { playParaphrases } from "./paraphrases.ts";
import { sweepPointers } from "./pointer-sweep.ts";
import { type Case, KINDS, type Known, labelledSet, type Outcome, type Shown } from "./sets.ts";

/** One pool of memories with its questions. */
interface Played {
  readonly outcomes: readonly Outcome[];
  readonly notes: number;
  readonly ours: { readonly storeMs: number; readonly askMs: number };
  readonly neighbours: readonly Answers[];
}

const DEPTH = 10;

export function run(context: Setup) {
  return context.args.includes("--paraphrases") ? paraphrases(context.say) : moments(context);
}

async function moments({ root, args, say }: Setup) {
  const half = option(args, "--half") ?? "test";
  const { memories, cases } = labelledSet(half);
  const projects = [...new Set(cases.map((item) => item.project))];
  const repos = option(args, "--repos");
  const neighbours = args.includes("--neighbours") ? await openNeighbours({ root, say }) : null;
  const env = {
    TACIT_RERANKER: option(args, "--rerank") ?? "turns",
    ...(args.includes("--words") ? { TACIT_ENCODER: "off" } : {}),
  };
  if (args.includes("--gaps")) return keptAsGaps(half, cases, memories, { env, say });
  const how = { repos, useGraph: !args.includes("--no-graph"), neighbours, env };
  const pools: Played[] = [];
  for (const project of projects) {
    const own = memories.filter((memory) => memory.project === project);
    const selected = cases.filter((item) => item.project === project);
    pools.push(await play(own, selected, { ...how, project }));
  }
  const alone = pools.flatMap(({ outcomes }) => outcomes);
  const ofHalf = memories.filter((memory) => projects.includes(memory.project));
  const joined = await play(ofHalf, cases, { ...how, project: null });
  const result = {
    question: "what bears on a moment, and silence when nothing does",
    half,
    found: {
      "own project": found(pools, neighbours),
      ...Object.fromEntries(
        KINDS.map((kind) => [`own project, ${kind}`, found(ofKind(pools, kind), null)]),
      ),
      "half joined": found([joined], neighbours),
    },
    ...(neighbours === null ? {} : { skipped: Object.fromEntries(neighbours.skipped) }),
    shown: {
      all: shownIn(alone),
      ...Object.fromEntries(
        KINDS.map((kind) => [kind, shownIn(alone.filter(({ one: item }) => item.kind === kind))]),
      ),
    },
    ...(args.includes("--sweep") ? { pointerThreshold: sweepPointers(alone) } : {}),
    cases: alone.map(({ one: item, ranked, shown }) => ({
      id: item.id,
      ranks: Object.keys(item.relevant).map((id) => (ranked["tacit"] ?? []).indexOf(id) + 1),
      full: shown.full,
      pointed: shown.pointed,
    })),
  };
  for (const [pool, { cases: count, systems }] of Object.entries(result.found)) {
    for (const [system, one] of Object.entries(systems))
      say(`found, ${pool} (${count}), ${system}: ${JSON.stringify(one)}`);
  }
  for (const [kind, one] of Object.entries(result.shown))
    say(`shown, ${kind}: ${JSON.stringify(one)}`);
  for (const item of result.pointerThreshold ?? []) say(`sweep: ${JSON.stringify(item)}`);
  return result;
}

async function paraphrases(say: Setup["say"]) {
  const rows = [await playParaphrases("dev"), await playParaphrases("test")];
  for (const row of rows) say(JSON.stringify(row));
  return {
    question: "is a memory shown or pointed to that shares no word with the question?",
    rows,
  };
}

/**
 * Runs each prompt and error against every project's memories. Counts abstentions of the gate, and questions stored as gaps:
 * with an answer among the first five, without one in their own project, and from another project.
 */
async function keptAsGaps(
  half: string,
  cases: readonly Case[],
  memories: readonly Known[],
  { env, say }: { readonly env: How["env"]; readonly say: Setup["say"] },
) {
  const selected = cases.filter(({ kind }) => kind !== "file");
  const kinds = { answered: [0, 0, 0], "without an answer": [0, 0, 0], foreign: [0, 0, 0] };
  for (const project of new Set(selected.map((item) => item.project))) {
    const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
    mkdirSync(join(base, "project"));
    const tacit = await openTacit({ home: join(base, "home"), cwd: join(base, "project"), env });
    const own = memories.filter((memory) => memory.project === project);
    await tacit.exchange.importLines(lines(own), { isVerbatim: true });
    for (const { query, relevant, project: of } of selected) {
      const { hits, abstained } = await tacit.memories.recall({
        query,
        limit: DEPTH,
        isAsked: true,
      });
      const isGap = (await tacit.memories.forgetGaps(null)) > 0;
      const first = hits.slice(0, 5).map(({ memory }) => memory.externalId ?? "");
      const isAnswered = first.some((id) => relevant[id] !== undefined);
      // The answer is ranked too low to be read or is missing, so the case is neither answered nor unanswered.
      if (of === project && !isAnswered && Object.keys(relevant).length > 0) continue;
      const kind = of !== project ? "foreign" : isAnswered ? "answered" : "without an answer";
      const add = [1, Number(isGap), Number(abstained)];
      kinds[kind] = kinds[kind].map((sum, i) => sum + (add[i] ?? 0));
    }
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
  const gaps = Object.fromEntries(
    Object.entries(kinds).map(([kind, [count = 0, keptCount = 0, silent = 0]]) => {
      const share = (part: number) => round(part / Math.max(1, count), 3);
      return [kind, { count, keptAsGap: share(keptCount), gateSilent: share(silent) }];
    }),
  );
  for (const [kind, one] of Object.entries(gaps)) say(`${kind}: ${JSON.stringify(one)}`);
  return { question: "which questions are kept as gaps", half, gaps };
}

interface How {
  /** Folder of clones, named like the projects. */
  readonly repos: string | undefined;
  readonly useGraph: boolean;
  /** Null when several projects share one pool. */
  readonly project: string | null;
  readonly neighbours: Neighbours | null;
  readonly env: Readonly<Record<string, string>>;
}

/** Runs every case through `recall` and through the block that its moment would produce. */
async function play(
  memories: readonly Known[],
  cases: readonly Case[],
  { repos, useGraph, project, neighbours, env }: How,
): Promise<Played> {
  const base = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const cwd = join(base, "project");
  const clone = repos === undefined || project === null ? "" : join(repos, project);
  const hasCode = existsSync(clone);
  if (hasCode) spawnSync("git", ["clone", "--quiet", "--shared", clone, cwd]);
  else mkdirSync(cwd);
  for (const path of new Set([...memories, ...cases].flatMap(({ files }) => files)))
    makeFile(cwd, path);
  const tacit = await openTacit({ home: join(base, "home"), cwd, env });
  try {
    const startedAt = performance.now();
    await tacit.exchange.importLines(lines(memories), { isVerbatim: true });
    const storeMs = performance.now() - startedAt;
    if (hasCode) await tacit.code.index();
    const graph = useGraph ? {} : { neighboursOf: undefined };
    const names = new Map<string, string>(
      (await tacit.memories.list({ limit: 10_000 })).map(({ id, externalId }) => [
        id,
        externalId ?? "",
      ]),
    );
    const texts = memories.map(({ id, content, files }) => ({
      id,
      text: `${content} ${files.join(" ")}`,
    }));
    const questions = cases.map(({ query, files }) => ({
      question: `${query} ${files.join(" ")}`,
    }));
    const others = await playNeighbours(neighbours, memories, questions);
    const beside: Record<string, readonly (readonly string[])[]> = {
      bm25: rankByBm25(texts, questions, DEPTH),
      grep: rankByGrep(texts, questions, DEPTH),
      ...Object.fromEntries(others.map(({ system, ranked }) => [system, ranked])),
    };
    const read = ({ shown, tokens }: Block): Shown => ({
      full: shown.flatMap(({ id, pointedAs }) => (pointedAs === null ? [names.get(id) ?? ""] : [])),
      pointed: shown.flatMap(({ id, pointedAs }) =>
        pointedAs === null ? [] : [names.get(id) ?? ""],
      ),
      tokens,
    });
    const inSession = await tokensInSessions(tacit, cases);
    const outcomes: Outcome[] = [];
    let askMs = 0;
    for (const [i, one] of cases.entries()) {
      const askedAt = performance.now();
      const { hits } = await tacit.memories.recall({
        query: one.query,
        files: one.files,
        limit: DEPTH,
        in: "memories",
        isExplained: true,
        ...graph,
      });
      askMs += performance.now() - askedAt;
      const block = await blockFor(tacit, one);
      const opening = await tacit.brief.startBlock({
        session: `${one.id}, begun`,
        point: "session_start",
      });
      const theirs = Object.entries(beside).map(([system, all]) => [system, all[i] ?? []] as const);
      const tacits = hits.map((hit) => hit.memory.externalId ?? "");
      outcomes.push({
        one,
        ranked: { tacit: tacits, ...Object.fromEntries(theirs) },
        shown: read(block),
        opening: read(opening),
        tokensInSession: inSession.get(one.id) ?? 0,
        evidence: hits.map(({ memory, explanation: { gate } }) => ({
          id: memory.externalId ?? "",
          evidence:
            gate?.level === null && gate.silence !== "little_evidence"
              ? null
              : (gate?.evidence ?? null),
        })),
      });
    }
    return { outcomes, notes: memories.length, ours: { storeMs, askMs }, neighbours: others };
  } finally {
    await tacit.close();
    rmSync(base, { recursive: true, force: true });
  }
}

/** Passes the files of a memory and of a moment as words, because a neighbour's question has no other field for them. */
async function playNeighbours(
  neighbours: Neighbours | null,
  memories: readonly Known[],
  queries: readonly { readonly question: string }[],
): Promise<Answers[]> {
  const notes = memories.map(({ content: text, project: about, id, type, files }) => {
    return { id, text, type, about, files };
  });
  const questions = queries.map(({ question }) => question);
  return (await neighbours?.play(notes, questions, DEPTH)) ?? [];
}

type Block = Awaited<ReturnType<Tacit["brief"]["promptBlock"]>>;

function blockFor(tacit: Tacit, { id, kind, query, files }: Case, session = id): Promise<Block> {
  if (kind === "prompt") return tacit.brief.promptBlock({ session, point: "prompt" }, query);
  if (kind === "file")
    return tacit.brief.toolBlock({ session, point: "tool" }, { files, error: null });
  const [, command = null, error = query] = /^\$ (.*)\n([\s\S]*)$/.exec(query) ?? [];
  return tacit.brief.toolBlock({ session, point: "tool" }, { files, error, command });
}

/** Replays each session from its start block, in order. Returns the tokens of each moment's block by case id. */
async function tokensInSessions(tacit: Tacit, cases: readonly Case[]) {
  const tokens = new Map<string, number>();
  for (const session of new Set(cases.map((item) => item.session ?? item.id))) {
    const moments = cases.filter((item) => (item.session ?? item.id) === session);
    const ledger = `${session}, going on`;
    await tacit.brief.startBlock({ session: ledger, point: "session_start" });
    for (const moment of [...moments].sort((a, b) => (a.step ?? 0) - (b.step ?? 0)))
      tokens.set(moment.id, (await blockFor(tacit, moment, ledger)).tokens);
  }
  return tokens;
}

/** Yields a session's memories in the order in which they were learned. */
async function* lines(memories: readonly Known[]) {
  const sessions = [...new Set(memories.map(({ session }) => session))];
  for (const sessionId of sessions) {
    const own = memories.filter(({ session }) => session === sessionId);
    for (const { id, content, type, files, error } of own.sort((a, b) => a.step - b.step)) {
      yield JSON.stringify({ externalId: id, content, type, files, error, sessionId });
    }
  }
}

/** Creates the file that a memory is about; without it the memory would be about deleted code. */
function makeFile(root: string, path: string): void {
  if (path.startsWith("/") || path.includes("..") || existsSync(join(root, path))) return;
  try {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${path}\n`);
  } catch {
    // A folder has the same name as another case's file: the case runs without the file.
  }
}

function ofKind(pools: readonly Played[], kind: Case["kind"]): Played[] {
  return pools.map((pool) => ({
    ...pool,
    outcomes: pool.outcomes.filter(({ one: item }) => item.kind === kind),
  }));
}

function found(pools: readonly Played[], neighbours: Neighbours | null) {
  const outcomes = pools.flatMap((pool) => pool.outcomes);
  const answerable = outcomes.filter(({ one: item }) => Object.keys(item.relevant).length > 0);
  const measure = (system: string) => {
    let [recallAt5, hitAt1] = [0, 0];
    for (const { one: item, ranked } of answerable) {
      const wanted = new Set(Object.keys(item.relevant));
      const ids = ranked[system] ?? [];
      recallAt5 += ids.slice(0, 5).filter((id) => wanted.has(id)).length / Math.min(5, wanted.size);
      hitAt1 += wanted.has(ids[0] ?? "") ? 1 : 0;
    }
    const mean = (sum: number) => round(sum / Math.max(1, answerable.length), 3);
    return { recallAt5: mean(recallAt5), hitAt1: mean(hitAt1) };
  };
  const sum = (of: (pool: Played) => number) => pools.reduce((all, pool) => all + of(pool), 0);
  const ours = {
    storeMs: sum((played) => played.ours.storeMs),
    askMs: sum((played) => played.ours.askMs),
  };
  const counts = { notes: sum((played) => played.notes), questions: outcomes.length };
  const cost = (system: string) => {
    const theirs = pools.flatMap((pool) =>
      pool.neighbours.filter((answers) => answers.system === system),
    );
    return theirs.length === 0 ? {} : costBeside(theirs, ours, counts);
  };
  // A neighbour that failed in one pool has no row in any pool.
  const skipped = [...(neighbours?.skipped.keys() ?? [])];
  const systems = Object.keys(outcomes[0]?.ranked ?? {}).filter(
    (system) => !skipped.some((name) => system.startsWith(name)),
  );
  return {
    cases: answerable.length,
    secondsPerQuery: round(ours.askMs / 1000 / Math.max(1, counts.questions), 4),
    systems: Object.fromEntries(
      systems.map((system) => [system, { ...measure(system), ...cost(system) }]),
    ),
  };
}

function shownIn(outcomes: readonly Outcome[]) {
  const withSome = outcomes.filter(({ one: item }) => Object.keys(item.relevant).length > 0);
  const empty = outcomes.filter(({ one: item }) => Object.keys(item.relevant).length === 0);
  const isAny = ({ one: item }: Outcome, ids: readonly string[]) =>
    ids.some((id) => item.relevant[id] !== undefined);
  const all = ({ full, pointed }: Shown) => [...full, ...pointed];
  const inFull = outcomes.flatMap(({ one: item, shown }) =>
    shown.full.map((id) => item.relevant[id] !== undefined),
  );
  const share = (part: number, of: number) => round(part / Math.max(1, of), 3);
  const shareOf = (some: readonly Outcome[], is: (outcome: Outcome) => boolean) =>
    share(some.filter(is).length, some.length);
  const mean = (some: readonly Outcome[], of: (outcome: Outcome) => number) =>
    round(some.reduce((sum, outcome) => sum + of(outcome), 0) / Math.max(1, some.length), 1);
  return {
    relevantShown: shareOf(withSome, (outcome) => isAny(outcome, all(outcome.shown))),
    relevantInFull: shareOf(withSome, (outcome) => isAny(outcome, outcome.shown.full)),
    relevantByThen: shareOf(withSome, (outcome) =>
      isAny(outcome, [...all(outcome.opening), ...all(outcome.shown)]),
    ),
    relevantAtStart: shareOf(withSome, (outcome) => isAny(outcome, all(outcome.opening))),
    precisionInFull: share(inFull.filter(Boolean).length, inFull.length),
    silentWhenEmpty: shareOf(empty, ({ shown }) => all(shown).length === 0),
    wastedTokens: mean(empty, ({ tokensInSession }) => tokensInSession),
    wastedTokensAlone: mean(empty, ({ shown }) => shown.tokens),
    tokensWhenRelevant: mean(withSome, ({ shown }) => shown.tokens),
    startTokens: mean(outcomes, ({ opening }) => opening.tokens),
    cases: outcomes.length,
  };
}
