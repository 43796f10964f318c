/**
 * Which reranker and which language model a person chose, as the store keeps it: all that is needed to open it again,
 * and no key. Loaded only where something was chosen.
 */
import * as z from "zod/mini";
import { readStoredChoice, storedChoice } from "../models/stored-choice.ts";

const text = z.string().check(z.minLength(1), z.maxLength(4000));
const callsADay = z.number().check(z.int(), z.gte(0), z.lte(1_000_000));
/** The variable of the environment that holds the key; null where none is needed. */
const keyName = z.nullable(text);

const chatFields = {
  url: text,
  model: text,
  keyName,
  allowHttp: z.boolean(),
  callsADay,
};

const rerankerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("turns") }),
  z.object({ kind: z.literal("late") }),
  /** `folder` is absolute; `revision` the first digits of the checksum of its weights. */
  z.object({ kind: z.literal("onnx"), folder: text, weights: text, revision: text }),
  z.object({
    kind: z.literal("ollama"),
    url: text,
    model: text,
    digest: text,
    allowHttp: z.boolean(),
  }),
  z.object({ kind: z.literal("cohere"), ...chatFields }),
  /** `judgesUnasked`: also what would be put before an agent that did not ask. */
  z.object({ kind: z.literal("judge"), ...chatFields, judgesUnasked: z.boolean() }),
]);

const hydeSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("chat"), ...chatFields }),
]);

export type RerankerChoice = Readonly<z.infer<typeof rerankerSchema>>;
export type RerankerOf<K extends RerankerChoice["kind"]> = Extract<RerankerChoice, { kind: K }>;
/** Who imagines an answer to what nothing was found for. */
export type HydeChoice = Readonly<z.infer<typeof hydeSchema>>;
/** A language model behind `/v1/chat/completions`. */
export type ChatEndpoint = Omit<Extract<HydeChoice, { kind: "chat" }>, "kind">;

/** Throws "config_malformed" for what no version of ours wrote. */
export function readRerankerChoice(json: string): RerankerChoice {
  return readStoredChoice("reranker", rerankerSchema, json);
}

/** As the store keeps it. Throws "usage" for what could not be read again. */
export function rerankerChoiceJson(choice: RerankerChoice): string {
  return storedChoice("reranker", rerankerSchema, choice);
}

/** Throws "config_malformed" for what no version of ours wrote. */
export function readHydeChoice(json: string): HydeChoice {
  return readStoredChoice("hyde", hydeSchema, json);
}

/** As the store keeps it. Throws "usage" for what could not be read again. */
export function hydeChoiceJson(choice: HydeChoice): string {
  return storedChoice("hyde", hydeSchema, choice);
}
