/**
 * Schema of the reranker and the language model that a person chose, as stored: all that is needed to open them again, but no
 * key. Loaded only when a model was chosen.
 */
import * as z from "zod/mini";

const text = z.string().check(z.minLength(1), z.maxLength(4000));
const callsADay = z.number().check(z.int(), z.gte(0), z.lte(1_000_000));
/** Name of the environment variable that contains the key; null when no key is needed. */
const keyName = z.nullable(text);

const chatFields = {
  url: text,
  model: text,
  keyName,
  allowHttp: z.boolean(),
  callsADay,
};

export const rerankerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("turns") }),
  z.object({ kind: z.literal("late") }),
  /** `folder` is absolute; `revision` contains the first digits of the checksum of its weights. */
  z.object({ kind: z.literal("onnx"), folder: text, weights: text, revision: text }),
  z.object({
    kind: z.literal("ollama"),
    url: text,
    model: text,
    digest: text,
    allowHttp: z.boolean(),
  }),
  z.object({ kind: z.literal("cohere"), ...chatFields }),
  /** `judgesUnasked`: whether it also judges what would be shown unprompted. */
  z.object({ kind: z.literal("judge"), ...chatFields, judgesUnasked: z.boolean() }),
]);

export const hydeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("chat"), ...chatFields }),
]);

export type RerankerChoice = Readonly<z.infer<typeof rerankerSchema>>;
export type RerankerOf<K extends RerankerChoice["kind"]> = Extract<RerankerChoice, { kind: K }>;
/** The model that imagines an answer when nothing was found. */
export type HydeChoice = Readonly<z.infer<typeof hydeSchema>>;
/** A language model behind `/v1/chat/completions`. */
export type ChatEndpoint = Omit<Extract<HydeChoice, { kind: "chat" }>, "kind">;
