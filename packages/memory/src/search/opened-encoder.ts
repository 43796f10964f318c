/**
 * Which encoder recall uses, opened with its cache of queries and the way to its vectors: what `search/meaning.ts`
 * asks. One that takes time and failed a moment ago, perhaps in another process, is left alone.
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
import { leaveToTheNext, type Workspace } from "../workspace.ts";
import { readEncoderSettings } from "./embed/encoder-settings.ts";
import { EMBED } from "./embed/limits.ts";
import { openQueryCache, type QueryCache } from "./embed/query-cache.ts";
import { openBuiltInEncoder } from "./encoders/built-in-encoder.ts";
import type { Encoder } from "./encoders/encoder.ts";
import type { EncoderChoice } from "./encoders/encoder-choice.schema.ts";
import { BUILT_IN, isOnThisMachine } from "./encoders/encoder-choice.ts";
import { openVectorIndex, type VectorIndex } from "./indexes/vector-index.ts";
import { isOfTheEncoder, problemOf } from "./models/model-fault.ts";

const DAY_MS = 86_400_000;

export interface OpenedEncoder {
  readonly choice: EncoderChoice;
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

export type Basis = Pick<Workspace, "db" | "home" | "moment" | "redaction">;

export interface EncoderInUse {
  /** Whether another was chosen since: a setting is read, so that even the next question is of the new one. */
  readonly look: () => Promise<void>;
  /** Null where it is off. Rejects as opening does, and is tried again by the next call. */
  readonly current: () => Promise<OpenedEncoder | null>;
  readonly close: () => Promise<void>;
}

/**
 * A process that lives long hears of a choice that another one made: nothing more is sent to an encoder that was
 * given up, and the vectors of the new one are used. `onSwitch`: what was known of the one before says nothing any more.
 */
export function encoderInUse(workspace: Basis, env: Env, onSwitch: () => void): EncoderInUse {
  const meaning = lazily(() => openMeaning(workspace, env));
  /** An answer that is on its way may still read of them. */
  let givenUp: { readonly opened: OpenedEncoder; readonly atMs: number }[] = [];

  const look = async (): Promise<void> => {
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
    // What keeps it from being read keeps it from being opened as well, which tells of it.
    look: () => look().catch(() => undefined),
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

async function openMeaning(workspace: Basis, env: Env): Promise<OpenedEncoder | null> {
  const { db, home } = workspace;
  const choice = await activeChoice(db, env);
  if (choice === null) return null;
  const encoder = await openChoice(choice, home, env);
  const { id: encoderId, dims } = encoder;
  const path = vectorFileIn(home, hashWord(encoderId));
  const index = lazily(() =>
    openVectorIndex({
      path,
      encoderId,
      dims,
      rows: {
        since: (seq, limit) => vectorsSince(db, encoderId, seq, limit),
        stamp: () => vectorStamp(db, encoderId),
        liveSeqs: () => liveSeqs(db, encoderId),
        of: (ids) => vectorsOf(db, encoderId, ids),
      },
    }),
  );
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

/** The encoder failed a moment ago, perhaps in another process, and is not called again before `retryAfterMs`. */
export class EncoderUnavailable extends Error {
  readonly retryAfterMs: number;

  constructor({ problem, silentUntilMs }: ModelUse) {
    super(problem ?? "");
    this.retryAfterMs = silentUntilMs;
  }
}

/** The last failure of an encoder that takes time, in any process, because hooks and commands run only for a moment. */
export async function failureOf(db: Database, encoder: Encoder): Promise<ModelUse | undefined> {
  if (encoder.isInstant) return undefined;
  const use = await findModelUse(db, encoder.id);
  return use?.problem == null ? undefined : use;
}

/** The encoder with a circuit breaker that all processes share. `encode` throws EncoderUnavailable while it is open. */
export function withCircuitBreaker({ db, moment }: Basis, encoder: Encoder): Encoder {
  if (encoder.isInstant) return encoder;
  return {
    ...encoder,
    encode: async (texts, as, signal) => {
      const failure = await failureOf(db, encoder);
      const leftMs = (failure?.silentUntilMs ?? 0) - moment().nowMs;
      // A longer time than the pause itself means that the clock was set back.
      const isSilent = leftMs > 0 && leftMs <= EMBED.silenceMs;
      if (failure !== undefined && isSilent) throw new EncoderUnavailable(failure);
      const vectors = await encoder.encode(texts, as, signal);
      if (failure !== undefined) await noteSuccess(db, encoder.id).catch(leaveToTheNext);
      return vectors;
    },
  };
}

export async function keepFailure(
  workspace: Basis,
  encoder: Encoder,
  error: unknown,
): Promise<void> {
  if (encoder.isInstant || !isOfTheEncoder(error)) return;
  const { nowMs } = workspace.moment();
  const failure = {
    day: Math.floor(nowMs / DAY_MS),
    most: 1,
    untilMs: nowMs + EMBED.silenceMs,
    problem: redact(problemOf(error), workspace.redaction).text,
  };
  await noteFailure(workspace.db, encoder.id, failure);
}

export function isOff(env: Env): boolean {
  return env["TACIT_ENCODER"]?.trim() === "off";
}

/** Null where it is off. */
async function activeChoice(db: Database, env: Env): Promise<EncoderChoice | null> {
  if (isOff(env)) return null;
  const setting = env["TACIT_ENCODER"]?.trim() ?? "";
  if (setting === "built-in") return BUILT_IN;
  if (setting === "") return (await readEncoderSettings(db)).active;
  throw new MemoryError("usage", { TACIT_ENCODER: setting, expected: "off or built-in" });
}

/** Opens the built-in encoder directly, because hooks wait for it. */
async function openChoice(choice: EncoderChoice, home: string, env: Env): Promise<Encoder> {
  if (choice.kind === "built-in") return openBuiltInEncoder();
  const { openEncoder } = await import("./encoders/open-encoder.ts");
  return openEncoder(choice, { home, env });
}
