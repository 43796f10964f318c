/** The options every command has, and what they come to: which home, which project, which way of printing. */
import { resolve } from "node:path";
import { homeFolder } from "@tacit-memory/memory";
import type { OptionSpec } from "./command.ts";
import type { Place } from "./command-context.ts";
import type { Machine } from "./machine.ts";

export const GLOBAL_OPTIONS: readonly OptionSpec[] = [
  {
    flags: "--home <dir>",
    text: "folder of Tacit's store (default: TACIT_HOME, or the platform's data folder)",
  },
  {
    flags: "--project <dir>",
    text: "any folder of the project, or a project name from `tacit projects` (default: the working directory)",
  },
  { flags: "--json", text: "print one JSON document on stdout and nothing else" },
];

const WITH_VALUE = new Set(["--home", "--project"]);

/** The first words that are no options: which command is meant, before anything is loaded. */
export function commandWords(argv: readonly string[]): string[] {
  const words: string[] = [];
  for (let i = 0; i < argv.length && words.length < 2; i++) {
    const word = argv[i] ?? "";
    if (word === "--") break;
    if (WITH_VALUE.has(word)) i++;
    else if (!word.startsWith("-")) words.push(word);
    else if (words.length > 0) break;
  }
  return words;
}

/** Also for calls that commander refused, so that they are answered in JSON too. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

export function placeOf(options: Readonly<Record<string, unknown>>, machine: Machine): Place {
  const { home, project } = options;
  return {
    home:
      typeof home === "string"
        ? resolve(home)
        : resolve(homeFolder(machine.env, machine.platform, machine.userHome)),
    named: typeof project === "string" ? project : null,
  };
}
