/** Caches vectors of earlier queries: a few in memory, those of the last days in the store. */
import { createHash } from "node:crypto";
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../../domain/errors.ts";
import { getQueryVector, putQueryVector } from "../../store/query-vectors.ts";
import type { Encoder } from "../encoders/encoder.ts";

export const QUERY_CACHE = {
  /** Days. */
  days: 7,
  /** Maximum rows of the table, over all encoders. */
  maxRows: 5000,
  /** Maximum vectors in memory: 2 MB with 1,024 dimensions. */
  maxInMemory: 500,
} as const;

const DAY_MS = 86_400_000;

export interface QueryCache {
  /** Returns the unit vector of a query. Throws "encoder_failed" as encoding does. */
  readonly encode: (text: string, nowMs: number, signal?: AbortSignal) => Promise<Float32Array>;
  /** Waits until all vectors are stored, which no answer waits for. Call before the store is closed. */
  readonly flush: () => Promise<void>;
}

/** Opens the cache. An instant encoder is not cached, because looking it up would take longer. */
export function openQueryCache(db: Database, encoder: Encoder): QueryCache {
  const recent = new Map<string, Float32Array>();
  let keeping: Promise<void> = Promise.resolve();
  let failure: unknown;
  const remember = (textHash: string, vector: Float32Array) => {
    recent.delete(textHash);
    recent.set(textHash, vector);
    if (recent.size <= QUERY_CACHE.maxInMemory) return;
    for (const oldest of recent.keys()) {
      recent.delete(oldest);
      return;
    }
  };
  return {
    encode: async (text, nowMs, signal) => {
      if (encoder.isInstant) return encodeOne(encoder, text, signal);
      const textHash = createHash("sha256").update(text).digest("hex");
      const sinceMs = nowMs - QUERY_CACHE.days * DAY_MS;
      const key = { encoderId: encoder.id, textHash };
      const cached = recent.get(textHash) ?? (await getQueryVector(db, key, sinceMs));
      if (cached !== null && cached.length === encoder.dims) {
        remember(textHash, cached);
        return cached;
      }
      const vector = await encodeOne(encoder, text, signal);
      remember(textHash, vector);
      // `flush` reports a failure; later vectors are still stored.
      keeping = keeping
        .then(() => keep(db, key, vector, nowMs, sinceMs))
        .catch((error: unknown) => {
          failure ??= error;
        });
      return vector;
    },
    flush: async () => {
      await keeping;
      if (failure !== undefined) throw failure;
    },
  };
}

async function encodeOne(
  encoder: Encoder,
  text: string,
  signal: AbortSignal | undefined,
): Promise<Float32Array> {
  const [vector] = await encoder.encode([text], "query", signal);
  if (vector === undefined) throw new MemoryError("internal", { encoder: encoder.id });
  return vector;
}

async function keep(
  db: Database,
  key: { readonly encoderId: string; readonly textHash: string },
  vector: Float32Array,
  nowMs: number,
  sinceMs: number,
): Promise<void> {
  const maxRows = QUERY_CACHE.maxRows;
  try {
    await putQueryVector(db, key, vector, nowMs, { maxRows, sinceMs });
  } catch (error) {
    // A vector that is not stored costs the next process one call.
    const isOfTheStore = ["store_busy", "store_full", "store_unwritable"] as const;
    if (!isOfTheStore.some((code) => MemoryError.is(error, code))) throw error;
  }
}
