/**
 * Converts a model's answer to unit vectors, or throws the fault. Detects everything a server may get wrong about numbers,
 * for all adapters: too few, too short, not a number, only zeros.
 */
import { encoderFailed } from "../models/model-fault.ts";

export interface Expected {
  /** The encoder's id, for the message. */
  readonly encoder: string;
  readonly count: number;
  /** Dimensions to keep. */
  readonly dims: number;
  /** Whether a longer vector may be cut, because the model was trained so that a prefix stands for the whole. */
  readonly isMatryoshka: boolean;
}

/**
 * Returns unit vectors. `rows`: arrays of numbers, Float32Arrays or base64 of little-endian float32. Throws "encoder_failed".
 */
export function unitVectors(rows: readonly unknown[], expected: Expected): Float32Array[] {
  const { encoder, count } = expected;
  if (rows.length !== count) {
    throw encoderFailed(encoder, "wrong_count", `${rows.length} vectors for ${count} texts`);
  }
  return rows.map((row) => normalised(cut(numbersOf(row, encoder), expected), encoder));
}

function numbersOf(row: unknown, encoder: string): ArrayLike<unknown> {
  if (Array.isArray(row) || row instanceof Float32Array) return row;
  if (typeof row === "string") return floatsOf(row, encoder);
  throw encoderFailed(
    encoder,
    "unexpected_shape",
    "a vector is neither a list of numbers nor base64",
  );
}

function floatsOf(base64: string, encoder: string): Float32Array {
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length === 0 || bytes.length % 4 !== 0) {
    throw encoderFailed(
      encoder,
      "unexpected_shape",
      "a vector's base64 does not hold float32 numbers",
    );
  }
  return Float32Array.from({ length: bytes.length / 4 }, (_, i) => bytes.readFloatLE(i * 4));
}

function cut(row: ArrayLike<unknown>, { encoder, dims, isMatryoshka }: Expected) {
  if (row.length === dims || (isMatryoshka && row.length > dims)) return { row, dims };
  throw encoderFailed(encoder, "wrong_dims", `${row.length} dimensions instead of ${dims}`);
}

function normalised(
  { row, dims }: { readonly row: ArrayLike<unknown>; readonly dims: number },
  encoder: string,
): Float32Array {
  let squares = 0;
  for (let i = 0; i < dims; i++) {
    const value = row[i];
    if (typeof value !== "number" || !Number.isFinite(value)) {
      throw encoderFailed(encoder, "not_finite", `component ${i} is ${String(value)}`);
    }
    squares += value * value;
  }
  const length = Math.sqrt(squares);
  if (!Number.isFinite(length))
    throw encoderFailed(encoder, "not_finite", "the length is infinite");
  if (length < 1e-12) throw encoderFailed(encoder, "zero_vector", "a vector has no direction");
  // Divides before rounding, because a component outside the float32 range would be lost.
  return Float32Array.from({ length: dims }, (_, i) => (row[i] as number) / length);
}
