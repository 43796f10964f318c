/** A command: one object per file with its name, arguments, examples and action. */
import type { CommandContext } from "./command-context.ts";

interface ArgumentSpec {
  readonly name: string;
  readonly text: string;
  readonly isOptional?: boolean;
  readonly isVariadic?: boolean;
}

export interface OptionSpec {
  /** In commander's notation: `--limit <n>`, `--file <path>`, `--pin`. */
  readonly flags: string;
  readonly text: string;
  readonly choices?: readonly string[];
  /** Values that are accepted but not listed. */
  readonly unlisted?: readonly string[];
  readonly isRepeatable?: boolean;
}

/** The caller's arguments as split by commander. */
export interface ParsedArgs {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
}

export interface Command {
  /** One word, or two for a command in a group: `import jsonl`. */
  readonly name: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly arguments: readonly ArgumentSpec[];
  readonly options?: readonly OptionSpec[];
  /** Additional information, printed below the options. */
  readonly details?: string;
  readonly examples: readonly string[];
  readonly run: (input: ParsedArgs, context: CommandContext) => Promise<void>;
}
