/** Limits of the encoders that a user can choose: batch sizes, dimensions, downloads. */

export const BATCH = {
  /** Texts per call to Ollama. */
  ollama: 16,
  /** Texts per call to an OpenAI-compatible server. OpenAI allows 2,048, others fewer. */
  openai: 64,
  /** Texts per run of a local ONNX model. */
  onnx: 16,
} as const;

export const OLLAMA = {
  /** GB of free memory for the 8b model. */
  roomFor8bGb: 32,
  /** GB of free memory for the 4b model, whose weights take 2.5 GB. */
  roomFor4bGb: 8,
  /** Maximum dimensions used of a Matryoshka model. */
  dims: 1024,
} as const;

export const DOWNLOAD = {
  /** Milliseconds without a byte after which a download is stalled. */
  idleMs: 30_000,
  /** Maximum attempts after the first. Each continues where the last stopped. */
  retries: 5,
  /**
   * Milliseconds after which an interrupted download may start again. A running download renews its lease three times within
   * this time.
   */
  leaseMs: 15_000,
} as const;
