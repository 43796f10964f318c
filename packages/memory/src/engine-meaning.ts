/**
 * Recall by meaning behind the stage that uses it: the active encoder, its vectors in the store, the index beside
 * the store, all opened when first asked for and kept in step. Nothing here may break a recall or a write:
 * what goes wrong is kept as a sentence for `status` and `doctor`, and words answer alone.
 */
import { rmSync } from "node:fs";
import { MemoryError } from "./domain/errors.ts";
import type { MemoryId } from "./domain/ids.ts";
import { embedWaiting } from "./embed/embed-waiting.ts";
import { readEncoderSettings } from "./embed/encoder-settings.ts";
import { openQueryCache, type QueryCache } from "./embed/query-cache.ts";
import { EMBED } from "./embed/tuning.ts";
import type { Encoder } from "./encoders/encoder.ts";
import type { EncoderChoice } from "./encoders/encoder-choice.schema.ts";
import { BUILT_IN, isOnThisMachine } from "./encoders/encoder-choice.ts";
import { faultOf } from "./encoders/fault.ts";
import { openBuiltInEncoder } from "./encoders/static-encoder.ts";
import { hashWord } from "./encoders/tokenizer.ts";
import { vectorFileIn, vectorFilesIn } from "./home-folder.ts";
import { type CodedVector, localDensities } from "./indexes/local-density.ts";
import { openVectorIndex, type VectorIndex } from "./indexes/vector-index.ts";
import { type Life, leaveToTheNext } from "./life.ts";
import { redact } from "./privacy/redact.ts";
import type { Dense, DenseAnswer, DenseFilter } from "./recall/dense.ts";
import type { Emphasis } from "./recall/text/emphasis.ts";
import type { Database } from "./store/drivers/driver.ts";
import {
  countEmbeddings,
  liveSeqs,
  vectorStamp,
  vectorsOf,
  vectorsSince,
} from "./store/embeddings.ts";
import { findModelUse, type ModelUse, noteFailure, noteSuccess } from "./store/model-use.ts";

const DAY_MS = 86_400_000;

export interface MeaningCondition {
  /** Null when there is no encoder, or none that answers. */
  readonly encoder: string | null;
  readonly dims: number | null;
  /** Vectors of it there are, and memories that have none yet. */
  readonly embedded: number;
  readonly waiting: number;
  /** What went wrong last, with the encoder or the index beside the store; null when nothing did. */
  readonly problem: string | null;
}

export interface Meaning extends Dense {
  /**
   * Looks for nobody: only how near those are that words found, from the table, without the index. All that the
   * gate asks for, and a hook has no time for more.
   */
  readonly ofFound: Dense;
  /** Turned off by `TACIT_ENCODER`: words alone are wanted. */
  readonly isOff: boolean;
  /** Embeds what was written, as far as that takes no waiting. */
  readonly keepUp: () => Promise<void>;
  /** Takes what was forgotten out of the file beside the store, too. */
  readonly forget: () => Promise<void>;
  /** Why it did not answer what it was asked last; null: it did, or is turned off. */
  readonly problem: () => string | null;
  /** `isAsked`: the encoder has to answer a question first. */
  readonly condition: (isAsked?: boolean) => Promise<MeaningCondition>;
  readonly close: () => Promise<void>;
}

interface Open {
  readonly encoder: Encoder;
  /** Nothing of a text leaves this machine. */
  readonly isLocal: boolean;
  readonly cache: QueryCache;
  /** Of the index's file. */
  readonly path: string;
  /** Opened when somebody is looked for. */
  readonly index: () => Promise<VectorIndex>;
  /** Null until then. */
  readonly openIndex: () => Promise<VectorIndex | null>;
}

type Basis = Pick<Life, "db" | "home" | "moment" | "redaction">;
type Env = Readonly<Record<string, string | undefined>>;

export function createMeaning(life: Basis, env: Env): Meaning {
  let opening: Promise<Open | null> | null = null;
  let problem: string | null = null;
  let silentUntilMs = 0;

  const failed = (error: unknown): null => {
    problem = error instanceof Error ? error.message : String(error);
    silentUntilMs = life.moment().nowMs + EMBED.silenceMs.value;
    return null;
  };
  const open = (): Promise<Open | null> => {
    opening ??= openMeaning(life, env).catch((error) => {
      opening = null;
      return failed(error);
    });
    return opening;
  };
  const isSilent = () => life.moment().nowMs < silentUntilMs;
  const guarded = async <T>(body: (open: Open) => Promise<T>): Promise<T | null> => {
    if (isSilent()) return null;
    const opened = await open();
    if (opened === null) return null;
    try {
      return await body(opened);
    } catch (error) {
      if (error instanceof LeftAlone) {
        problem = error.message;
        silentUntilMs = error.untilMs;
        return null;
      }
      await keepFailure(life, opened.encoder, error).catch(failed);
      return failed(error);
    }
  };
  const asked = async <T>(
    query: string,
    emphasis: Emphasis,
    body: (opened: Open, vector: Float32Array) => Promise<T>,
  ): Promise<T | null> =>
    guarded(async (opened) => {
      if (opened.encoder.isInstant) await embedSome(life, opened);
      const vector = await encodeQuery(life, opened, query, emphasis);
      const answer = vector.every((x) => x === 0) ? null : await body(opened, vector);
      problem = null;
      return answer;
    });

  return {
    nearest: (query, filter, limit, emphasis) =>
      asked(query, emphasis, (opened, vector) => search(opened, vector, filter, limit)),
    ofFound: {
      nearest: (query, _filter, _limit, emphasis) =>
        asked(query, emphasis, async ({ encoder }, vector) => ({
          hits: [],
          ...lookedUp((ids) => inTable(life.db, encoder.id, ids), vector, new Map()),
          // The gate does not look at it, and a process that lives for milliseconds would interpret the loops.
          densitiesOf: async () => new Map(),
        })),
    },
    isOff: isOff(env),
    problem: () => problem,
    keepUp: async () => {
      await guarded((opened) => embedSome(life, opened));
    },
    forget: async () => {
      const own = (await open())?.path;
      for (const path of vectorFilesIn(life.home)) if (path !== own) rmSync(path, { force: true });
      const isWritten = await guarded(async (opened) => {
        const index = await opened.index();
        await index.refresh();
        await index.flush();
        return index.unwritten === undefined;
      });
      // Made anew by the next question.
      if (isWritten !== true && own !== undefined) rmSync(own, { force: true });
    },
    condition: async (isAsked = false) => {
      if (isAsked) {
        silentUntilMs = 0;
        await guarded(async (opened) => {
          await ask(life, opened.encoder);
          problem = null;
        });
      }
      const opened = await open();
      if (opened === null) return { encoder: null, dims: null, embedded: 0, waiting: 0, problem };
      const { encoder } = opened;
      const counts = await countEmbeddings(life.db, encoder.id);
      const untold = (await opened.openIndex())?.unwritten;
      const unwritten = untold === undefined ? null : `its side file: ${untold}`;
      const told = problem ?? (await failureOf(life.db, encoder))?.problem ?? unwritten;
      return { encoder: encoder.id, dims: encoder.dims, ...counts, problem: told };
    },
    close: async () => {
      const opened = await opening;
      if (opened === null || opened === undefined) return;
      await opened.cache.flush().catch(failed);
      (await opened.openIndex())?.close();
      await opened.encoder.close();
    },
  };
}

async function openMeaning(life: Basis, env: Env): Promise<Open | null> {
  const { db, home } = life;
  const choice = await activeChoice(db, env);
  if (choice === null) return null;
  const encoder = await openChoice(choice, home, env);
  const { id: encoderId, dims } = encoder;
  const path = vectorFileIn(home, hashWord(encoderId));
  let opening: Promise<VectorIndex> | null = null;
  const index = () => {
    opening ??= openVectorIndex({
      path,
      encoderId,
      dims,
      rows: {
        since: (seq, limit) => vectorsSince(db, encoderId, seq, limit),
        stamp: () => vectorStamp(db, encoderId),
        liveSeqs: () => liveSeqs(db, encoderId),
        of: (ids) => vectorsOf(db, encoderId, ids),
      },
    });
    // One that could not be opened is tried again by the next question.
    opening.catch(() => {
      opening = null;
    });
    return opening;
  };
  return {
    encoder,
    isLocal: isOnThisMachine(choice),
    cache: openQueryCache(db, heedful(life, encoder)),
    path,
    index,
    openIndex: async () => opening,
  };
}

/** An encoder that failed a moment ago, perhaps in another process, is not asked. */
class LeftAlone extends Error {
  readonly untilMs: number;

  constructor({ problem, silentUntilMs }: ModelUse) {
    super(problem ?? "");
    this.untilMs = silentUntilMs;
  }
}

/** What an encoder that takes time failed with last, in whichever process: hooks and commands live for a moment. */
async function failureOf(db: Database, encoder: Encoder): Promise<ModelUse | undefined> {
  if (encoder.isInstant) return undefined;
  const use = await findModelUse(db, encoder.id);
  return use?.problem == null ? undefined : use;
}

/** The encoder that heeds what other processes saw of it. Throws "LeftAlone". */
function heedful({ db, moment }: Basis, encoder: Encoder): Encoder {
  if (encoder.isInstant) return encoder;
  return {
    ...encoder,
    encode: async (texts, as, signal) => {
      const failure = await failureOf(db, encoder);
      const leftMs = (failure?.silentUntilMs ?? 0) - moment().nowMs;
      // Longer than any silence, it is of a clock that was put back since.
      const isSilent = leftMs > 0 && leftMs <= EMBED.silenceMs.value;
      if (failure !== undefined && isSilent) throw new LeftAlone(failure);
      const vectors = await encoder.encode(texts, as, signal);
      if (failure !== undefined) await noteSuccess(db, encoder.id).catch(leaveToTheNext);
      return vectors;
    },
  };
}

async function keepFailure(life: Basis, encoder: Encoder, error: unknown): Promise<void> {
  if (encoder.isInstant || faultOf(error) === null) return;
  const { nowMs } = life.moment();
  const told = {
    day: Math.floor(nowMs / DAY_MS),
    most: 1,
    untilMs: nowMs + EMBED.silenceMs.value,
    problem: redact((error as Error).message, life.redaction).text,
  };
  await noteFailure(life.db, encoder.id, told);
}

function isOff(env: Env): boolean {
  return env["TACIT_ENCODER"]?.trim() === "off";
}

/** Null where it is off. */
async function activeChoice(db: Database, env: Env): Promise<EncoderChoice | null> {
  if (isOff(env)) return null;
  const told = env["TACIT_ENCODER"]?.trim() ?? "";
  if (told === "built-in") return BUILT_IN;
  if (told === "") return (await readEncoderSettings(db)).active;
  throw new MemoryError("usage", { TACIT_ENCODER: told, expected: "off or built-in" });
}

/** The built-in one by the shortest way: a hook waits for it. */
async function openChoice(choice: EncoderChoice, home: string, env: Env): Promise<Encoder> {
  if (choice.kind === "built-in") return openBuiltInEncoder();
  const { openEncoder } = await import("./encoders/open-encoder.ts");
  return openEncoder(choice, { home, env });
}

/** At once where that is instant; elsewhere a few, for no longer than a moment: `tacit models embed` does the rest. */
async function embedSome(life: Basis, { encoder, isLocal }: Open): Promise<void> {
  const { db } = life;
  if (encoder.isInstant) {
    await embedWaiting(db, encoder, { withPrefix: false, isLocal: true });
    return;
  }
  const [limit, signal] = [EMBED.batchActive.value, AbortSignal.timeout(EMBED.writeBudgetMs.value)];
  await embedWaiting(db, heedful(life, encoder), {
    withPrefix: false,
    isLocal,
    limit,
    batch: limit,
    signal,
  });
}

/** A text nobody asked before, so that no cache answers in the encoder's place; whatever it did a moment ago. */
async function ask({ db, moment }: Basis, encoder: Encoder): Promise<void> {
  const signal = AbortSignal.timeout(EMBED.queryBudgetMs.value);
  await encoder.encode([`does the encoder answer at ${moment().nowMs}`], "query", signal);
  if ((await failureOf(db, encoder)) === undefined) return;
  await noteSuccess(db, encoder.id).catch(leaveToTheNext);
}

/** Memories were redacted as they were written; a question was not, and it may be sent elsewhere. */
async function encodeQuery(
  { moment, redaction }: Basis,
  { encoder, cache }: Open,
  query: string,
  emphasis: Emphasis,
): Promise<Float32Array> {
  const { nowMs } = moment();
  if (encoder.encodeWeighed !== undefined) return encoder.encodeWeighed(query, emphasis);
  if (encoder.isInstant) return cache.encode(query, nowMs);
  const signal = AbortSignal.timeout(EMBED.queryBudgetMs.value);
  return cache.encode(redact(query, redaction).text, nowMs, signal);
}

async function search(
  opened: Open,
  vector: Float32Array,
  filter: DenseFilter,
  limit: number,
): Promise<DenseAnswer | null> {
  const index = await opened.index();
  await index.refresh();
  if (index.size === 0) return null;
  const { projectId, ...rest } = filter;
  const { encoder } = opened;
  const nearest = await index.search(vector, { projectIds: [projectId], ...rest }, limit);
  const hits = nearest.filter(({ score }) => score >= (encoder.leastCosine ?? -1));
  const known = new Map(hits.map(({ memoryId, score }) => [memoryId, score]));
  return {
    hits: hits.map(({ memoryId, type, score }) => ({ id: memoryId, type, cosine: score })),
    ...lookedUp((ids) => index.vectorsOf(ids), vector, known),
  };
}

async function inTable(db: Database, encoderId: string, ids: readonly MemoryId[]) {
  const rows = await vectorsOf(db, encoderId, ids);
  return new Map(rows.map((row): [MemoryId, CodedVector] => [row.memoryId, row]));
}

/** Each vector once; cosines but for those `known`. */
function lookedUp(
  read: (ids: readonly MemoryId[]) => Promise<ReadonlyMap<MemoryId, CodedVector>>,
  vector: Float32Array,
  known: Map<MemoryId, number>,
): Pick<DenseAnswer, "cosinesOf" | "densitiesOf"> {
  const kept = new Map<MemoryId, CodedVector>();
  const vectors = async (ids: readonly MemoryId[]) => {
    const unread = ids.filter((id) => !kept.has(id));
    for (const [id, one] of await read(unread)) kept.set(id, one);
    return ids.flatMap((id) => {
      const one = kept.get(id);
      return one === undefined ? [] : [{ id, ...one }];
    });
  };
  return {
    cosinesOf: async (ids) => {
      const asked = ids.filter((id) => !known.has(id));
      for (const { id, scale, codes } of await vectors(asked)) {
        known.set(id, dot(vector, codes, scale));
      }
      return known;
    },
    densitiesOf: async (ids, neighbours) => {
      const found = await vectors(ids);
      const densities = localDensities(found, neighbours);
      return new Map(found.map(({ id }, i) => [id, densities[i] ?? 0]));
    },
  };
}

function dot(query: Float32Array, codes: Uint8Array, scale: number): number {
  const signed = new Int8Array(codes.buffer, codes.byteOffset, codes.byteLength);
  let sum = 0;
  for (let d = 0; d < query.length; d++) sum += (query[d] ?? 0) * (signed[d] ?? 0);
  return sum * scale;
}
