/** Combines token vectors into one vector per text: the first token's, or the mean of those that are not padding. */
import { encoderFailed } from "../models/model-fault.ts";
import type { OnnxTensor } from "../models/onnx-model.ts";
import type { CatalogueModel } from "./model-catalogue.ts";

/**
 * Returns a vector per text. `outputs`: the model's outputs, including the token vectors `[texts, tokens, dims]`. The vectors
 * are not of length 1, and a mean is not divided by the number of tokens: `unitVectors` normalises them. Throws
 * "encoder_failed".
 */
export function pooled(
  outputs: Record<string, OnnxTensor | undefined>,
  mask: OnnxTensor | undefined,
  pooling: CatalogueModel["pooling"],
  id: string,
): number[][] {
  const hidden = outputs["last_hidden_state"] ?? outputs["token_embeddings"];
  const [texts = 0, tokens = 0, dims = 0] = hidden?.dims ?? [];
  if (hidden === undefined || mask === undefined || hidden.dims.length !== 3) {
    throw encoderFailed(id, "unexpected_shape", "the model gives no token vectors");
  }
  return Array.from({ length: texts }, (_, text) => {
    const counts = (token: number) =>
      pooling === "cls" ? token === 0 : Number(mask.data[text * tokens + token]) === 1;
    const sum = new Array<number>(dims).fill(0);
    for (let token = 0; token < tokens; token++) {
      if (!counts(token)) continue;
      const start = (text * tokens + token) * dims;
      for (let i = 0; i < dims; i++) sum[i] = (sum[i] ?? 0) + Number(hidden.data[start + i]);
    }
    return sum;
  });
}
