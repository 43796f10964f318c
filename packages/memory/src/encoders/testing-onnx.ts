/**
 * A real ONNX model, a few hundred bytes long, with a tokeniser that goes with it: looks a token up in a table
 * and gives the rows as its token vectors. Its protobuf is written here, so that no file of bytes is checked in.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

export const TINY_DIMS = 4;

/** Token → its vector. Words of one kind point the same way. */
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

/** The files of a model, as a catalogue's folder has them. */
export function writeTinyModel(folder: string): void {
  const words = Object.keys(VOCABULARY);
  const files: Readonly<Record<string, string | Uint8Array>> = {
    "config.json": JSON.stringify({
      model_type: "bert",
      architectures: ["BertModel"],
      hidden_size: TINY_DIMS,
      vocab_size: words.length,
    }),
    "tokenizer_config.json": JSON.stringify({
      tokenizer_class: "BertTokenizer",
      model_max_length: 16,
      pad_token: "[PAD]",
    }),
    "tokenizer.json": JSON.stringify(tokenizer(words)),
    "onnx/model_quantized.onnx": lookUpModel(words),
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
  const one = (word: string) => ({ id: word, ids: [id(word)], tokens: [word] });
  const placed = (word: string) => ({ SpecialToken: { id: word, type_id: 0 } });
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
      pair: [],
      special_tokens: { "[CLS]": one("[CLS]"), "[SEP]": one("[SEP]") },
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

/** One node: Gather(table, input_ids) → last_hidden_state [texts, tokens, dims]. Field numbers as in onnx.proto. */
function lookUpModel(words: readonly string[]): Uint8Array {
  const floats = Float32Array.from(words.flatMap((word) => VOCABULARY[word] ?? []));
  const table = message(
    varint(1, words.length),
    varint(1, TINY_DIMS),
    varint(2, FLOAT),
    text(8, "table"),
    bytes(9, new Uint8Array(floats.buffer)),
  );
  const gather = message(
    text(1, "table"),
    text(1, "input_ids"),
    text(2, "last_hidden_state"),
    text(4, "Gather"),
  );
  const graph = message(
    bytes(1, gather),
    text(2, "tiny"),
    bytes(5, table),
    bytes(11, value("input_ids", INT64, ["texts", "tokens"])),
    bytes(11, value("attention_mask", INT64, ["texts", "tokens"])),
    bytes(12, value("last_hidden_state", FLOAT, ["texts", "tokens", TINY_DIMS])),
  );
  return message(varint(1, 8), bytes(7, graph), bytes(8, message(text(1, ""), varint(2, 13))));
}

const FLOAT = 1;
const INT64 = 7;

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
