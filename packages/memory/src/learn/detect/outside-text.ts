/**
 * The outside text of a session. After a tool brought it in, everything may come from its author. After the user pasted it, or
 * a package printed it while it was installed, what was said may, and those steps that repeat its words: the author of a
 * ticket did not choose everything that the agent ran later. Decision 0059.
 */
import type { EventOf } from "@tacit-memory/protocol";
import { clip, oneLine } from "../../domain/text/text.ts";
import { onlyInstalls, type WrittenText } from "./commands/local-command.ts";
import { isOrdinaryOutput } from "./ordinary-output.ts";
import { outsideSource } from "./outside-source.ts";
import { commandText, readEdit } from "./tool-input.ts";

type ToolCall = EventOf<"tool_call">;

/** A finished call. */
type FinishedCall = Parameters<typeof outsideSource>[0] & {
  readonly seq: number;
  /** Null if the tool runs no command. */
  readonly command: string | null;
  /** Null if the tool opens no page. */
  readonly page: string | null;
  readonly output: string;
  /** Length of the whole output, of which `output` may be a part. */
  readonly outputChars: number;
  readonly isOk: boolean;
};

/** What brought outside text into a session: a command, a page or search, a tool, or a prompt with a pasted text. */
export interface OutsideOrigin {
  readonly kind: "command" | "page" | "tool" | "paste";
  /** The command, page, tool or beginning of the prompt. */
  readonly name: string;
  readonly seq: number;
}

const NAME_CHARS = 100;
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
  readonly #origins: OutsideOrigin[] = [];

  /** Whether any came in. */
  get isThere(): boolean {
    return this.#origins.length > 0;
  }

  /** In order. */
  get origins(): readonly OutsideOrigin[] {
    return this.#origins;
  }

  takeCall(step: FinishedCall, written: WrittenText): void {
    const { command, output, isOk } = step;
    if (outsideSource(step, written) !== null && !isOrdinaryInstall(step, written)) {
      this.#origins.push(originOf(step));
      if (isKnownInstall(step, written))
        this.#take(output, new Set([...wordsOf(command ?? ""), ...this.#failed]));
      else this.#byTool = true;
    }
    if (!isOk && command !== null) this.#failed = wordsOf(`${command}\n${output}`);
  }

  takePasted(text: string, seq: number): void {
    this.#origins.push({ kind: "paste", name: shortName(text), seq });
    this.#take(text, new Set());
  }

  #take(text: string, ownWords: ReadonlySet<string>): void {
    for (const word of wordsOf(text)) if (!ownWords.has(word)) this.#words.add(word);
  }

  /** Returns whether a call may come from it. */
  mayHaveLedTo({ tool, input }: ToolCall): boolean {
    if (this.#byTool || this.#words.size === 0) return this.#byTool;
    const text = tool === "shell" ? commandText(input) : (readEdit(input)?.after ?? null);
    return text !== null && wordsOf(text).some((word) => this.#words.has(word));
  }
}

type Printed = Pick<FinishedCall, "command" | "output" | "outputChars">;

/** Returns whether a call printed only what a package manager prints by itself. */
export function isOrdinaryInstall(step: Printed, written?: WrittenText): boolean {
  return isKnownInstall(step, written) && isOrdinaryOutput(step.output);
}

/** The agent read all of the output, so its words are known only if the log has all of it. */
function isKnownInstall({ command, output, outputChars }: Printed, written?: WrittenText): boolean {
  return command !== null && outputChars <= output.length && onlyInstalls(command, written);
}

function originOf({ command, page, hostTool, seq }: FinishedCall): OutsideOrigin {
  if (command !== null) return { kind: "command", name: shortName(command), seq };
  if (page !== null) return { kind: "page", name: shortName(page), seq };
  return { kind: "tool", name: hostTool, seq };
}

function shortName(text: string): string {
  return clip(oneLine(text), NAME_CHARS);
}

function wordsOf(text: string): string[] {
  return [...text.toLowerCase().matchAll(WORD)].flatMap(([word]) => (COMMON.has(word) ? [] : word));
}
