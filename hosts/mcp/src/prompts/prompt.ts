/** What a prompt is: words a person sends to the agent with one pick, with what is known put in. */
import type { ToolWorld } from "../tool.ts";

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** Values that begin like this; absent: nothing to suggest. */
  readonly complete?: (world: ToolWorld, start: string) => Promise<readonly string[]>;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** What the user says. Required arguments are there. Throws a MemoryError. */
  readonly text: (world: ToolWorld, given: Readonly<Record<string, string>>) => Promise<string>;
}
