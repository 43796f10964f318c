/**
 * Properties of a family of models: the words it expects before a query and before a passage, and whether the start of its
 * vector may stand for the whole. From the model cards.
 */
import type { EncoderInput } from "./encoder.ts";

export interface ModelFamily {
  readonly prefixes: Readonly<Record<EncoderInput, string>>;
  readonly isMatryoshka: boolean;
}

/** The model card requires the task in one English sentence, whatever the query's language. */
const QWEN3_TASK =
  "Given a question or an event of a coding session, retrieve the notes that bear on it";

/** Families by a part of the model's name, ignoring case; the first match applies. */
const FAMILIES: readonly (ModelFamily & { readonly name: RegExp })[] = [
  {
    name: /qwen3-embedding/,
    prefixes: { query: `Instruct: ${QWEN3_TASK}\nQuery:`, memory: "" },
    isMatryoshka: true,
  },
  {
    name: /embeddinggemma/,
    prefixes: { query: "task: search result | query: ", memory: "title: none | text: " },
    isMatryoshka: true,
  },
  {
    // Version 1.5 is Matryoshka only after a layer normalisation that servers do not apply.
    name: /nomic-embed-text/,
    prefixes: { query: "search_query: ", memory: "search_document: " },
    isMatryoshka: false,
  },
  {
    name: /mxbai-embed|bge-(?:small|base|large)-en/,
    prefixes: { query: "Represent this sentence for searching relevant passages: ", memory: "" },
    isMatryoshka: false,
  },
  {
    name: /multilingual-e5/,
    prefixes: { query: "query: ", memory: "passage: " },
    isMatryoshka: false,
  },
  // OpenAI cuts by `dimensions` itself; for a server that ignores it, we cut in the same way.
  { name: /text-embedding-3/, prefixes: { query: "", memory: "" }, isMatryoshka: true },
];

const PLAIN: ModelFamily = { prefixes: { query: "", memory: "" }, isMatryoshka: false };

export function familyOf(model: string): ModelFamily {
  const name = model.toLowerCase();
  return FAMILIES.find((family) => family.name.test(name)) ?? PLAIN;
}

/** Returns the text in the form the family expects. */
export function prefixed(
  family: ModelFamily,
  texts: readonly string[],
  as: EncoderInput,
): string[] {
  const prefix = family.prefixes[as];
  return texts.map((text) => `${prefix}${text}`);
}
