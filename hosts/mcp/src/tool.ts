/** What a tool is, and what it works with. */
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
  /** Found by keyword where a client hides tools until they are searched for. */
  readonly description: string;
  readonly jsonSchema: Readonly<Record<string, unknown>>;
  readonly effect: "reads" | "adds" | "changes";
  /** Offered from the first turn on, where a client would otherwise load tools on demand. */
  readonly isAlwaysLoaded: boolean;
  /** The text of the answer. Throws a MemoryError. */
  readonly run: (context: ToolContext, input: unknown) => Promise<string>;
}

/** A tool whose work gets its input read and checked. */
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
