/** The built-in encoder, with the interface of all encoders: its failures are a `MemoryError`. */

import {
  type EncodeOptions,
  EncoderError,
  openBuiltInEncoder as open,
} from "@tacit-memory/encoder";
import { MemoryError, memoryErrorOf } from "../../domain/errors.ts";
import type { Encoder } from "./encoder.ts";

export interface BuiltInEncoder extends Encoder {
  /** Returns a vector of unit length, or all zeros for a text without words. */
  encodeNow(text: string, options?: EncodeOptions): Float32Array;
}

/** Opens the encoder. Throws "encoder_missing" if the build has no model, "encoder_failed" if the file is damaged. */
export function openBuiltInEncoder(): BuiltInEncoder {
  const encoder = translated(open);
  const encodeNow = (text: string, options?: EncodeOptions) =>
    translated(() => encoder.encode(text, options));
  return {
    id: encoder.id,
    dims: encoder.dims,
    isInstant: true,
    leastCosine: encoder.leastCosine,
    encodeNow,
    encode: async (texts) => texts.map((text) => encodeNow(text)),
    encodeWeighed: (text, emphasis) => encodeNow(text, { emphasis }),
    close: async () => encoder.close(),
  };
}

function translated<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw EncoderError.is(error) ? memoryErrorOf(error) : error;
  }
}

/** Returns the built-in encoder; null when this build has none. */
export function encoderIfThere() {
  try {
    return openBuiltInEncoder();
  } catch (error) {
    if (MemoryError.is(error, "encoder_missing") || MemoryError.is(error, "encoder_failed"))
      return null;
    throw error;
  }
}
