/**
 * Opens the encoder that recall uses, with its cache of queries and access to its vectors; used by `search/meaning.ts`. A
 * slow encoder that failed recently, perhaps in another process, is not called.
 */

import { hashWord } from "@tacit-memory/encoder";
import { lazily } from "@tacit-memory/files";
import { redact } from "@tacit-memory/redact";
import type { Database } from "@tacit-memory/sqlite";
import { MemoryError } from "../domain/errors.ts";
import type { Env } from "../domain/options.ts";
import { vectorFileIn } from "../store/index-file-paths.ts";
import { liveSeqs, vectorStamp, vectorsOf, vectorsSince } from "../store/memories/embeddings.ts";
import { findModelUse, type ModelUse, noteFailure, noteSuccess } from "../store/model-use.ts";
import { ignoreUnavailableStore, type Workspace } from "../workspace.ts";
import { readEncoderSettings } from "./embed/encoder-settings.ts";
import { EMBED } from "./embed/limits.ts";
import { openQueryCache, type QueryCache } from "./embed/query-cache.ts";
import { openBuiltInEncoder } from "./encoders/built-in-encoder.ts";
import type { Encoder } from "./encoders/encoder.ts";
import type { EncoderChoice } from "./encoders/encoder-choice.schema.ts";
import { BUILT_IN, isOnThisMachine } from "./encoders/encoder-choice.ts";
import {
  openVectorIndex,
  type VectorIndex,
  type VectorIndexOptions,
} from "./indexes/vector-index.ts";
import { isOfTheEncoder, problemOf } from "./models/model-fault.ts";

const DAY_MS = 86_400_000;

export interface OpenedEncoder {
  readonly choice: EncoderChoice;
  readonly encoder: Encoder;
  /** Whether no text leaves this machine. */
  readonly isLocal: boolean;
  readonly cache: QueryCache;
  /** Path of the index file. */
  readonly path: string;
  /** Opens the index on first use. */
  readonly index: () => Promise<VectorIndex>;
  /** Returns the index if it was opened; null otherwise. */
  readonly openIndex: () => Promise<VectorIndex | null>;
}

export type EncoderContext = Pick<Workspace, "db" | "home" | "moment" | "redaction">;

export interface EncoderInUse {
  /** Checks whether another encoder was chosen since, so that the next question already uses the new one. */
  readonly checkChoice: () => Promise<void>;
  /** Returns the active encoder; null when meaning is off. Rejects when opening fails; the next call tries again. */
  readonly current: () => Promise<OpenedEncoder | null>;
  readonly close: () => Promise<void>;
}

/**
 * Tracks the encoder in use. A long-lived process notices a choice made in another process: it sends nothing more to the
 * previous encoder and uses the vectors of the new one. `onSwitch`: called because the state of the previous encoder no
 * longer applies.
 */
export function encoderInUse(
  workspace: EncoderContext,
  env: Env,
  onSwitch: () => void,
): EncoderInUse {
  const meaning = lazily(() => openMeaning(workspace, env));
  /** Previous encoders, which a running recall may still use. */
  let givenUp: { readonly opened: OpenedEncoder; readonly atMs: number }[] = [];

  const checkChoice = async (): Promise<void> => {
    const { nowMs } = workspace.moment();
    const over = givenUp.filter(({ atMs }) => nowMs - atMs > EMBED.givenUpMs);
    givenUp = givenUp.filter((item) => !over.includes(item));
    for (const { opened } of over) await closeOpened(opened);
    const before = meaning.current();
    const opened = await before;
    if (opened === null || opened === undefined) return;
    const choice = await activeChoice(workspace.db, env);
    if (meaning.current() !== before || JSON.stringify(choice) === JSON.stringify(opened.choice))
      return;
    meaning.forget();
    givenUp.push({ opened, atMs: nowMs });
    onSwitch();
  };

  return {
    // An error in reading the choice also prevents opening, which reports it.
    checkChoice: () => checkChoice().catch(() => undefined),
    current: meaning.open,
    close: async () => {
      const opened = await meaning.current()?.catch(() => null);
      for (const item of givenUp) await closeOpened(item.opened);
      if (opened !== null && opened !== undefined) await closeOpened(opened);
    },
  };
}

async function closeOpened({ cache, encoder, openIndex }: OpenedEncoder): Promise<void> {
  await cache.flush().catch(() => undefined);
  (await openIndex())?.close();
  await encoder.close();
}

async function openMeaning(workspace: EncoderContext, env: Env): Promise<OpenedEncoder | null> {
  const { db, home } = workspace;
  const choice = await activeChoice(db, env);
  if (choice === null) return null;
  const encoder = await openChoice(choice, home, env);
  const path = vectorFileIn(home, hashWord(encoder.id));
  const index = lazily(() => indexOf(db, encoder, { path }));
  return {
    choice,
    encoder,
    isLocal: isOnThisMachine(choice),
    cache: openQueryCache(db, withCircuitBreaker(workspace, encoder)),
    path,
    index: index.open,
    openIndex: async () => (await index.current()) ?? null,
  };
}

/** Opens an index of this encoder's vectors that follows the store. Without a path it exists in memory only. */
export function indexOf(
  db: Database,
  { id: encoderId, dims }: Pick<Encoder, "id" | "dims">,
  how: Pick<VectorIndexOptions, "path" | "limits">,
): Promise<VectorIndex> {
  return openVectorIndex({
    ...how,
    encoderId,
    dims,
    rows: {
      since: (seq, limit) => vectorsSince(db, encoderId, seq, limit),
      stamp: () => vectorStamp(db, encoderId),
      liveSeqs: () => liveSeqs(db, encoderId),
      of: (ids) => vectorsOf(db, encoderId, ids),
    },
  });
}

/** Thrown when the encoder failed recently, perhaps in another process. It is not called again before `retryAfterMs`. */
export class EncoderUnavailable extends Error {
  readonly retryAfterMs: number;

  constructor({ problem, silentUntilMs }: ModelUse) {
    super(problem ?? "");
    this.retryAfterMs = silentUntilMs;
  }
}

/** Returns the last failure of a slow encoder, in any process, because hooks and commands run only briefly. */
export async function failureOf(db: Database, encoder: Encoder): Promise<ModelUse | undefined> {
  if (encoder.isInstant) return undefined;
  const use = await findModelUse(db, encoder.id);
  return use?.problem == null ? undefined : use;
}

/** Wraps an encoder in a circuit breaker that all processes share. `encode` throws EncoderUnavailable while it is open. */
export function withCircuitBreaker({ db, moment }: EncoderContext, encoder: Encoder): Encoder {
  if (encoder.isInstant) return encoder;
  return {
    ...encoder,
    encode: async (texts, as, signal) => {
      const failure = await failureOf(db, encoder);
      const leftMs = (failure?.silentUntilMs ?? 0) - moment().nowMs;
      // More time left than the pause itself means that the clock was set back.
      const isSilent = leftMs > 0 && leftMs <= EMBED.silenceMs;
      if (failure !== undefined && isSilent) throw new EncoderUnavailable(failure);
      const vectors = await encoder.encode(texts, as, signal);
      if (failure !== undefined) await noteSuccess(db, encoder.id).catch(ignoreUnavailableStore);
      return vectors;
    },
  };
}

export async function keepFailure(
  workspace: EncoderContext,
  encoder: Encoder,
  error: unknown,
): Promise<void> {
  if (encoder.isInstant || !isOfTheEncoder(error)) return;
  const { nowMs } = workspace.moment();
  const failure = {
    day: Math.floor(nowMs / DAY_MS),
    maxFailures: 1,
    untilMs: nowMs + EMBED.silenceMs,
    problem: redact(problemOf(error), workspace.redaction).text,
  };
  await noteFailure(workspace.db, encoder.id, failure);
}

export function isOff(env: Env): boolean {
  return env["TACIT_ENCODER"]?.trim() === "off";
}

/** Returns the active choice; null when meaning is off. */
async function activeChoice(db: Database, env: Env): Promise<EncoderChoice | null> {
  if (isOff(env)) return null;
  const setting = env["TACIT_ENCODER"]?.trim() ?? "";
  if (setting === "built-in") return BUILT_IN;
  if (setting === "") return (await readEncoderSettings(db)).active;
  throw new MemoryError("usage", { TACIT_ENCODER: setting, expected: "off or built-in" });
}

/** Opens the encoder of a choice; the built-in one directly, because hooks wait for it. */
async function openChoice(choice: EncoderChoice, home: string, env: Env): Promise<Encoder> {
  if (choice.kind === "built-in") return openBuiltInEncoder();
  const { openEncoder } = await import("./encoders/open-encoder.ts");
  return openEncoder(choice, { home, env });
}
