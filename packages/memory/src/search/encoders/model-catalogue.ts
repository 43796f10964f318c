/**
 * The models that run in this process once they were pulled: the addresses and checksums of their files, and how their token
 * vectors are combined. Checksums are those of the pinned revisions.
 */
import { MemoryError } from "../../domain/errors.ts";

export interface ModelFile {
  /** Path below the model's folder, with forward slashes. */
  readonly path: string;
  /** Null when the size is unknown. */
  readonly bytes: number | null;
  readonly sha256: string;
}

export interface CatalogueModel {
  readonly name: string;
  readonly text: string;
  readonly licence: string;
  /** Address of the folder with the files: a pinned revision, so that it never changes. */
  readonly url: string;
  readonly files: readonly ModelFile[];
  /** The file from which the encoder's revision is derived. */
  readonly weights: string;
  /** `cls`: the vector of the first token; `mean`: the mean of all tokens. */
  readonly pooling: "cls" | "mean";
  readonly maxTokens: number;
}

/** The 8-bit weights: a quarter of the size, with nearly the same neighbours. */
const WEIGHTS = "onnx/model_quantized.onnx";
const BERT_TOKENIZER_CONFIG = {
  path: "tokenizer_config.json",
  bytes: 366,
  sha256: "9261e7d79b44c8195c1cada2b453e55b00aeb81e907a6664974b4d7776172ab3",
};

export const CATALOGUE: readonly CatalogueModel[] = [
  {
    name: "bge-small-en-v1.5",
    text: "English; the strongest small one for questions",
    licence: "MIT",
    url: "https://huggingface.co/Xenova/bge-small-en-v1.5/resolve/ea104dacec62c0de699686887e3f920caeb4f3e3",
    files: [
      {
        path: "config.json",
        bytes: 683,
        sha256: "fa73f90bf92c8cace1fbcb709626306f2bdbc9ea3e5b5f94b440df9b6aa56350",
      },
      BERT_TOKENIZER_CONFIG,
      {
        path: "tokenizer.json",
        bytes: 711_396,
        sha256: "d241a60d5e8f04cc1b2b3e9ef7a4921b27bf526d9f6050ab90f9267a1f9e5c66",
      },
      {
        path: WEIGHTS,
        bytes: 34_014_426,
        sha256: "6c9c6101a956d62dfb5e7190c538226c0c5bb9cb27b651234b6df063ee7dbfe4",
      },
    ],
    weights: WEIGHTS,
    pooling: "cls",
    maxTokens: 512,
  },
  {
    name: "all-MiniLM-L6-v2",
    text: "English; the smallest and fastest",
    licence: "Apache-2.0",
    url: "https://huggingface.co/Xenova/all-MiniLM-L6-v2/resolve/751bff37182d3f1213fa05d7196b954e230abad9",
    files: [
      {
        path: "config.json",
        bytes: null,
        sha256: "7135149f7cffa1a573466c6e4d8423ed73b62fd2332c575bf738a0d033f70df7",
      },
      BERT_TOKENIZER_CONFIG,
      {
        path: "tokenizer.json",
        bytes: 711_661,
        sha256: "da0e79933b9ed51798a3ae27893d3c5fa4a201126cef75586296df9b4d2c62a0",
      },
      {
        path: WEIGHTS,
        bytes: 22_972_370,
        sha256: "afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1",
      },
    ],
    weights: WEIGHTS,
    pooling: "mean",
    // The length it was trained on; its authors cut longer texts there too.
    maxTokens: 256,
  },
  {
    name: "multilingual-e5-small",
    text: "a hundred languages",
    licence: "MIT",
    url: "https://huggingface.co/Xenova/multilingual-e5-small/resolve/761b726dd34fb83930e26aab4e9ac3899aa1fa78",
    files: [
      {
        path: "config.json",
        bytes: 658,
        sha256: "cb99455288675345e1a4f411438d5d0adbba5fbd3a67ea4fb03c015433b996c1",
      },
      {
        path: "tokenizer_config.json",
        bytes: 443,
        sha256: "a1d6bc8734a6f635dc158508bef000f8e2e5a759c7d92f984b2c86e5ff53425b",
      },
      {
        path: "tokenizer.json",
        bytes: 17_082_730,
        sha256: "0b44a9d7b51c3c62626640cda0e2c2f70fdacdc25bbbd68038369d14ebdf4c39",
      },
      {
        path: WEIGHTS,
        bytes: 118_308_185,
        sha256: "f80102d3f2a1229f387d3c81909990d8945513e347b0eab049f7de3c6f98c193",
      },
    ],
    weights: WEIGHTS,
    pooling: "mean",
    maxTokens: 512,
  },
];

/** Returns a model of the catalogue. Throws "model_not_found" for every unknown name, so that no name becomes a path. */
export function catalogueModel(name: string): CatalogueModel {
  const found = CATALOGUE.find((model) => model.name === name);
  if (found !== undefined) return found;
  const names = CATALOGUE.map((model) => model.name).join(", ");
  throw new MemoryError("model_not_found", { model: name, known: names });
}

/** Returns the total bytes of the download, as far as the catalogue knows them. */
export function downloadBytes(model: CatalogueModel): number {
  return model.files.reduce((sum, file) => sum + (file.bytes ?? 0), 0);
}
