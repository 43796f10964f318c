/**
 * Recall by meaning: the active encoder, its vectors in the store, and the index next to the store, opened on first use and
 * kept in sync. Failures here never break a recall or a write: they are stored as a sentence for `status` and `doctor`, and
 * words answer alone.
 */

import { rmSync } from "node:fs";
import { type CodedVector, localDensities, sideFileFault } from "@tacit-memory/encoder";
import { redact } from "@tacit-memory/redact";
import type { MemoryId } from "../domain/ids.ts";
import type { Env } from "../domain/options.ts";
import type { DenseAnswer, DenseFilter, DenseHit } from "../domain/ports/dense.ts";
import type { Emphasis } from "../domain/ports/emphasis.ts";
import type { Meaning, MeaningCondition } from "../domain/ports/meaning.ts";
import { vectorFilesIn } from "../store/index-file-paths.ts";
import {
  countEmbeddings,
  type TypedVector,
  vectorsOfProject,
} from "../store/memories/embeddings.ts";
import { noteSuccess } from "../store/model-use.ts";
import { ignoreUnavailableStore } from "../workspace.ts";
import { inTable, type ShippedMeaning, shippedMeaning } from "./built-in-similarity.ts";
import { embedWaiting } from "./embed/embed-waiting.ts";
import { isBuiltInActive } from "./embed/encoder-settings.ts";
import { EMBED } from "./embed/limits.ts";
import type { Encoder } from "./encoders/encoder.ts";
import { type GuardedEncoder, guardedEncoder } from "./guarded-encoder.ts";
import { createNeighbours } from "./neighbours.ts";
import {
  type EncoderContext,
  failureOf,
  isOff,
  type OpenedEncoder,
  withCircuitBreaker,
} from "./opened-encoder.ts";

export function createMeaning(workspace: EncoderContext, env: Env): Meaning {
  const guarded = guardedEncoder(workspace, env);
  const shipped = shippedMeaning(workspace.db);
  const near = createNeighbours(workspace.db);
  return {
    nearest: (query, filter, limit, emphasis) =>
      withQuery(workspace, guarded, query, emphasis, (opened, vector) =>
        search(opened, vector, filter, limit),
      ),
    inHooks: {
      nearest: async (query, filter, limit, emphasis) => {
        if (isOff(env)) return null;
        try {
          if (!(await isBuiltInActive(workspace.db))) return ofShipped(shipped, query, emphasis);
        } catch (error) {
          return guarded.failed(error);
        }
        return withQuery(workspace, guarded, query, emphasis, async ({ encoder }, vector) => {
          const all = await vectorsOfProject(workspace.db, encoder.id, filter, SMALL_PROJECT);
          const hits = all === null ? [] : nearestOf(all, vector, limit);
          return ofFoundAlone((ids) => inTable(workspace.db, encoder.id, ids), vector, hits);
        });
      },
    },
    neighbours: (query) =>
      guarded.run(async (opened) => {
        if (opened.encoder.isInstant) await embedSome(workspace, opened);
        return near.page(opened, query);
      }),
    isOff: isOff(env),
    problem: guarded.problem,
    keepUp: async (mayWait) => {
      if (!mayWait && !(await isBuiltInActive(workspace.db).catch(() => false))) return;
      await guarded.run((opened) => embedSome(workspace, opened));
    },
    warmUp: async () => {
      await guarded.run(async (opened) => {
        const index = await opened.index();
        await index.refresh();
        await index.load();
      });
    },
    forget: () => rewriteVectorFile(workspace, guarded),
    condition: (isAsked = false) => conditionOf(workspace, guarded, isAsked),
    close: async () => {
      await near.close();
      await shipped.close();
      await guarded.close();
    },
  };
}

/** Calls `body` with the embedding of the query; null if there is none. */
async function withQuery<T>(
  workspace: EncoderContext,
  guarded: GuardedEncoder,
  query: string,
  emphasis: Emphasis,
  body: (opened: OpenedEncoder, vector: Float32Array) => Promise<T>,
): Promise<T | null> {
  return guarded.run(async (opened) => {
    if (opened.encoder.isInstant) await embedSome(workspace, opened);
    const vector = await encodeQuery(workspace, opened, query, emphasis);
    const answer = vector.every((x) => x === 0) ? null : await body(opened, vector);
    guarded.answered();
    return answer;
  });
}

/** Removes forgotten memories from the vector file, and deletes the files of other encoders. */
async function rewriteVectorFile({ home }: EncoderContext, guarded: GuardedEncoder): Promise<void> {
  const own = (await guarded.open())?.path;
  for (const path of vectorFilesIn(home)) if (path !== own) rmSync(path, { force: true });
  const isWritten = await guarded.run(async (opened) => {
    const index = await opened.index();
    await index.refresh();
    await index.flush();
    return index.unwritten === undefined;
  });
  // Rebuilt by the next query.
  if (isWritten !== true && own !== undefined) rmSync(own, { force: true });
}

async function conditionOf(
  workspace: EncoderContext,
  guarded: GuardedEncoder,
  isAsked: boolean,
): Promise<MeaningCondition> {
  if (isAsked) {
    guarded.retryNow();
    await guarded.run(async (opened) => {
      await ask(workspace, opened.encoder);
      guarded.answered();
    });
  }
  await guarded.checkChoice();
  const opened = await guarded.open();
  if (opened === null) {
    const problem = guarded.problem();
    return { encoder: null, dims: null, embedded: 0, waiting: 0, problem, sideFile: null };
  }
  const { encoder } = opened;
  const counts = await countEmbeddings(workspace.db, encoder.id);
  const problem = guarded.problem() ?? (await failureOf(workspace.db, encoder))?.problem ?? null;
  const sideFile = await sideFileProblem(opened, isAsked);
  return { encoder: encoder.id, dims: encoder.dims, ...counts, problem, sideFile };
}

async function sideFileProblem(
  { path, encoder, openIndex }: OpenedEncoder,
  isWhole: boolean,
): Promise<string | null> {
  const { id: encoderId, dims } = encoder;
  const spec = { path, encoderId, dims, prefixDims: dims };
  const fault = sideFileFault(spec, isWhole) ?? (await openIndex())?.unwritten;
  return fault === undefined ? null : `${path}: ${fault}`;
}

/**
 * Embeds memories: all of them with an instant encoder, otherwise a few within a short time; `tacit models embed` does the
 * rest.
 */
async function embedSome(
  workspace: EncoderContext,
  { encoder, isLocal }: OpenedEncoder,
): Promise<void> {
  const { db } = workspace;
  if (encoder.isInstant) {
    await embedWaiting(db, encoder, { withPrefix: false, isLocal: true });
    return;
  }
  const [limit, signal] = [EMBED.batchActive, AbortSignal.timeout(EMBED.writeBudgetMs)];
  await embedWaiting(db, withCircuitBreaker(workspace, encoder), {
    withPrefix: false,
    isLocal,
    limit,
    batch: limit,
    signal,
  });
}

/** Encodes a new text, so that the encoder is called instead of a cache, regardless of recent failures. */
async function ask({ db, moment }: EncoderContext, encoder: Encoder): Promise<void> {
  const signal = AbortSignal.timeout(EMBED.queryBudgetMs);
  await encoder.encode([`does the encoder answer at ${moment().nowMs}`], "query", signal);
  if ((await failureOf(db, encoder)) === undefined) return;
  await noteSuccess(db, encoder.id).catch(ignoreUnavailableStore);
}

/** Encodes a query. Memories were redacted when stored, but a query was not, and it may be sent to another machine. */
async function encodeQuery(
  { moment, redaction }: EncoderContext,
  { encoder, cache }: OpenedEncoder,
  query: string,
  emphasis: Emphasis,
): Promise<Float32Array> {
  const { nowMs } = moment();
  if (encoder.encodeWeighed !== undefined) return encoder.encodeWeighed(query, emphasis);
  if (encoder.isInstant) return cache.encode(query, nowMs);
  const signal = AbortSignal.timeout(EMBED.queryBudgetMs);
  return cache.encode(redact(query, redaction).text, nowMs, signal);
}

async function search(
  opened: OpenedEncoder,
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
  const cosines = new Map(hits.map(({ memoryId, score }) => [memoryId, score]));
  return {
    hits: hits.map(({ memoryId, type, score }) => ({ id: memoryId, type, cosine: score })),
    ...lookedUp((ids) => index.vectorsOf(ids), vector, cosines),
  };
}

/** Maximum memories of a project that are compared one by one without the index, in a short-lived process. */
const SMALL_PROJECT = 3000;

function nearestOf(all: readonly TypedVector[], vector: Float32Array, limit: number): DenseHit[] {
  return all
    .map(({ memoryId, type, scale, codes }) => ({
      id: memoryId,
      type,
      cosine: dot(vector, codes, scale),
    }))
    .sort((a, b) => b.cosine - a.cosine || (a.id < b.id ? -1 : 1))
    .slice(0, limit);
}

/** Answers with the built-in encoder; the chosen one is not called, and its failures do not matter here. */
function ofShipped(shipped: ShippedMeaning, query: string, emphasis: Emphasis): DenseAnswer | null {
  const vector = shipped.vector(query, emphasis);
  return vector.every((x) => x === 0) ? null : ofFoundAlone(shipped.vectorsOf, vector);
}

function ofFoundAlone(
  read: VectorReader,
  vector: Float32Array,
  hits: readonly DenseHit[] = [],
): DenseAnswer {
  const cosines = new Map(hits.map(({ id, cosine }) => [id, cosine]));
  // The gate ignores densities, and a short-lived process would run these loops without compilation.
  return { hits, ...lookedUp(read, vector, cosines), densitiesOf: async () => new Map() };
}

type VectorReader = (ids: readonly MemoryId[]) => Promise<ReadonlyMap<MemoryId, CodedVector>>;

/** Returns each vector once, and the cosines except those in `cosines`. */
function lookedUp(
  read: VectorReader,
  vector: Float32Array,
  cosines: Map<MemoryId, number>,
): Pick<DenseAnswer, "cosinesOf" | "densitiesOf"> {
  const cache = new Map<MemoryId, CodedVector>();
  const vectors = async (ids: readonly MemoryId[]) => {
    const unread = ids.filter((id) => !cache.has(id));
    for (const [id, one] of await read(unread)) cache.set(id, one);
    return ids.flatMap((id) => {
      const codedVector = cache.get(id);
      return codedVector === undefined ? [] : [{ id, ...codedVector }];
    });
  };
  return {
    cosinesOf: async (ids) => {
      const missing = ids.filter((id) => !cosines.has(id));
      for (const { id, scale, codes } of await vectors(missing)) {
        cosines.set(id, dot(vector, codes, scale));
      }
      return cosines;
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
