/** Definition of a tool, and of its context. */
import type { Tacit } from "@tacit-memory/memory";
import type { Caller } from "./caller.ts";
import type { Form } from "./form.schema.ts";

export interface ToolContext {
  readonly tacit: Tacit;
  readonly caller: Caller;
  readonly nowMs: number;
}

export interface Tool {
  readonly name: string;
  readonly title: string;
  /** Description; a client that hides tools finds them by its keywords. */
  readonly description: string;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly effect: "reads" | "adds" | "changes";
  /** Whether the tool answers in the mode "incognito", in which nothing is stored or shown. */
  readonly worksIncognito?: true;
  /** Whether the tool is offered from the first turn, if a client loads other tools on demand. */
  readonly isAlwaysLoaded: boolean;
  /** Returns the text of the answer. Throws a MemoryError. */
  readonly run: (context: ToolContext, input: unknown) => Promise<string>;
}

/** Makes a tool whose `work` gets its input read and checked. */
export function tool<Input>(
  spec: Omit<Tool, "jsonSchema" | "run"> & {
    readonly input: Form<Input>;
    readonly work: (context: ToolContext, input: Input) => Promise<string>;
  },
): Tool {
  const { input, work, ...rest } = spec;
  return {
    ...rest,
    jsonSchema: input.jsonSchema,
    run: async (context, value) => work(context, input.read(value)),
  };
}
