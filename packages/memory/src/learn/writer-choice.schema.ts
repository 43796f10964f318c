/** Which language model words what sessions taught, as the store keeps it: all that is needed to ask it again, and no key. */
import * as z from "zod/mini";
import { readStoredChoice, storedChoice } from "../encoders/stored-choice.ts";

const text = z.string().check(z.minLength(1), z.maxLength(4000));

const fields = {
  url: text,
  model: text,
  /** The variable of the environment that holds the key; null where none is needed. */
  keyName: z.nullable(text),
  allowHttp: z.boolean(),
  callsADay: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
  /** When a person chose it: sessions that were over before are worded only where somebody asks for it. */
  sinceMs: z.number().check(z.int()),
};

const schema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("chat"), ...fields }),
  z.object({ kind: z.literal("ollama"), ...fields }),
  z.object({ kind: z.literal("anthropic"), ...fields }),
]);

export type WriterChoice = Readonly<z.infer<typeof schema>>;
export type ChosenWriter = Exclude<WriterChoice, { kind: "none" }>;

/** Throws "config_malformed" for what no version of ours wrote. */
export function readWriterChoice(json: string): WriterChoice {
  return readStoredChoice("writer", schema, json);
}

/** As the store keeps it. Throws "usage" for what could not be read again. */
export function writerChoiceJson(choice: WriterChoice): string {
  return storedChoice("writer", schema, choice);
}
