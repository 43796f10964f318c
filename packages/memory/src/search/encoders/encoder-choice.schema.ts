/**
 * Schema of the encoder that a person chose, as stored: all that is needed to open it again, but no key. Includes what was
 * found when it was chosen (digest, dimensions), so that opening calls no server. Loaded only when an encoder was chosen, so
 * that a hook with the built-in encoder does not load the schema library.
 */
import * as z from "zod/mini";

const text = z.string().check(z.minLength(1), z.maxLength(2000));
const dims = z.number().check(z.int(), z.gte(1), z.lte(65_536));

export const encoderSchema = z.discriminatedUnion("kind", [
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
    /** Name of the environment variable that contains the key; null when no key is needed. */
    keyName: z.nullable(text),
    allowHttp: z.boolean(),
  }),
]);

export type EncoderChoice = Readonly<z.infer<typeof encoderSchema>>;
export type ChoiceOf<K extends EncoderChoice["kind"]> = Extract<EncoderChoice, { kind: K }>;
