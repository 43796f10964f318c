/** Turns text into vectors in microseconds, and finds the nearest of many vectors. */
export { EncoderError, type EncoderErrorCode } from "./encoder-error.ts";
export { cosine } from "./kernel/cosine.ts";
export { MAX_DIMS } from "./kernel/kernel-memory.ts";
export { type CodedVector, localDensities } from "./kernel/local-density.ts";
export { lengthOf, quantize } from "./kernel/quantize.ts";
export {
  type EncodeOptions,
  openBuiltInEncoder,
  openStaticEncoder,
  type StaticEncoder,
} from "./static/static-encoder.ts";
export { hashWord, wordsOf } from "./static/tokenizer.ts";
export type { SearchLimits, VectorHit } from "./vector-index/search-image.ts";
export { type SideFileSpec, sideFileFault } from "./vector-index/side-file.ts";
export { VECTORS } from "./vector-index/tuning.ts";
export {
  type ClassFilter,
  openVectorIndex,
  type VectorIndex,
  type VectorIndexOptions,
} from "./vector-index/vector-index.ts";
export {
  plusSeq,
  SEQ_SUM_MODULUS,
  type VectorRow,
  type VectorSource,
  type VectorStamp,
} from "./vector-index/vector-rows.ts";
