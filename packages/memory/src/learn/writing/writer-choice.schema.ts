/** Schema of the language model that reads finished sessions, as stored: all that is needed to call it again, but no key. */
import * as z from "zod/mini";
import { HOST_PROGRAMS } from "./host-programs.ts";

const text = z.string().check(z.minLength(1), z.maxLength(4000));

const limits = {
  callsADay: z.number().check(z.int(), z.gte(0), z.lte(1_000_000)),
  /** When a person chose the model. Sessions that ended earlier are read only on request. */
  sinceMs: z.number().check(z.int()),
};
const server = {
  ...limits,
  url: text,
  model: text,
  /** Name of the environment variable that contains the key; null when no key is needed. */
  keyName: z.nullable(text),
  allowHttp: z.boolean(),
};

export const writerSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("none") }),
  z.object({ kind: z.literal("chat"), ...server }),
  z.object({ kind: z.literal("ollama"), ...server }),
  z.object({ kind: z.literal("anthropic"), ...server }),
  z.object({
    kind: z.literal("program"),
    ...limits,
    program: z.enum(HOST_PROGRAMS),
    /** The model; null for the default of the program. */
    model: z.nullable(text),
  }),
]);

export type WriterChoice = Readonly<z.infer<typeof writerSchema>>;
export type ChosenWriter = Exclude<WriterChoice, { kind: "none" }>;
export type ServerChoice = Exclude<ChosenWriter, { kind: "program" }>;
