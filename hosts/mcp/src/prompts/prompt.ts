/** Definition of a prompt: text that a person sends to the agent with one choice, with what is known filled in. */
import type { ToolContext } from "../tool.ts";

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Returns values that begin with `start`; undefined if nothing can be suggested. */
  readonly complete?: (context: ToolContext, start: string) => Promise<readonly string[]>;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** Returns the text of the user's message. Required arguments are present. Throws a MemoryError. */
  readonly text: (context: ToolContext, input: Readonly<Record<string, string>>) => Promise<string>;
}
