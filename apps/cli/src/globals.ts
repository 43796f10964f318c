/** Options of every command and their effect: home, project and output format. */
import { resolve } from "node:path";
import {
  envValueOf,
  homeFolder,
  MemoryError,
  parseOption,
  quotedValue,
  specOf,
} from "@tacit-memory/memory";
import type { OptionSpec } from "./command.ts";
import type { CommandEnvironment } from "./command-context.ts";
import { optionNamed } from "./input/option-named.ts";
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
  {
    flags: "--set <name=value>",
    text: "an option for this call only; `tacit config` lists them",
    isRepeatable: true,
  },
  { flags: "--json", text: "print one JSON document on stdout and nothing else" },
];

const WITH_VALUE = new Set(["--home", "--project", "--set"]);

/** Returns the first words that are not options, which name the command, before anything is loaded. */
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

/** Returns whether --json was passed. Also used for calls that commander rejects, so that their errors are JSON, too. */
export function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  return (end < 0 ? argv : argv.slice(0, end)).includes("--json");
}

/** Returns the machine with the options of `--set`, which are stronger than the environment. Throws "usage". */
export function machineWith(options: Readonly<Record<string, unknown>>, machine: Machine): Machine {
  const input = Array.isArray(options["set"]) ? options["set"].map(String) : [];
  if (input.length === 0) return machine;
  return { ...machine, env: { ...machine.env, ...Object.fromEntries(input.map(variableOf)) } };
}

function variableOf(input: string): readonly [string, string] {
  const at = input.indexOf("=");
  const name = optionNamed(at < 0 ? input : input.slice(0, at));
  const { env } = specOf(name);
  if (env === null || name === "home")
    throw new MemoryError("usage", { reason: `--set cannot set ${name}` });
  if (at < 0) throw new MemoryError("usage", { reason: `--set ${input}: expected NAME=VALUE` });
  const value = input.slice(at + 1);
  const parsed = parseOption(name, value);
  if ("problem" in parsed)
    throw new MemoryError("usage", {
      reason: `--set ${name}: ${quotedValue(name, value)} ${parsed.problem}`,
    });
  return [env, envValueOf(name, parsed.value)];
}

export function placeOf(
  options: Readonly<Record<string, unknown>>,
  machine: Machine,
): CommandEnvironment {
  const { home, project } = options;
  return {
    home:
      typeof home === "string"
        ? resolve(home)
        : resolve(homeFolder(machine.env, machine.platform, machine.userHome)),
    named: typeof project === "string" ? project : null,
  };
}
