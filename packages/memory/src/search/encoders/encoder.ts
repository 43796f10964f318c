/** What turns a text into a unit vector? One contract for the built-in encoder and for the ones a user chooses. */

/** A question is written differently from what answers it; some models are told which of the two they read. */
export type EncoderInput = "query" | "memory";

export interface Encoder {
  /** Stable: names the model, its revision and its dimensions; vectors of two ids never meet. */
  readonly id: string;
  readonly dims: number;
  /** Answers in microseconds, in this process, without I/O. */
  readonly isInstant: boolean;
  /** A cosine below this is that of two texts about different things; absent where nobody measured it. */
  readonly leastCosine?: number | undefined;
  /** One unit vector of `dims` per text, in order. Throws MemoryError "encoder_failed" (with what and why). */
  encode(texts: readonly string[], as: EncoderInput, signal?: AbortSignal): Promise<Float32Array[]>;
  /** A query whose words count differently; absent where the encoder cannot weigh words. */
  encodeWeighed?(text: string, emphasis: (word: string) => number): Float32Array;
  close(): Promise<void>;
}
