/**
 * Test helper: writes real ONNX models of a few hundred bytes with their tokeniser: an encoder that looks up each token in a
 * table and returns the rows as its token vectors, and a cross-encoder that adds up the values of the words of the second
 * text. The protobuf is written here, so that no binary file is checked in.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const TINY_DIMS = 4;

/** Token → its vector. Words of the same kind point in the same direction. */
const VOCABULARY: Readonly<Record<string, readonly [number, number, number, number]>> = {
  "[PAD]": [9, 9, 9, 9],
  "[UNK]": [0.1, 0.1, 0.1, 0.1],
  "[CLS]": [0, 0, 0, 1],
  "[SEP]": [0, 0, 0, 0.5],
  build: [1, 0, 0, 0],
  compiling: [1, 0, 0, 0],
  fails: [0, 1, 0, 0],
  stops: [0, 1, 0, 0],
  disk: [0.5, 0.5, 0, 0],
  drive: [0.5, 0.5, 0, 0],
  lunch: [0, 0, 1, 0],
  garden: [0, 0, 1, 0],
};

/** What a word of a passage adds to its score; other words add nothing. */
const WORTH: Readonly<Record<string, number>> = { build: 1, fails: 1, disk: 2, lunch: -2 };

/** Writes the files of a model, as in a catalogue's folder. */
export function writeTinyModel(folder: string): void {
  writeModel(folder, { architecture: "BertModel", maxTokens: 16, modelOf: lookUpModel });
}

/** Writes the files of a cross-encoder: one logit per pair. */
export function writeTinyReranker(folder: string): void {
  const architecture = "BertForSequenceClassification";
  writeModel(folder, { architecture, maxTokens: 64, modelOf: worthModel });
}

function writeModel(
  folder: string,
  how: {
    readonly architecture: string;
    readonly maxTokens: number;
    readonly modelOf: (words: readonly string[]) => Uint8Array;
  },
): void {
  const words = Object.keys(VOCABULARY);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "config.json": JSON.stringify({
      model_type: "bert",
      architectures: [how.architecture],
      hidden_size: TINY_DIMS,
      vocab_size: words.length,
    }),
    "tokenizer_config.json": JSON.stringify({
      tokenizer_class: "BertTokenizer",
      model_max_length: how.maxTokens,
      pad_token: "[PAD]",
    }),
    "tokenizer.json": JSON.stringify(tokenizer(words)),
    "onnx/model_quantized.onnx": how.modelOf(words),
  };
  for (const [path, bytes] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), bytes);
  }
}

function tokenizer(words: readonly string[]) {
  const id = (word: string) => words.indexOf(word);
  const special = (word: string) => ({
    id: id(word),
    content: word,
    single_word: false,
    lstrip: false,
    rstrip: false,
    normalized: false,
    special: true,
  });
  const item = (word: string) => ({ id: word, ids: [id(word)], tokens: [word] });
  const placed = (word: string, type_id = 0) => ({ SpecialToken: { id: word, type_id } });
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: ["[PAD]", "[UNK]", "[CLS]", "[SEP]"].map(special),
    normalizer: { type: "BertNormalizer", clean_text: true, lowercase: true },
    pre_tokenizer: { type: "BertPreTokenizer" },
    post_processor: {
      type: "TemplateProcessing",
      single: [placed("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, placed("[SEP]")],
      pair: [
        ...[placed("[CLS]"), { Sequence: { id: "A", type_id: 0 } }, placed("[SEP]")],
        ...[{ Sequence: { id: "B", type_id: 1 } }, placed("[SEP]", 1)],
      ],
      special_tokens: { "[CLS]": item("[CLS]"), "[SEP]": item("[SEP]") },
    },
    decoder: null,
    model: {
      type: "WordPiece",
      unk_token: "[UNK]",
      continuing_subword_prefix: "##",
      max_input_chars_per_word: 100,
      vocab: Object.fromEntries(words.map((word, i) => [word, i])),
    },
  };
}

/**
 * Builds a model with one node: Gather(table, input_ids) → last_hidden_state [texts, tokens, dims]. Field numbers as in
 * onnx.proto.
 */
function lookUpModel(words: readonly string[]): Uint8Array {
  const floats = Float32Array.from(words.flatMap((word) => VOCABULARY[word] ?? []));
  const table = message(
    varint(1, words.length),
    varint(1, TINY_DIMS),
    varint(2, FLOAT),
    text(8, "table"),
    bytes(9, new Uint8Array(floats.buffer)),
  );
  const graph = message(
    bytes(1, node("Gather", ["table", "input_ids"], "last_hidden_state")),
    text(2, "tiny"),
    bytes(5, table),
    bytes(11, value("input_ids", INT64, ["texts", "tokens"])),
    bytes(11, value("attention_mask", INT64, ["texts", "tokens"])),
    bytes(12, value("last_hidden_state", FLOAT, ["texts", "tokens", TINY_DIMS])),
  );
  return message(varint(1, 8), bytes(7, graph), bytes(8, message(text(1, ""), varint(2, 13))));
}

/**
 * Builds a model with logits [pairs, 1] = ReduceSum(Gather(worth, input_ids) · Cast(token_type_ids)): only the second text
 * counts.
 */
function worthModel(words: readonly string[]): Uint8Array {
  const floats = Float32Array.from(words, (word) => WORTH[word] ?? 0);
  const worth = message(
    varint(1, words.length),
    varint(2, FLOAT),
    text(8, "worth"),
    bytes(9, new Uint8Array(floats.buffer)),
  );
  const axes = message(
    varint(1, 1),
    varint(2, INT64),
    text(8, "axes"),
    bytes(9, new Uint8Array(BigInt64Array.of(1n).buffer)),
  );
  const toFloat = message(text(1, "to"), varint(3, FLOAT), varint(20, INT_ATTRIBUTE));
  const graph = message(
    bytes(1, node("Gather", ["worth", "input_ids"], "worths")),
    bytes(1, node("Cast", ["token_type_ids"], "second", toFloat)),
    bytes(1, node("Mul", ["worths", "second"], "counted")),
    bytes(1, node("ReduceSum", ["counted", "axes"], "logits")),
    text(2, "tiny reranker"),
    bytes(5, worth),
    bytes(5, axes),
    ...["input_ids", "attention_mask", "token_type_ids"].map((name) =>
      bytes(11, value(name, INT64, ["pairs", "tokens"])),
    ),
    bytes(12, value("logits", FLOAT, ["pairs", 1])),
  );
  return message(varint(1, 8), bytes(7, graph), bytes(8, message(text(1, ""), varint(2, 13))));
}

function node(
  operator: string,
  inputs: readonly string[],
  output: string,
  attribute?: Uint8Array,
): Uint8Array {
  return message(
    ...inputs.map((input) => text(1, input)),
    text(2, output),
    text(4, operator),
    ...(attribute === undefined ? [] : [bytes(5, attribute)]),
  );
}

const FLOAT = 1;
const INT64 = 7;
const INT_ATTRIBUTE = 2;

function value(name: string, type: number, dims: readonly (string | number)[]): Uint8Array {
  const shape = message(
    ...dims.map((dim) =>
      bytes(1, message(typeof dim === "number" ? varint(1, dim) : text(2, dim))),
    ),
  );
  return message(
    text(1, name),
    bytes(2, message(bytes(1, message(varint(1, type), bytes(2, shape))))),
  );
}

function message(...fields: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(fields);
}

function varint(field: number, number: number): Uint8Array {
  return Uint8Array.from([...base128(field << 3), ...base128(number)]);
}

function bytes(field: number, content: Uint8Array): Uint8Array {
  return Buffer.concat([
    Uint8Array.from([...base128((field << 3) | 2), ...base128(content.length)]),
    content,
  ]);
}

function text(field: number, content: string): Uint8Array {
  return bytes(field, Buffer.from(content, "utf8"));
}

function base128(number: number): number[] {
  const groups: number[] = [];
  let rest = number;
  for (; rest > 127; rest >>>= 7) groups.push((rest & 127) | 128);
  return [...groups, rest];
}
