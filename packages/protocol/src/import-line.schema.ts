/** One line of `tacit import jsonl` and of the query and prefetch batches, as outside scripts write them. */
import * as z from "zod/mini";

export const importLineSchema = z.object({
  externalId: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
  content: z.string().check(z.minLength(1)),
  type: z.optional(z.string()),
  files: z.optional(z.array(z.string())),
  tags: z.optional(z.array(z.string())),
  /** Message of a failed command: the memory is shown when that error returns. */
  error: z.optional(z.string()),
  createdAt: z.optional(z.union([z.string(), z.number()])),
  scope: z.optional(z.string()),
  sessionId: z.optional(z.string()),
  branch: z.optional(z.string()),
  commit: z.optional(z.string()),
  /** Start of validity, as a day, month, year or moment in ISO 8601, or seconds or milliseconds since 1970. */
  validFrom: z.optional(z.union([z.string(), z.number()])),
  /** End of validity: the end of the day, month or year, or the exact moment. */
  validUntil: z.optional(z.union([z.string(), z.number()])),
  confidence: z.optional(z.number().check(z.minimum(0), z.maximum(1))),
});
export type ImportLine = z.infer<typeof importLineSchema>;

export const recallBatchLineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  query: z.string(),
  limit: z.optional(z.number().check(z.int(), z.positive())),
  files: z.optional(z.array(z.string())),
  phase: z.optional(z.string()),
  project: z.optional(z.string()),
});
export type RecallBatchLine = z.infer<typeof recallBatchLineSchema>;

export const prefetchBatchLineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  task: z.string(),
  limit: z.optional(z.number().check(z.int(), z.positive())),
  project: z.optional(z.string()),
});
export type PrefetchBatchLine = z.infer<typeof prefetchBatchLineSchema>;
