/** Which language model reads finished sessions, as the store holds it: all that is needed to ask it again, and no key. */
import * as z from "zod/mini";
import { readStoredChoice, storedChoice } from "../../search/models/stored-choice.ts";
import { HOST_PROGRAMS } from "./host-programs.ts";

const text = z.string().check(z.minLength(1), z.maxLength(4000));

const limits = {
  callsADay: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
  /** When a person chose it: sessions that were over before are read only where somebody asks for it. */
  sinceMs: z.number().check(z.int()),
};
const server = {
  ...limits,
  url: text,
  model: text,
  /** The variable of the environment that holds the key; null where none is needed. */
  keyName: z.nullable(text),
  allowHttp: z.boolean(),
};

const schema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("chat"), ...server }),
  z.object({ kind: z.literal("ollama"), ...server }),
  z.object({ kind: z.literal("anthropic"), ...server }),
  z.object({
    kind: z.literal("program"),
    ...limits,
    program: z.enum(HOST_PROGRAMS),
    /** Null: the one that the program uses. */
    model: z.nullable(text),
  }),
]);

export type WriterChoice = Readonly<z.infer<typeof schema>>;
export type ChosenWriter = Exclude<WriterChoice, { kind: "none" }>;
export type ServerChoice = Exclude<ChosenWriter, { kind: "program" }>;

/** Throws "config_malformed" for what no version of ours wrote. */
export function readWriterChoice(json: string): WriterChoice {
  return readStoredChoice("writer", schema, json);
}

/** As the store holds it. Throws "usage" for what could not be read again. */
export function writerChoiceJson(choice: WriterChoice): string {
  return storedChoice("writer", schema, choice);
}
