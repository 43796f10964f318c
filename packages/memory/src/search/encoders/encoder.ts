/** Interface for encoders, which turn a text into a unit vector: the built-in encoder and those a user can choose. */

/**
 * The kind of input. A question is worded differently from its answer; some models must be told which of the two they read.
 */
export type EncoderInput = "query" | "memory";

export interface Encoder {
  /** Stable id of the model, its revision and its dimensions; vectors of different ids are never compared. */
  readonly id: string;
  readonly dims: number;
  /** Whether it answers in microseconds, in this process, without I/O. */
  readonly isInstant: boolean;
  /** Cosine below which two texts are about different things; absent when not measured. */
  readonly leastCosine?: number | undefined;
  /** Returns one unit vector of `dims` per text, in order. Throws MemoryError "encoder_failed" (with what and why). */
  encode(texts: readonly string[], as: EncoderInput, signal?: AbortSignal): Promise<Float32Array[]>;
  /** Encodes a query with weighted words; absent when the encoder cannot weigh words. */
  encodeWeighed?(text: string, emphasis: (word: string) => number): Float32Array;
  close(): Promise<void>;
}
