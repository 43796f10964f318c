/**
 * The outside text of a session. After a tool brought it in, everything may come from its author. After the user pasted it, or
 * a package printed it while it was installed, what was said may, and those steps that repeat its words: the author of a
 * ticket did not choose everything that the agent ran later. Decision 0059.
 */
import type { EventOf } from "@tacit-memory/protocol";
import { onlyInstalls, type WrittenText } from "./commands/local-command.ts";
import { outsideSource } from "./outside-source.ts";
import { commandText, readEdit } from "./tool-input.ts";

type ToolCall = EventOf<"tool_call">;

/** A finished call. */
type FinishedCall = Parameters<typeof outsideSource>[0] & {
  /** Null if the tool runs no command. */
  readonly command: string | null;
  readonly output: string;
  /** Length of the whole output, of which `output` may be a part. */
  readonly outputChars: number;
  readonly isOk: boolean;
};

const WORD = /[\p{L}\d]{3,}/gu;
/** Words that a pasted text and a command may share by chance: those of package managers and of everyday commands. */
const COMMON = new Set(
  (
    "and for the not all npm npx pnpm yarn bun pip apt get apk dnf yum git run add sudo bash node make python python3 install " +
    "update build compile test tests check lint start clean head tail grep cat echo main src true false null dev"
  ).split(" "),
);

export class OutsideText {
  #byTool = false;
  readonly #words = new Set<string>();
  /** Words of the last failed command and of its output: the agent knew them before it installed something. */
  #failed: readonly string[] = [];

  /** Whether any came in. */
  get isThere(): boolean {
    return this.#byTool || this.#words.size > 0;
  }

  takeCall(step: FinishedCall, written: WrittenText): void {
    const { command, output, outputChars, isOk } = step;
    if (!this.#byTool && outsideSource(step, written) !== null) {
      // The agent read all of the output, so its words are known only if the log has all of it.
      const isKnown = command !== null && outputChars <= output.length;
      if (isKnown && onlyInstalls(command, written))
        this.#take(output, new Set([...wordsOf(command), ...this.#failed]));
      else this.#byTool = true;
    }
    if (!isOk && command !== null) this.#failed = wordsOf(`${command}\n${output}`);
  }

  takePasted(text: string): void {
    this.#take(text, new Set());
  }

  #take(text: string, ownWords: ReadonlySet<string>): void {
    // A text without such words is there too.
    this.#words.add("");
    for (const word of wordsOf(text)) if (!ownWords.has(word)) this.#words.add(word);
  }

  /** Returns whether a call may come from it. */
  mayHaveLedTo({ tool, input }: ToolCall): boolean {
    if (this.#byTool || this.#words.size === 0) return this.#byTool;
    const text = tool === "shell" ? commandText(input) : (readEdit(input)?.after ?? null);
    return text !== null && wordsOf(text).some((word) => this.#words.has(word));
  }
}

function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORD)].flatMap(([word]) => (COMMON.has(word) ? [] : word));
}
