/**
 * Checks that an encoder is the expected one: its dimensions, the length of its vectors, its first vector, and plausible
 * similarities.
 */
import { cosine } from "@tacit-memory/encoder";
import type { Encoder } from "./encoder.ts";

const PROBE = {
  /** Allowed deviation from length 1. Rounding of 4,096 float32 squares stays below 0.0001. */
  normTolerance: 0.001,
  /** Minimum cosine with the vector stored at first use. Another model or quantisation deviates more. */
  goldenCosine: 0.999,
} as const;

/** Never change these texts: golden vectors belong to the first one. */
const GOLDEN_TEXT = "The build fails when the disk has no space left.";
const RELATED_TEXT = "Compiling stops with an error if the drive is full.";
const UNRELATED_TEXT = "We have lunch together on Fridays in the garden.";

interface ProbeCheck {
  readonly name: "answers" | "dimensions" | "length" | "same model" | "sense";
  readonly ok: boolean;
  readonly detail: string;
}

export interface Probe {
  readonly isSound: boolean;
  readonly checks: readonly ProbeCheck[];
  /** The vector of a fixed text, to be stored the first time and compared later. */
  readonly golden: Float32Array;
}

/**
 * Probes an encoder. `stored`: the golden vector of an earlier probe; null for the first. Throws "encoder_failed" as encoding
 * does.
 */
export async function probeEncoder(
  encoder: Encoder,
  stored: Float32Array | null,
  signal?: AbortSignal,
): Promise<Probe> {
  const texts = [GOLDEN_TEXT, RELATED_TEXT, UNRELATED_TEXT];
  const [golden = empty(), related = empty(), unrelated = empty()] = await encoder.encode(
    texts,
    "memory",
    signal,
  );
  const norm = Math.sqrt(cosine(golden, golden));
  const [near, far] = [cosine(golden, related), cosine(golden, unrelated)];
  const checks: ProbeCheck[] = [
    {
      name: "dimensions",
      ok: golden.length === encoder.dims,
      detail: `${golden.length} of ${encoder.dims}`,
    },
    {
      name: "length",
      ok: Math.abs(norm - 1) <= PROBE.normTolerance,
      detail: norm.toFixed(4),
    },
    sameModel(golden, stored),
    {
      name: "sense",
      ok: near > far,
      detail: `a related pair ${near.toFixed(3)}, an unrelated one ${far.toFixed(3)}`,
    },
  ];
  return { isSound: checks.every(({ ok }) => ok), checks, golden };
}

function sameModel(golden: Float32Array, stored: Float32Array | null): ProbeCheck {
  const name = "same model";
  if (stored === null) return { name, ok: true, detail: "first look: its vector is kept" };
  const likeness = stored.length === golden.length ? cosine(golden, stored) : 0;
  return {
    name,
    ok: likeness >= PROBE.goldenCosine,
    detail: `${likeness.toFixed(4)} like the first time`,
  };
}

function empty(): Float32Array {
  return new Float32Array(0);
}
