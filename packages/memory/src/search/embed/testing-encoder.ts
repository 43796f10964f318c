/** Test helper: an encoder for tests of what is done with vectors, the toy of the test servers in this process. */
import type { Encoder } from "../encoders/encoder.ts";
import { unitVectors } from "../encoders/unit-vectors.ts";
import { encoderFailed } from "../models/model-fault.ts";
import { toyVector } from "../models/testing-server.ts";

export const TOY_DIMS = 32;

export interface ToyEncoder extends Encoder {
  /** Texts of each call. */
  readonly calls: string[][];
}

export interface Toy {
  readonly id?: string;
  readonly isInstant?: boolean;
  /** Text that is rejected when it contains this, as a server rejects a text that is too long. */
  readonly refuses?: string;
  /** Called before each answer. */
  readonly before?: (call: number) => void | Promise<void>;
}

export function toyEncoder(toy: Toy = {}): ToyEncoder {
  const { id = "toy", isInstant = false, refuses, before } = toy;
  const calls: string[][] = [];
  return {
    id,
    dims: TOY_DIMS,
    isInstant,
    calls,
    encode: async (texts, _as, signal) => {
      calls.push([...texts]);
      await before?.(calls.length);
      if (signal?.aborted) throw encoderFailed(id, "aborted", "called off");
      if (refuses !== undefined && texts.some((text) => text.includes(refuses))) {
        throw encoderFailed(id, "refused_input", "too long");
      }
      const rows = texts.map((text) => toyVector(text, TOY_DIMS));
      const expected = { encoder: id, count: texts.length, dims: TOY_DIMS, isMatryoshka: false };
      return unitVectors(rows, expected);
    },
    close: () => Promise.resolve(),
  };
}
