/** Configures the trainer: how often each kind of pair is drawn, and for how long it trains. */

/** Sampling weight of each kind of pair, multiplied by its count. */
const KIND_WEIGHTS: Readonly<Record<string, number>> = {
  commit_paths: 0.25,
  commit_identifiers: 0.4,
  comment_code: 0.4,
  docstring_code: 0.8,
  test_code: 0.4,
  error_code: 1,
  prose_code: 0.8,
  heading_section: 1.3,
  paragraph_next: 0.7,
  sentence_rest: 1,
  subject_body: 1.2,
  paraphrase: 0.5,
  same_intent: 4,
  turn_answer: 8,
  trait_turn: 12,
  event_consequence: 5,
  fiction_next: 2,
  fiction_rest: 3,
  command_about: 5,
  task_command: 5,
  word_definition: 0.5,
  word_kind: 0.2,
  word_synonym: 0.5,
  word_example: 0.5,
  word_thesaurus: 0.6,
};

/** Sampling weights of the written pairs. */
const WRITTEN_WEIGHTS: Readonly<Record<string, number>> = {
  written_word: 10,
  written_group: 3,
  written_note: 13,
  written_query: 6,
  written_turn: 16,
  written_code: 18,
  written_place: 10,
};

function kinds(weights: Readonly<Record<string, number>>): string[] {
  const parts = Object.entries(weights).map(([kind, weight]) => `${kind}=${weight}`);
  return ["--kinds", parts.join(",")];
}

export interface Run {
  readonly name: string;
  readonly options: readonly string[];
}

/** Options of all runs; the rest are the trainer's own defaults. */
const ALIKE = ["--batch", "2048", "--scale", "16", "--hard", "0.25"];

/** Run on the mined pairs alone. */
export const MINED: Run = {
  name: "mined",
  options: [
    ...[...ALIKE, "--steps", "9000", "--lr", "0.01", "--warmup", "300"],
    ...kinds({
      ...KIND_WEIGHTS,
      ...Object.fromEntries(Object.keys(WRITTEN_WEIGHTS).map((kind) => [kind, 0])),
    }),
  ],
};

/** Run on the mined pairs again and on the written pairs: three of ten pairs drawn are written. */
export const WRITTEN: Run = {
  name: "written",
  options: [
    ...[...ALIKE, "--steps", "2000", "--lr", "0.004", "--warmup", "100"],
    ...kinds({ ...KIND_WEIGHTS, ...WRITTEN_WEIGHTS }),
  ],
};
