/**
 * The outside text of a session. After a tool brought it in, everything may come from its author. After the user pasted it,
 * what was said may, and those steps that repeat its words: the author of a ticket did not choose everything that the agent ran
 * later. Decision 0059.
 */
import type { EventOf } from "@tacit-memory/protocol";
import type { WrittenText } from "./commands/local-command.ts";
import { outsideSource } from "./outside-source.ts";
import { commandText, readEdit } from "./tool-input.ts";

type ToolCall = EventOf<"tool_call">;

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
  readonly #pasted = new Set<string>();

  /** Whether any came in. */
  get isThere(): boolean {
    return this.#byTool || this.#pasted.size > 0;
  }

  takeCall(call: Parameters<typeof outsideSource>[0], written: WrittenText): void {
    this.#byTool ||= outsideSource(call, written) !== null;
  }

  takePasted(text: string): void {
    // A text without such words is there too.
    this.#pasted.add("");
    for (const word of wordsOf(text)) this.#pasted.add(word);
  }

  /** Returns whether a call may come from it. */
  mayHaveLedTo({ tool, input }: ToolCall): boolean {
    if (this.#byTool || this.#pasted.size === 0) return this.#byTool;
    const text = tool === "shell" ? commandText(input) : (readEdit(input)?.after ?? null);
    return text !== null && wordsOf(text).some((word) => this.#pasted.has(word));
  }
}

function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORD)].flatMap(([word]) => (COMMON.has(word) ? [] : word));
}
