/**
 * The only module that prints. With --json, exactly one JSON document (or JSON lines) goes to stdout; otherwise text for
 * people. Messages and progress always go to stderr. Colours are used only on a terminal that supports them.
 */
import pc from "picocolors";
import { asCalled, type Machine, type Output } from "../machine.ts";

type Colors = ReturnType<typeof pc.createColors>;

export interface Renderer {
  readonly isJson: boolean;
  /** Width in columns. */
  readonly width: number;
  readonly colors: Colors;
  /** Prints the command's answer: the document with --json, otherwise the text. Once per command. */
  readonly result: (document: unknown, human: () => string) => void;
  /** Prints one JSON line on stdout in either mode. */
  readonly jsonLine: (value: unknown) => void;
  /** Prints text for people on stdout; nothing with --json. */
  readonly text: (text: string) => void;
  /** Prints the answer's own text, such as an exported file, in either mode. */
  readonly raw: (text: string) => void;
  /** Prints a message on stderr. */
  readonly say: (text: string) => void;
  /** Replaces the progress line on a terminal; silent elsewhere. */
  readonly progress: (text: string) => void;
  /** Removes the progress line. */
  readonly endProgress: () => void;
}

const PROGRESS_EVERY_MS = 80;
const MAX_WIDTH = 120;

export function createRenderer(machine: Machine, isJson: boolean): Renderer {
  const { stdout, stderr } = machine;
  const colors = pc.createColors(!isJson && wantsColors(machine.env, stdout));
  let isAnswered = false;
  let shownAtMs = 0;
  let isShown = false;
  const endProgress = () => {
    if (isShown) stderr.write("\r\u001b[K");
    isShown = false;
  };
  const line = (text: string) => (text === "" ? "" : `${text.replace(/\n+$/, "")}\n`);
  return {
    isJson,
    width: Math.max(40, Math.min(stdout.columns || 100, MAX_WIDTH)),
    colors,
    result: (document, human) => {
      if (isAnswered) throw new Error("a command answers once");
      isAnswered = true;
      endProgress();
      stdout.write(isJson ? `${JSON.stringify(document)}\n` : line(asCalled(human(), machine)));
    },
    jsonLine: (value) => stdout.write(`${JSON.stringify(value)}\n`),
    text: (text) => {
      endProgress();
      if (!isJson) stdout.write(line(text));
    },
    raw: (text) => stdout.write(text),
    say: (text) => {
      endProgress();
      stderr.write(line(asCalled(text, machine)));
    },
    progress: (text) => {
      const nowMs = machine.nowMs();
      if (stderr.isTTY !== true || nowMs - shownAtMs < PROGRESS_EVERY_MS) return;
      shownAtMs = nowMs;
      isShown = true;
      stderr.write(`\r\u001b[K${text.slice(0, (stderr.columns || 80) - 1)}`);
    },
    endProgress,
  };
}

/**
 * Returns whether to use colours. https://no-color.org: a non-empty value turns them off, and so does a terminal without
 * colours.
 */
export function wantsColors(env: Machine["env"], output: Output): boolean {
  if (env["NO_COLOR"] !== undefined && env["NO_COLOR"] !== "") return false;
  if (env["FORCE_COLOR"] !== undefined && env["FORCE_COLOR"] !== "0") return true;
  return output.isTTY === true && env["TERM"] !== "dumb";
}
