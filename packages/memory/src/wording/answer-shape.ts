/** What a model must answer: one JSON document, held against this before anything in it is looked at. */
import * as z from "zod/mini";
import { WORDING } from "./tuning.ts";

/** As JSON Schema, for servers that can be held to one. */
export const ANSWER_SHAPE = {
  type: "object",
  properties: {
    notes: {
      type: "array",
      items: {
        type: "object",
        properties: {
          id: { type: "string" },
          title: { type: "string" },
          text: { type: "string" },
        },
        required: ["id", "title", "text"],
      },
    },
    summaries: {
      type: "array",
      items: {
        type: "object",
        properties: {
          from: { type: "array", items: { type: "string" } },
          title: { type: "string" },
          text: { type: "string" },
        },
        required: ["from", "title", "text"],
      },
    },
  },
  required: ["notes"],
} as const;

const handle = z.string().check(z.maxLength(16));
// Lengths are judged one by one, so that one that is too long does not cost the others; these only bound the work.
const told = {
  title: z.string().check(z.maxLength(2000)),
  text: z.string().check(z.maxLength(20_000)),
};

const answerSchema = z.object({
  notes: z.array(z.object({ id: handle, ...told })).check(z.maxLength(WORDING.memories.range[1])),
  summaries: z.optional(
    z
      .array(z.object({ from: z.array(handle).check(z.maxLength(100)), ...told }))
      .check(z.maxLength(WORDING.insights.range[1])),
  ),
});

export interface WordedNote {
  readonly id: string;
  readonly title: string;
  readonly text: string;
}

export interface WordedSummary {
  readonly from: readonly string[];
  readonly title: string;
  readonly text: string;
}

export interface ModelAnswer {
  readonly notes: readonly WordedNote[];
  readonly summaries: readonly WordedSummary[];
}

/** Or why it is none, in words. One fence around it is forgiven, nothing else is. */
export function readAnswer(text: string): ModelAnswer | string {
  const fenced = /^```(?:json)?\s*([\s\S]*?)\s*```$/.exec(text.trim());
  let value: unknown;
  try {
    value = JSON.parse(fenced?.[1] ?? text.trim());
  } catch {
    return "the model did not answer with JSON";
  }
  const parsed = answerSchema.safeParse(value);
  if (parsed.success) return { notes: parsed.data.notes, summaries: parsed.data.summaries ?? [] };
  const [issue] = parsed.error.issues;
  const at = issue?.path.join(".") || "answer";
  return `the model's answer has another shape (${at}: ${issue?.message ?? "invalid"})`;
}
