/**
 * Packs weights into the shipped file, and writes golden vectors, which check the product's encoder against the trainer's
 * output.
 *
 * Usage: `node --conditions=source training/pack.ts --weights W.f32[,W2.f32…] --vocabulary V.txt --revision 1 --out
 * packages/encoder/models/tacit-static-1.bin [--golden packages/encoder/src/static/__fixtures__/golden-vectors.json]`
 *
 * Several weights are averaged row by row, each scaled to equal strength first (Wortsman et al. 2022); they must come from
 * the same first weights.
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { averageRows, dot, type FloatModel, floatModel, readWeights } from "./float-model.ts";
import { readVocabulary } from "./formats.ts";
import { packModel } from "./model-bytes.ts";

const { values } = parseArgs({
  options: {
    weights: { type: "string", default: "weights.f32" },
    vocabulary: { type: "string", default: "vocabulary.txt" },
    revision: { type: "string", default: "1" },
    out: { type: "string", default: "tacit-static-1.bin" },
    golden: { type: "string" },
  },
});

const GOLDEN_TEXTS = [
  "Never run the migration against production without a snapshot first.",
  "fetchUserById() throws ERR_MODULE_NOT_FOUND in src/api/users.ts:42",
  "La réunion de Zoë est à 9 h; 数据库迁移失败",
  "the the the the cache cache is stale",
  "xqzzyplugh frobnicate_quux 0xdeadbeef",
  "C++ and C# don't mix with F# here",
  "Caroline's dog loves the beach in Lisbon",
  "npm ERR! code ERESOLVE unable to resolve dependency tree",
];

/** Returns the vectors of the packed rows and their similarity to the weights before packing. */
function goldenVectors(packed: FloatModel, exact: FloatModel) {
  const round = (vector: Float32Array) => Array.from(vector, (x) => Number(x.toFixed(6)));
  return GOLDEN_TEXTS.map((text) => ({
    text,
    vector: round(packed.encode(text)),
    prefix64: round(packed.encode(text, 64)),
    cosineToWeights: Number(dot(packed.encode(text), exact.encode(text)).toFixed(4)),
  }));
}

const words = readVocabulary(values.vocabulary);
const models = values.weights.split(",").map((path) => readWeights(path, words));
const rows = averageRows(models);
const { dims, buckets } = models[0] ?? { dims: 0, buckets: 0 };
const { file, rounded } = packModel({ words, buckets, dims, rows }, Number(values.revision));
writeFileSync(values.out, file);
process.stderr.write(`${words.length} words, ${buckets} buckets, ${file.length} bytes\n`);

if (values.golden !== undefined) {
  const golden = goldenVectors(
    floatModel(words, buckets, dims, rounded),
    floatModel(words, buckets, dims, rows),
  );
  const document = { source: "training/pack.ts", golden };
  writeFileSync(values.golden, `${JSON.stringify(document, null, 1)}\n`);
}
