/** Numbers of the static encoder. */

export const STATIC = {
  leastCosine: {
    value: 0.12,
    unit: "minimum cosine of an answer to a question",
    range: [0, 0.6],
    source:
      "by hand on the paraphrases of bench/encoder, dev: 29 of 30 are nearer, six of seven other texts further; at 0.29 every third would be lost",
  },
} as const;
