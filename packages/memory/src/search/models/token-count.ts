/** Schema of a number of tokens in an answer; null for anything else. */
import * as z from "zod/mini";

export const tokenCount = z.catch(
  z.nullable(z.number().check(z.int(), z.gte(0), z.lte(1e9))),
  null,
);
