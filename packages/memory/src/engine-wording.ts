/**
 * A model words what a session taught: one call a session, once it is over, only where a person chose a model, never in a
 * hook. What comes back is held against what was sent; what stands up to it becomes a version of its memory, the rest is
 * dropped with its reason and the words made by rules stay.
 */
import type { MemoryId } from "./domain/ids.ts";
import { isUntouched, type Memory } from "./domain/memory.ts";
import { headOf } from "./engine-freshness.ts";
import type { Life } from "./life.ts";
import { link } from "./link/link.ts";
import { OBSERVE } from "./observe/tuning.ts";
import { redact } from "./privacy/redact.ts";
import { homeless } from "./privacy/without-home.ts";
import { screen } from "./promote/admit.ts";
import type { PromotionContext } from "./promote/promote.ts";
import { reword } from "./promote/reword.ts";
import { findContradiction, findDuplicate, nearestTo } from "./promote/similar.ts";
import { promoteSummary } from "./promote/summary.ts";
import { withAllowance } from "./rerank/allowance.ts";
import { modelFailed, modelFaultOf } from "./rerank/fault.ts";
import { candidatesShownBy } from "./store/candidates.ts";
import type { Database } from "./store/drivers/driver.ts";
import { getMemories } from "./store/memories.ts";
import { listMemories } from "./store/memory-lists.ts";
import { findProject } from "./store/projects.ts";
import { memoriesShownBy } from "./store/session-reports.ts";
import { getSession, listRecentSessions, type SessionRow } from "./store/sessions.ts";
import {
  type ModelAnswer,
  readAnswer,
  type WordedNote,
  type WordedSummary,
} from "./wording/answer-shape.ts";
import { unfaithful } from "./wording/faithful.ts";
import { type ShownNote, type WordingRequest, wordingRequest } from "./wording/request.ts";
import { WORDING } from "./wording/tuning.ts";
import {
  claimWording,
  keepWording,
  noteNothing,
  releaseWording,
  settledWordings,
  type WordingRecord,
} from "./wording/wording-record.ts";
import { openWriter, type Writer } from "./wording/writer.ts";
import type { ChosenWriter } from "./wording/writer-choice.schema.ts";
import { readChosenWriter } from "./wording/writer-settings.ts";

export interface WordingWish {
  readonly signal?: AbortSignal | undefined;
  /** Also of sessions that nobody said are over; left out: only of those that are. */
  readonly isFinal?: boolean | undefined;
}

/** What a model made of one session. */
export interface WordedSession {
  readonly session: string;
  /** The model's id. */
  readonly by: string;
  /** Memories that have new words, and summaries that became memories. */
  readonly worded: number;
  readonly summaries: number;
  /** Wordings and summaries that were not taken. */
  readonly dropped: number;
  readonly problem: string | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** After these the server has not seen the session, or says that it will have none: it is asked again some time. */
const UNSEEN = new Set([
  "unreachable",
  "aborted",
  "unauthorised",
  "not_there",
  "rate_limited",
  "redirected",
]);
const RECENT = 200;
const FOLDERS = 3;

/** Words what these sessions taught, the newest first, until the time or the day's calls are up. */
export async function wordSessions(
  life: Life,
  env: Env,
  rids: readonly number[],
  wish: WordingWish = {},
): Promise<WordedSession[]> {
  const choice = await chosen(life, env);
  if (choice === null) return [];
  const rows = await Promise.all([...new Set(rids)].map((rid) => getSession(life.db, rid)));
  const known = rows.filter((row) => row !== undefined);
  return wordEach(life, openWriter(choice, env), choice, known, wish);
}

/** Words what sessions of this project taught that were over since the model was chosen and were not worded yet. */
export async function wordDue(
  life: Life,
  env: Env,
  { signal }: Pick<WordingWish, "signal"> = {},
): Promise<WordedSession[]> {
  const choice = await chosen(life, env);
  if (choice === null) return [];
  const isSettled = await settledWordings(life.db, life.projectId);
  const due = (await listRecentSessions(life.db, life.projectId, RECENT)).filter(
    (row) =>
      row.lastEventMs >= choice.sinceMs && !isSettled(row) && row.promotedSeq >= row.nextSeq - 1,
  );
  return wordEach(life, openWriter(choice, env), choice, due, {
    signal,
    most: WORDING.sessionsAtOnce.value,
  });
}

/** Null where nobody chose a model, or an agent that serves one runs this very process. */
async function chosen({ db }: Life, env: Env): Promise<ChosenWriter | null> {
  return env["TACIT_OFF"] === "1" ? null : readChosenWriter(db);
}

async function wordEach(
  life: Life,
  writer: Writer,
  choice: ChosenWriter,
  rows: readonly SessionRow[],
  { signal, isFinal, most = Number.POSITIVE_INFINITY }: WordingWish & { readonly most?: number },
): Promise<WordedSession[]> {
  const { nowMs } = life.moment();
  const isOver = ({ state, lastEventMs }: SessionRow) =>
    isFinal === true ||
    state !== "open" ||
    nowMs - lastEventMs >= OBSERVE.idleMinutes.value * 60_000;
  const limit = AbortSignal.timeout(WORDING.totalMs.value);
  const both = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  const done: WordedSession[] = [];
  for (const row of rows.filter(isOver).sort((a, b) => b.lastEventMs - a.lastEventMs)) {
    if (both.aborted || done.length >= most) break;
    const one = await wordSession(life, { writer, choice, signal: both }, row);
    if (one !== null) done.push(one.told);
    // What one session could not be asked for, the next cannot either.
    if (one?.isUnseen === true) break;
  }
  return done;
}

interface Asking {
  readonly writer: Writer;
  readonly choice: ChosenWriter;
  readonly signal: AbortSignal;
}

/** Null where there is nothing to word, or it was asked for before. */
async function wordSession(
  life: Life,
  { writer, choice, signal }: Asking,
  row: SessionRow,
): Promise<{ readonly told: WordedSession; readonly isUnseen: boolean } | null> {
  const project = await findProject(life.db, row.projectId);
  if ((project?.mode ?? "automatic") !== "automatic") return null;
  const whose = { projectId: row.projectId, sessionId: row.id };
  const own = await ownMemories(life.db, row);
  if (own.length === 0) {
    await noteNothing(life.db, whose, row.nextSeq, life.moment().nowMs);
    return null;
  }
  const { root } = life.identity;
  const clean = (text: string) => homeless(redact(text, life.redaction).text, { root });
  const request = wordingRequest(own, await knownBeside(life.db, row, own), clean);
  const { system, user } = request.question;
  const { nowMs } = life.moment();
  const record: WordingRecord = {
    by: writer.id,
    atMs: nowMs,
    state: "asked",
    problem: null,
    sentBytes: Buffer.byteLength(system) + Buffer.byteLength(user),
    receivedBytes: 0,
    inputTokens: null,
    outputTokens: null,
    memories: [],
    summaries: [],
  };
  if (!(await claimWording(life.db, whose, record))) return null;
  const asking = { id: writer.id, calls: 1, callsADay: choice.callsADay, nowMs, clean };
  let back = record;
  let kept: WordingRecord;
  try {
    const answer = await withAllowance(life.db, asking, async () => {
      const limits = { budgetMs: WORDING.budgetMs.value, signal };
      const { text, ...tokens } = await writer.ask(request.question, limits);
      back = { ...record, ...tokens, receivedBytes: Buffer.byteLength(text) };
      const read = readAnswer(text);
      if (typeof read === "string") throw modelFailed(writer.id, "unexpected_shape", read);
      return read;
    });
    kept = await takeIn(life, row, request, back, answer);
  } catch (error) {
    const fault = modelFaultOf(error);
    if (fault === null) throw error;
    const problem = clean(error instanceof Error ? error.message : String(error));
    if (UNSEEN.has(fault)) {
      await releaseWording(life.db, whose);
      return { told: toldOf(row, { ...record, problem }), isUnseen: true };
    }
    kept = { ...back, state: "failed", problem };
  }
  await keepWording(life.db, whose, kept);
  return { told: toldOf(row, kept), isUnseen: false };
}

function toldOf({ id }: SessionRow, record: WordingRecord): WordedSession {
  const { by, problem, memories, summaries } = record;
  const worded = memories.filter(({ verdict }) => verdict === "worded").length;
  const made = summaries.filter((one) => one.id !== null).length;
  const dropped =
    memories.filter(({ verdict }) => verdict !== "worded" && verdict !== "kept").length +
    summaries.length -
    made;
  return { session: id, by, worded, summaries: made, dropped, problem };
}

/** What it taught and nobody has touched: nothing secret, nothing of doubtful origin, no person's words. */
async function ownMemories(db: Database, { projectId, id }: SessionRow): Promise<Memory[]> {
  const made = await memoriesShownBy(db, projectId, id, 200);
  const candidates = await candidatesShownBy(db, projectId, id);
  const wordsOf = new Map(
    candidates.flatMap((one) => (one.state === "promoted" ? [[one.memoryId, one]] : [])),
  );
  return made
    .filter(({ madeFrom }) => madeFrom.at(-1) === id)
    .map(({ memory }) => memory)
    .filter((memory) => {
      const told = wordsOf.get(memory.id);
      return mayBeSent(memory) && memory.content === told?.content && memory.title === told.title;
    });
}

function mayBeSent(memory: Memory): boolean {
  const { state, supersededBy, visibility, isTainted, needsReview, type } = memory;
  return (
    !namesHome(memory) &&
    isUntouched(memory) &&
    state === "active" &&
    supersededBy === null &&
    visibility !== "secret" &&
    type !== "handoff" &&
    !isTainted &&
    !needsReview
  );
}

/** Where somebody lives is nobody's business, and without it the memory would not be whole. */
function namesHome({ title, content, files, symbols, tags }: Memory): boolean {
  const told = [title, content, ...files, ...symbols, ...tags].join("\n");
  return homeless(told, { root: "" }) !== told;
}

/** Of the same folders, the newest first. */
async function knownBeside(
  db: Database,
  { projectId }: SessionRow,
  own: readonly Memory[],
): Promise<Memory[]> {
  const folders = own.flatMap(({ files }) => files.map((file) => file.replace(/\/?[^/]*$/, "")));
  const ids = new Set(own.map(({ id }) => id));
  const found = new Map<MemoryId, Memory>();
  for (const file of [...new Set(folders)].filter(Boolean).slice(0, FOLDERS)) {
    for (const one of await listMemories(db, { projectId, file, state: "active", limit: 20 }))
      if (!ids.has(one.id) && one.projectId === projectId && mayBeSent(one)) found.set(one.id, one);
  }
  return [...found.values()];
}

/** One transaction: what was worded, what was summed up, and of each what became of it. */
async function takeIn(
  life: Life,
  row: SessionRow,
  { shown }: WordingRequest,
  record: WordingRecord,
  answer: ModelAnswer,
): Promise<WordingRecord> {
  return life.db.transaction(async (tx) => {
    const here = { ...life, db: tx };
    const verdicts = new Map<string, string>();
    for (const note of answer.notes) {
      const target = shown.get(note.id);
      const isKnown = target?.isOwn === true;
      if (!isKnown || verdicts.has(note.id))
        verdicts.set(`?${verdicts.size}`, isKnown ? "said_twice" : "unknown_id");
      else verdicts.set(note.id, await wordNote(here, target, note, record.by));
    }
    const memories = [...shown].flatMap(([id, { memory, isOwn }]) =>
      isOwn ? [{ id: memory.id, verdict: verdicts.get(id) ?? "kept" }] : [],
    );
    const summaries: WordingRecord["summaries"][number][] = [];
    for (const one of answer.summaries)
      summaries.push(await sumUp(here, row, shown, one, summaries.length));
    const strange = [...verdicts].filter(([id]) => id.startsWith("?")).length;
    const problem =
      strange === 0
        ? null
        : `${strange} of its notes have ids that were not asked for, or came twice`;
    return { ...record, state: "answered", problem, memories, summaries };
  });
}

async function wordNote(
  life: Life,
  { memory, ground }: ShownNote,
  { title, text }: WordedNote,
  by: string,
): Promise<string> {
  const told = { title: title.trim(), text: text.trim() };
  const wrong = unfaithful(told, ground, memory.content) ?? secretIn(life, told);
  if (wrong !== null) return wrong;
  if (told.text === memory.content && told.title === memory.title) return "kept";
  const [now] = await getMemories(life.db, [memory.id]);
  if (now === undefined || now.version !== memory.version) return "changed_meanwhile";
  const { content, reason } = screen({ content: told.text, type: memory.type }, admissionOf(life));
  if (reason !== null) return reason;
  const near = nearestTo(life.db, memory.projectId, content);
  const others = async () => (await near()).filter(({ id }) => id !== memory.id);
  const twin = await findDuplicate(life.db, memory.projectId, content, others);
  if (twin !== null && twin.id !== memory.id) return "said_already";
  if ((await findContradiction(others, { ...memory, content })) !== null) return "contradicts";
  await reword(life.db, now, { title: told.title, content, by }, life.moment());
  return "worded";
}

/** What was sent had none: a secret in the answer is an invention, or comes from elsewhere. */
function secretIn({ redaction }: Life, { title, text }: { title: string; text: string }) {
  return redact(`${title}\n${text}`, redaction).findings.length > 0 ? "secret" : null;
}

function admissionOf({ redaction, isStrict }: Life): PromotionContext["admission"] {
  return { redaction, isStrict };
}

async function sumUp(
  life: Life,
  row: SessionRow,
  shown: WordingRequest["shown"],
  { from, title, text }: WordedSummary,
  before: number,
): Promise<WordingRecord["summaries"][number]> {
  const notes = [...new Set(from)].flatMap((id) => shown.get(id) ?? []);
  const ids = notes.map(({ memory }) => memory.id);
  const drop = (verdict: string) => ({ from: ids, verdict, id: null });
  if (before >= WORDING.insights.value) return drop("over_cap");
  if (notes.length !== new Set(from).size) return drop("unknown_id");
  if (notes.length < 2) return drop("too_few_sources");
  const told = { title: title.trim(), text: text.trim() };
  const ground = notes.map((one) => one.ground).join("\n");
  const wrong = unfaithful(told, ground, null) ?? secretIn(life, told);
  if (wrong !== null) return drop(wrong);
  const sources = await getMemories(life.db, ids);
  if (!sources.every(mayBeSent) || sources.length !== ids.length) return drop("changed_meanwhile");
  const minSessions = WORDING.insightSessions.value;
  const { projectId } = row;
  const promotion = await promoteSummary(
    life.db,
    projectId,
    { title: told.title, content: told.text, sources, minSessions },
    contextOf(life, row, sources),
    life.moment(),
  );
  if (typeof promotion === "string") return drop(promotion);
  const { memoryId, candidate } = promotion;
  if (memoryId === null) return drop(candidate.reason ?? "low_quality");
  const [memory] = await getMemories(life.db, [memoryId]);
  const root = (await findProject(life.db, projectId))?.root ?? null;
  if (memory !== undefined)
    await link(life.db, memory, root, (root === null ? null : headOf(root)) ?? row.commit);
  return { from: ids, verdict: "made", id: memoryId };
}

function contextOf(life: Life, row: SessionRow, sources: readonly Memory[]): PromotionContext {
  const { id, outcome, agent, branch, commit, lastEventMs } = row;
  const isStaged = sources.some((one) => one.isStaged);
  const session = {
    id,
    kind: null,
    outcome,
    agent,
    branch,
    commit,
    isStaged,
    endedAtMs: lastEventMs,
  };
  return { session, mode: "automatic", admission: admissionOf(life) };
}
