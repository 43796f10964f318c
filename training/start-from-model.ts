/**
 * Creates first weights from a packed model, to continue its training. A word unknown to the model starts from its spelling,
 * which is how the model reads it.
 *
 * Usage: `node --conditions=source training/start-from-model.ts --model MODEL.bin --vocabulary V.txt --out init.f32`
 */
import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { openModelFile } from "../packages/encoder/src/static/model-file.ts";
import { rowsOfModel } from "./first-weights.ts";
import { bytesOf, DIMENSIONS, readVocabulary } from "./formats.ts";

const { values } = parseArgs({
  options: {
    model: { type: "string", default: "packages/encoder/models/tacit-static-1.bin" },
    vocabulary: { type: "string", default: "vocabulary.txt" },
    out: { type: "string", default: "init.f32" },
  },
});

const vocabulary = readVocabulary(values.vocabulary);
const model = openModelFile(values.model);
const { rows, weights, found: knownCount } = rowsOfModel(model, vocabulary);
model.close();
const head = Uint32Array.of(weights.length, DIMENSIONS);
writeFileSync(values.out, Buffer.concat([head, rows, weights].map(bytesOf)));
process.stderr.write(`${knownCount} of ${vocabulary.length} words have a row in ${values.model}\n`);
