/**
 * The embedding job: memories without a vector of this encoder get one, a batch at a time. Its state is the
 * table, so it may be stopped, killed and started again anywhere, and two may run at once.
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
import { getMemories } from "../../store/memories/memories.ts";
import type { Encoder } from "../encoders/encoder.ts";
import { faultOf } from "../models/model-fault.ts";
import { EMBED } from "./limits.ts";
import { textOf } from "./text-of.ts";

export interface EmbedOptions {
  /** Memories a batch; default: as many as suit the encoder when nobody waits. */
  readonly batch?: number | undefined;
  /** Stops after this many. */
  readonly limit?: number | undefined;
  /** Files, module and type before the text; see `textOf`. */
  readonly withPrefix: boolean;
  /** False where text leaves this machine: secret memories are then left out. */
  readonly isLocal: boolean;
  readonly onProgress?: ((progress: EmbedProgress) => void) | undefined;
  /** Asked after each batch: whoever works beside others waits here a moment, or stops. */
  readonly mayGoOn?: (() => Promise<boolean>) | undefined;
  /** Looked at between batches, and given to the encoder. */
  readonly signal?: AbortSignal | undefined;
}

export interface EmbedProgress {
  /** Vectors made by this call. */
  readonly done: number;
  /** At the start of this call. */
  readonly total: number;
}

export interface EmbedReport {
  /** Vectors made by this call. */
  readonly done: number;
  /** Memories that still have none. */
  readonly waiting: number;
  /** Secret ones, which no encoder elsewhere is given. */
  readonly kept: number;
  /** Those that the encoder refuses, each by itself. */
  readonly refused: readonly { readonly id: MemoryId; readonly reason: string }[];
  /** Every memory that may have a vector has one. */
  readonly isComplete: boolean;
}

/**
 * Pinned first, then newest. Throws "encoder_failed" as encoding does: what was embedded before stays, and the
 * next call goes on there.
 */
export async function embedWaiting(
  db: Database,
  encoder: Encoder,
  options: EmbedOptions,
): Promise<EmbedReport> {
  const { limit = Number.POSITIVE_INFINITY, isLocal, signal, onProgress, mayGoOn } = options;
  const total = (await countEmbeddings(db, encoder.id)).waiting;
  // As nearly always where somebody waits for an answer.
  if (total === 0) {
    await markComplete(db, encoder.id);
    return { done: 0, waiting: 0, kept: 0, refused: [], isComplete: true };
  }
  const most = options.batch ?? (encoder.isInstant ? EMBED.batchInstant : EMBED.batchIdle);
  /** Seen by this call and left without a vector. */
  const passed = new Set<MemoryId>();
  const refused: { id: MemoryId; reason: string }[] = [];
  let [done, withheld] = [0, 0];
  while (done < limit && !signal?.aborted) {
    const size = Math.min(most, limit - done);
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
  // Looked up, since the limit may have been all there was left, and one called off may have ended just then.
  const isComplete = (await nextBatch(db, encoder.id, 1, passed)).length === 0;
  return { done, waiting, kept: withheld, refused, isComplete };
}

/** In the order of the list; those of `passed` come before them in it and are skipped. */
async function nextBatch(
  db: Database,
  encoderId: string,
  size: number,
  passed: ReadonlySet<MemoryId>,
): Promise<Memory[]> {
  const listed = await listUnembedded(db, encoderId, size + passed.size);
  const ids = listed.filter((id) => !passed.has(id)).slice(0, size);
  const found = new Map((await getMemories(db, ids)).map((memory) => [memory.id, memory]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

function parted(memories: readonly Memory[], isLocal: boolean) {
  const isKept = (memory: Memory) => !isLocal && memory.visibility === "secret";
  return { open: memories.filter((memory) => !isKept(memory)), secret: memories.filter(isKept) };
}

interface Encoded {
  readonly rows: Parameters<typeof putEmbeddings>[2];
  readonly refused: readonly { readonly id: MemoryId; readonly reason: string }[];
}

/** There is nothing in it to refuse. */
const PLAIN_TEXT = "The build needs a newer compiler.";
/** What may be wrong with one text and not with the server: the others of its batch are tried without it. */
const OF_THE_TEXT = new Set(["refused_input", "zero_vector", "not_finite"]);

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
    if (!OF_THE_TEXT.has(faultOf(error) ?? "")) throw error;
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

/** Refusing this too, it is not the memory that is at fault: everything waits. False: called off. Throws "encoder_failed". */
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
