/**
 * Which encoder a person chose, as the store keeps it: all that is needed to open it again, and no key. What it
 * was found to be when it was chosen (digest, dimensions) is part of it, so that opening asks nobody. Loaded only
 * where something was chosen: a hook with the built-in encoder does not pay for the schema library.
 */
import * as z from "zod/mini";
import { readStoredChoice, storedChoice } from "../models/stored-choice.ts";

const text = z.string().check(z.minLength(1), z.maxLength(2000));
const dims = z.number().check(z.int(), z.gte(1), z.lte(65_536));

const choiceSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("built-in") }),
  /** `revision`: the first digits of the checksum of the model's weights. */
  z.object({ kind: z.literal("onnx"), name: text, revision: text, dims }),
  z.object({
    kind: z.literal("ollama"),
    url: text,
    model: text,
    digest: text,
    dims,
    allowHttp: z.boolean(),
  }),
  z.object({
    kind: z.literal("openai"),
    url: text,
    model: text,
    dims,
    /** Whether `dimensions` is sent; some servers refuse it. */
    sendsDims: z.boolean(),
    /** The variable of the environment that holds the key; null where none is needed. */
    keyName: z.nullable(text),
    allowHttp: z.boolean(),
  }),
]);

export type EncoderChoice = Readonly<z.infer<typeof choiceSchema>>;
export type ChoiceOf<K extends EncoderChoice["kind"]> = Extract<EncoderChoice, { kind: K }>;

/** Throws "config_malformed" for what no version of ours wrote. */
export function readEncoderChoice(json: string): EncoderChoice {
  return readStoredChoice("encoder", choiceSchema, json);
}

/** As the store keeps it. Throws "usage" for what could not be read again. */
export function encoderChoiceJson(choice: EncoderChoice): string {
  return storedChoice("encoder", choiceSchema, choice);
}
