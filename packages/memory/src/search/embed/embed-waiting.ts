/**
 * The embedding job: computes vectors of this encoder for memories that have none, in batches. Its state is the table, so it
 * can be stopped, killed and restarted at any point, and two jobs may run in parallel.
 */

import { quantize } from "@tacit-memory/encoder";
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../../domain/errors.ts";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import {
  countEmbeddings,
  listUnembedded,
  markComplete,
  putEmbeddings,
} from "../../store/memories/embeddings.ts";
import { getMemoriesInOrder } from "../../store/memories/memories.ts";
import type { Encoder } from "../encoders/encoder.ts";
import { faultOf } from "../models/model-fault.ts";
import { EMBED } from "./limits.ts";
import { textOf } from "./text-of.ts";

export interface EmbedOptions {
  /** Memories per batch; default: the number that suits the encoder when no user waits. */
  readonly batch?: number | undefined;
  /** Maximum memories embedded by this call. */
  readonly limit?: number | undefined;
  /** Whether files, module and type come before the text; see `textOf`. */
  readonly withPrefix: boolean;
  /** False when text leaves this machine; secret memories are then left out. */
  readonly isLocal: boolean;
  readonly onProgress?: ((progress: EmbedProgress) => void) | undefined;
  /** Awaited after each batch, so that a background job can pause or stop. */
  readonly mayGoOn?: (() => Promise<boolean>) | undefined;
  /** Checked between batches and passed to the encoder. */
  readonly signal?: AbortSignal | undefined;
}

export interface EmbedProgress {
  /** Vectors made by this call. */
  readonly done: number;
  /** Memories without a vector at the start of this call. */
  readonly total: number;
}

export interface EmbedReport {
  /** Vectors made by this call. */
  readonly done: number;
  /** Memories that still have no vector. */
  readonly waiting: number;
  /** Secret memories, which are not sent to a remote encoder. */
  readonly kept: number;
  /** Memories that the encoder rejects individually. */
  readonly refused: readonly { readonly id: MemoryId; readonly reason: string }[];
  /** Whether every memory that may have a vector has one. */
  readonly isComplete: boolean;
}

/**
 * Embeds memories, pinned first, then newest. Throws "encoder_failed" as encoding does: finished vectors stay, and the next
 * call continues.
 */
export async function embedWaiting(
  db: Database,
  encoder: Encoder,
  options: EmbedOptions,
): Promise<EmbedReport> {
  const { limit = Number.POSITIVE_INFINITY, isLocal, signal, onProgress, mayGoOn } = options;
  const total = (await countEmbeddings(db, encoder.id)).waiting;
  // The usual case when a user waits for an answer.
  if (total === 0) {
    await markComplete(db, encoder.id);
    return { done: 0, waiting: 0, kept: 0, refused: [], isComplete: true };
  }
  const batchSize = options.batch ?? (encoder.isInstant ? EMBED.batchInstant : EMBED.batchIdle);
  /** Memories that this call has processed without a vector. */
  const passed = new Set<MemoryId>();
  const refused: { id: MemoryId; reason: string }[] = [];
  let [done, withheld] = [0, 0];
  while (done < limit && !signal?.aborted) {
    const size = Math.min(batchSize, limit - done);
    const memories = await nextBatch(db, encoder.id, size, passed);
    if (memories.length === 0) break;
    const { open, secret } = parted(memories, isLocal);
    for (const { id } of secret) passed.add(id);
    withheld += secret.length;
    const encoded = await encodeEach(encoder, open, options);
    for (const item of encoded.refused) passed.add(item.id);
    refused.push(...encoded.refused);
    await putEmbeddings(db, encoder.id, encoded.rows);
    done += encoded.rows.length;
    onProgress?.({ done, total });
    if ((await mayGoOn?.()) === false) break;
  }
  await markComplete(db, encoder.id);
  const { waiting } = await countEmbeddings(db, encoder.id);
  // Queried, because the limit may have been exactly what was left, and a cancelled job may have just finished.
  const isComplete = (await nextBatch(db, encoder.id, 1, passed)).length === 0;
  return { done, waiting, kept: withheld, refused, isComplete };
}

/** Returns the next batch in the order of the list, without the memories in `passed`, which come first in it. */
async function nextBatch(
  db: Database,
  encoderId: string,
  size: number,
  passed: ReadonlySet<MemoryId>,
): Promise<Memory[]> {
  const listed = await listUnembedded(db, encoderId, size + passed.size);
  const ids = listed.filter((id) => !passed.has(id)).slice(0, size);
  return getMemoriesInOrder(db, ids);
}

function parted(memories: readonly Memory[], isLocal: boolean) {
  const isWithheld = (memory: Memory) => !isLocal && memory.visibility === "secret";
  return {
    open: memories.filter((memory) => !isWithheld(memory)),
    secret: memories.filter(isWithheld),
  };
}

interface Encoded {
  readonly rows: Parameters<typeof putEmbeddings>[2];
  readonly refused: readonly { readonly id: MemoryId; readonly reason: string }[];
}

/** A text without any reason to be rejected. */
const PLAIN_TEXT = "The build needs a newer compiler.";
/** Faults that may be caused by a single text and not the server; the other texts of the batch are tried without it. */
const TEXT_FAULTS = new Set(["refused_input", "zero_vector", "not_finite"]);

async function encodeEach(
  encoder: Encoder,
  memories: readonly Memory[],
  options: EmbedOptions,
): Promise<Encoded> {
  if (memories.length === 0) return { rows: [], refused: [] };
  const { withPrefix, signal } = options;
  const texts = memories.map((memory) => textOf(memory, { withPrefix }));
  try {
    const vectors = await encoder.encode(texts, "memory", signal);
    return { rows: memories.flatMap((memory, i) => rowOf(memory, vectors[i])), refused: [] };
  } catch (error) {
    if (signal?.aborted) return { rows: [], refused: [] };
    if (!TEXT_FAULTS.has(faultOf(error) ?? "")) throw error;
    const [only] = memories;
    if (only !== undefined && memories.length === 1) {
      const isTaking = await takesPlainText(encoder, signal);
      return { rows: [], refused: isTaking ? [{ id: only.id, reason: reasonOf(error) }] : [] };
    }
    const half = memories.length >> 1;
    const first = await encodeEach(encoder, memories.slice(0, half), options);
    const second = await encodeEach(encoder, memories.slice(half), options);
    return {
      rows: [...first.rows, ...second.rows],
      refused: [...first.refused, ...second.refused],
    };
  }
}

/**
 * Checks whether the encoder rejects even a plain text, so that the memory is not the cause and everything waits. False:
 * cancelled. Throws "encoder_failed".
 */
async function takesPlainText(encoder: Encoder, signal: AbortSignal | undefined): Promise<boolean> {
  try {
    await encoder.encode([PLAIN_TEXT], "memory", signal);
    return true;
  } catch (error) {
    if (signal?.aborted) return false;
    throw error;
  }
}

function reasonOf(error: unknown): string {
  const reason = MemoryError.is(error) ? error.facts["reason"] : undefined;
  return typeof reason === "string" ? reason : String(error);
}

function rowOf(memory: Memory, vector: Float32Array | undefined): Encoded["rows"] {
  if (vector === undefined) return [];
  const { codes, scale } = quantize(vector);
  const bytes = new Uint8Array(codes.buffer, codes.byteOffset, codes.byteLength);
  const { id: memoryId, version } = memory;
  return [{ memoryId, dims: vector.length, scale, codes: bytes, version }];
}
