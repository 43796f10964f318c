/** What a prompt is: words a person sends to the agent with one pick, with what is known put in. */
import type { ToolContext } from "../tool.ts";

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Values that begin like this; absent: nothing to suggest. */
  readonly complete?: (context: ToolContext, start: string) => Promise<readonly string[]>;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** What the user says. Required arguments are there. Throws a MemoryError. */
  readonly text: (context: ToolContext, input: Readonly<Record<string, string>>) => Promise<string>;
}
