/** Numbers of the queries that a moment of a session asks. */

/** Content of the query for a failed call; brief/failure-query.ts. */
export const FAILURE = {
  outputChars: {
    value: 250,
    unit: "characters of the output's beginning, and of its end",
    range: [0, 4000],
    source:
      "by hand over bench/coding-recall, dev: of 31 errors the first hit is relevant in 0.74 with the error line alone, in 0.97 with command and both ends, in 0.94 with 500 of the beginning; of 52 and of 154 written ones (the first of bench/coding-recall's written half) 0.42 and 0.60",
  },
} as const;
