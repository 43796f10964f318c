/**
 * Reduces a command line to what it runs, so that a trigger is not found in a text that the command only prints, searches for
 * or stores as a message.
 */
import { type ShellCommand, shellCommands } from "../learn/detect/commands/shell-commands.ts";

/** Programs whose arguments are texts. */
const TEXT_PROGRAMS = /^(?:echo|printf|e?grep|fgrep|rg|ag|ack|logger|say)$/;
const SHELL = /^(?:ba|z|da|k)?sh$/;
/** Options of `git` and `gh` whose values are prose. */
const MESSAGE = /^(?:-[a-z]*m|-[tbF]|--(?:message|title|body|notes|grep))$/;
/** Separates commands; no trigger contains it. */
const COMMAND_SEPARATOR = " ; ";

/** Returns the commands, separated by ` ; `; the line itself if it is nested too deeply to be read. */
export function runText(line: string): string {
  return shellCommands(line)?.map(textOf).join(COMMAND_SEPARATOR) ?? line;
}

function textOf({ words, input }: ShellCommand): string {
  const texts = words.map(({ text }) => text);
  const at = texts.findIndex((text) => !/^\w+=|^(?:sudo|env|time|command|exec)$/.test(text));
  const program = (texts[at] ?? "").replace(/^.*\//, "");
  if (TEXT_PROGRAMS.test(program)) return program;
  if (SHELL.test(program)) return [...texts, input].join(" ");
  if (program !== "git" && program !== "gh") return texts.join(" ");
  if (program === "git" && texts[at + 1] === "grep") return "git grep";
  return texts.filter((text, i) => !isMessage(text, texts[i - 1])).join(" ");
}

function isMessage(text: string, before = ""): boolean {
  return MESSAGE.test(before) || /^--(?:message|title|body|notes|grep)=/.test(text);
}
