/** Encodes many texts in batches; every adapter has its own batch size. */
import { calledOff, encoderErrors } from "../models/model-fault.ts";

/** Returns the vectors in order. Throws "encoder_failed" between two batches once the signal is aborted. */
export async function inBatches(
  encoder: string,
  texts: readonly string[],
  size: number,
  signal: AbortSignal | undefined,
  encode: (batch: readonly string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += size) {
    if (signal?.aborted) throw calledOff(encoderErrors(encoder), signal);
    vectors.push(...(await encode(texts.slice(at, at + size))));
  }
  return vectors;
}
