/**
 * The outside text of a session. After a tool brought it in, everything may come from its author. After the user pasted it,
 * what was said may, and of the steps those that repeat its words: what the agent ran is not an outsider's because a ticket was
 * pasted before.
 */
import type { EventOf } from "@tacit-memory/protocol";
import type { WrittenText } from "./commands/local-command.ts";
import { outsideSource } from "./outside-source.ts";
import { commandText, readEdit } from "./tool-input.ts";

type ToolCall = EventOf<"tool_call">;

const WORD = /[\p{L}\d][\p{L}\d_.@/-]{3,}/gu;
/** Words that a pasted text and a command may share by chance. */
const COMMON =
  /^(?:install|update|build|compile|test|tests|check|lint|start|clean|head|tail|grep|main|true|false|null)$/i;

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
    // A text without a long word is there too.
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
  return [...text.matchAll(WORD)].map(([word]) => word).filter((word) => !COMMON.test(word));
}
