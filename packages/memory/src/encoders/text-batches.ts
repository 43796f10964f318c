/** Many texts, a few at a time: every adapter has a number of texts it sends at once. */
import { calledOff } from "./fault.ts";

/** In order. Stops between two batches once called off, with "encoder_failed". */
export async function inBatches(
  encoder: string,
  texts: readonly string[],
  size: number,
  signal: AbortSignal | undefined,
  encode: (batch: readonly string[]) => Promise<Float32Array[]>,
): Promise<Float32Array[]> {
  const vectors: Float32Array[] = [];
  for (let at = 0; at < texts.length; at += size) {
    if (signal?.aborted) throw calledOff(encoder, signal);
    vectors.push(...(await encode(texts.slice(at, at + size))));
  }
  return vectors;
}
