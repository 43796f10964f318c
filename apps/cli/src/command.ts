/** What is a command? One object a file: its name, what it takes, examples, and what it does. */
import type { CommandContext } from "./command-context.ts";

interface ArgumentSpec {
  readonly name: string;
  readonly text: string;
  readonly isOptional?: boolean;
  readonly isVariadic?: boolean;
}

export interface OptionSpec {
  /** As commander writes them: `--limit <n>`, `--file <path>`, `--pin`. */
  readonly flags: string;
  readonly text: string;
  readonly choices?: readonly string[];
  /** Values that are accepted too, but not listed. */
  readonly unlisted?: readonly string[];
  readonly isRepeatable?: boolean;
}

/** What the caller wrote, as commander split it. */
export interface ParsedArgs {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Command {
  /** One word, or two for a command of a group: `import jsonl`. */
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** What a person should know besides; printed under the options. */
  readonly details?: string;
  readonly examples: readonly string[];
  readonly run: (input: ParsedArgs, context: CommandContext) => Promise<void>;
}
