/**
 * Decides whether a shell command prints only data of this machine. Only known cases count as local: every part of the
 * command must be a known use of a known program, a script of the project, or code that names nothing of a network.
 */
import {
  ALWAYS_LOCAL,
  INTERPRETERS,
  KEYWORDS,
  LOCAL_MODULES,
  LOCAL_SUBCOMMANDS,
  RUNNERS,
  SHELLS,
  TARGET_RUNNERS,
  VALUE_KEYWORDS,
  WRAPPERS,
} from "./local-programs.ts";
import { afterOptions, joined, ofFetcher, outsideOfSubcommand } from "./local-uses.ts";
import { namesNetwork, saysNetwork } from "./network-words.ts";
import {
  isNetworkDevice,
  type ShellCommand,
  type ShellWord,
  shellCommands,
} from "./shell-commands.ts";

/**
 * Returns the text that the session wrote into a file of this name (the last part of its path), as far as recorded; null if
 * unknown.
 */
export type WrittenText = (name: string) => string | null;

/** Maximum nesting of wrappers; people do not write more. */
const MAX_WRAPPED = 12;

/** Returns the first program that may bring in outside text; null if the whole command is local. */
export function outsideProgram(command: string, written: WrittenText = () => null): string | null {
  return outsideIn(command, { written, depth: 0 });
}

/** Matches a change of the installed packages as it is typed, without a shell or another program around it. */
const TYPED_INSTALL =
  /^(?:sudo (?:-\S+ )*)?(?:python[\d.]* -m )?(?:(?:npm|pnpm|yarn|bun|cargo|gem|brew|conda|mamba|pip[\d.]*|pipx|pipenv|poetry|pdm|uv pip|go|luarocks|opam) (?:-\S+ )*(?:i|add|install|get|require|remove|rm|un|uninstall|up|update|upgrade)|uv (?:add|remove)|composer (?:require|remove|update)|bundle (?:add|update)|dotnet add|(?:docker|podman)(?: |-)compose (?:-\S+ (?:[\w.-]+\.ya?ml )?)*(?:up|start))(?= |$)/;

/**
 * Returns whether nothing but changes of installed packages and starts of containers may bring outside text into the output of
 * a command.
 */
export function onlyInstalls(command: string, written: WrittenText = () => null): boolean {
  const outside = shellCommands(command)?.filter(
    (simple) => outsideOf(simple.words, simple, { written, depth: 1 }) !== null,
  );
  return outside?.every(({ words }) => TYPED_INSTALL.test(joined(words))) ?? false;
}

interface Reading {
  readonly written: WrittenText;
  readonly depth: number;
}

function outsideIn(command: string, reading: Reading): string | null {
  const commands = reading.depth > MAX_WRAPPED ? null : shellCommands(command);
  if (commands === null) return "nested commands";
  // A function of the same command line is read where it is defined.
  const functions = new Set(
    commands.flatMap(({ words }, i) =>
      words.length === 1 && commands[i + 1]?.words[0]?.text === "{" ? [words[0]?.text ?? ""] : [],
    ),
  );
  for (const shellCommand of commands) {
    if (functions.has(shellCommand.words[0]?.text ?? "")) continue;
    const outside = outsideOf(shellCommand.words, shellCommand, deeper(reading));
    if (outside !== null) return outside;
  }
  return null;
}

function deeper(reading: Reading): Reading {
  return { ...reading, depth: reading.depth + 1 };
}

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/** One simple command: its program and arguments. */
interface Use {
  /** As written, with its folder. */
  readonly program: ShellWord;
  readonly path: string;
  /** Last part of the path, in lower case, without `.exe`. */
  readonly name: string;
  readonly args: readonly ShellWord[];
  readonly command: ShellCommand;
  readonly reading: Reading;
}

/**
 * Returns the name of a program that may bring in outside text; null for a local use, undefined if the rule does not apply.
 */
type Rule = (use: Use) => string | null | undefined;

const RULES: readonly Rule[] = [
  (use) => (asksForVersion(use) ? null : undefined),
  ofWrapper,
  ofEval,
  ofShell,
  ofTextTool,
  ofFetcher,
  ofInterpreter,
  ofRunner,
  ({ name, args }) =>
    TARGET_RUNNERS.has(name)
      ? args.some(({ text }) => saysNetwork(text))
        ? name
        : null
      : undefined,
  ({ name, args }) => (name in LOCAL_SUBCOMMANDS ? outsideOfSubcommand(name, args) : undefined),
  ({ name }) => (ALWAYS_LOCAL.has(name) ? null : undefined),
  // A program of the project.
  ({ path, program, reading }) => (path.includes("/") ? script(program, reading) : undefined),
];

function outsideOf(
  all: readonly ShellWord[],
  command: ShellCommand,
  reading: Reading,
): string | null {
  if (reading.depth > MAX_WRAPPED) return "nested commands";
  if (all.some(({ text }) => isNetworkDevice(text))) return "/dev/tcp";
  const from = all.findIndex(({ text }) => !KEYWORDS.has(text) && !ASSIGNMENT.test(text));
  const [program, ...args] = from < 0 ? [] : all.slice(from);
  if (program === undefined || VALUE_KEYWORDS.has(program.text)) return null;
  const path = program.text.replaceAll("\\", "/");
  const name = (path.split("/").at(-1) ?? "").replace(/\.(?:exe|cmd|ps1|bat)$/i, "").toLowerCase();
  if (program.isDynamic && !/\/[\w.-]+$/.test(path)) return "a variable";
  const use = { program, path, name, args, command, reading: deeper(reading) };
  for (const rule of RULES) {
    const outside = rule(use);
    if (outside !== undefined) return outside;
  }
  return name;
}

function again(use: Use, rest: readonly ShellWord[]): string | null {
  return outsideOf(rest, use.command, use.reading);
}

function asksForVersion({ args: [first, ...more] }: Use): boolean {
  return more.length === 0 && /^(?:--?version|-[vVh]|--help|version)$/.test(first?.text ?? "");
}

function ofWrapper(use: Use): string | null | undefined {
  const { name, args } = use;
  // `rtk lint eslint`: its own subcommand may stand before the program.
  if (name === "rtk" && RTK_OWN.test(args[0]?.text ?? ""))
    return args.length === 1 ? null : again(use, afterOptions(args.slice(1)));
  if (name === "xargs" || name === "parallel") return again(use, afterOptions(args));
  return WRAPPERS.has(name) ? again(use, afterOptions(args, WRAPPED_VALUE)) : undefined;
}

const RTK_OWN = /^(?:lint|proxy|test|err|summary|log|json|read|smart|deps|gain)$/;
/** Matches arguments of wrappers: `env NAME=value program`, `timeout 5m program`. */
const WRAPPED_VALUE = /^(?:[A-Za-z_]\w*=.*|\d+(?:\.\d+)?[smhd]?)$/;

function ofEval({ name, path, args, reading }: Use): string | null | undefined {
  if (name === "source" || path === ".") return script(args[0], reading);
  if (name !== "eval") return undefined;
  return args.some(({ isDynamic }) => isDynamic) ? name : outsideIn(joined(args), reading);
}

/** Handles programs for texts and files that can run others. */
function ofTextTool(use: Use): string | null | undefined {
  const { name, args } = use;
  if (name === "find" || name === "fd") {
    const at = args.findIndex(({ text }) => FIND_RUNS.test(text));
    return at < 0 ? null : again(use, args.slice(at + 1));
  }
  if (/^[gmn]?awk$/.test(name))
    return /\bsystem\b|\bgetline\b|\/inet|\|/.test(joined(args).replaceAll("||", "")) ? name : null;
  if (/^g?sed$/.test(name)) return null;
  if (/^(?:tar|rsync|scp)$/.test(name))
    return args.some(({ text, isDynamic }) => isDynamic || /^[^/.][^/]*:/.test(text)) ? name : null;
  return undefined;
}

const FIND_RUNS = /^(?:-exec|-execdir|-ok|-x|-X|--exec|--exec-batch)$/;

/** Handles shells: `bash -lc CODE`, `cmd /c CODE`, `bash script.sh`, `bash <<EOF`. */
function ofShell({ name, args, command, reading }: Use): string | null | undefined {
  if (!SHELLS.has(name)) return undefined;
  const codeAt = args.findIndex(({ text }) => TAKES_CODE.test(text));
  if (codeAt >= 0) {
    const code = args.slice(codeAt + 1);
    const isUnseen = code.some(({ isDynamic }) => isDynamic);
    return isUnseen ? "code in a variable" : outsideIn(joined(code), reading);
  }
  const file = args.find(({ text }) => !text.startsWith("-"));
  if (file !== undefined) return script(file, reading);
  // Without a file it runs its input: a here-document, or a pipe with unknown text.
  return command.input === "" ? READS_INPUT : outsideIn(command.input, reading);
}

const TAKES_CODE = /^(?:-\w*c|\/c|-command)$/i;
const READS_INPUT = "a shell that reads its input";

function ofInterpreter(use: Use): string | null | undefined {
  const language = use.name.replace(/^(python|pypy|ruby|perl|php|lua|node)[\d.]+$/, "$1");
  const takesCode = INTERPRETERS[language];
  if (takesCode === undefined) return undefined;
  const { args, command, reading } = use;
  const at = args.findIndex(({ text }) => !text.startsWith("-") || text === "-");
  const options = args.slice(0, at < 0 ? args.length : at).map(({ text }) => text);
  const rest = args.slice(options.length);
  if (options.some((option) => takesCode.has(option))) return ofCode(language, rest);
  if (options.includes("-m")) return ofModule(use, rest);
  if (options.includes("--test") || options.includes("--check")) return null;
  const file = rest[0];
  if (file === undefined && options.length > 0) return null;
  if (file === undefined || file.text === "-")
    return command.input === "" || namesNetwork(command.input) ? language : null;
  // `bun test`, `deno lint`: a subcommand.
  const isSubcommand = /^(?:bun|deno)$/.test(language) && !/[./]/.test(file.text);
  return isSubcommand ? undefined : script(file, reading);
}

/** Checks code on the command line. A shell may insert values, so only the written text decides. */
function ofCode(language: string, code: readonly ShellWord[]): string | null {
  const text = joined(code);
  return text.trim() === "" || namesNetwork(text) ? language : null;
}

/** Handles `python -m pytest`, where the module is a program. */
function ofModule(use: Use, [module, ...rest]: readonly ShellWord[]): string | null {
  if (module === undefined) return use.name;
  const isLocal =
    LOCAL_MODULES.has(module.text) || LOCAL_MODULES.has(module.text.split(".")[0] ?? "");
  return isLocal ? null : again(use, [module, ...rest]);
}

/** `npx eslint`, `uv run pytest`: the program after it. */
function ofRunner(use: Use): string | null | undefined {
  const subcommands = RUNNERS[use.name];
  if (subcommands === undefined) return undefined;
  let rest = use.args;
  if (subcommands.size > 0) {
    const at = rest.findIndex(({ text }) => !text.startsWith("-"));
    if (at < 0 || !subcommands.has(rest[at]?.text ?? "")) return undefined;
    rest = rest.slice(at + 1);
  }
  const [program, ...args] = afterOptions(rest, /^--$/, RUNNER_OPTION);
  if (program === undefined) return null;
  // `npx tsc@5` runs tsc.
  return again(use, [{ ...program, text: program.text.replace(/(?<=.)@[^/]*$/, "") }, ...args]);
}

const RUNNER_OPTION =
  /^(?:-p|--package|--with|--python|--extra|--group|--directory|--project|-C|--filter|-F)$/;

/** Checks a script: what the session wrote decides, for other scripts the name. Null for a local one. */
function script(file: ShellWord | undefined, reading: Reading): string | null {
  if (file === undefined) return READS_INPUT;
  const path = file.text.replaceAll("\\", "/");
  const name = path.split("/").at(-1) ?? "";
  if (file.isDynamic && name === "") return "a variable";
  const written = reading.written(name);
  if (written !== null) return namesNetwork(written) ? name : null;
  if (/^(?:https?:|\/dev\/stdin)/.test(path)) return path;
  return saysNetwork(name) ? name : null;
}
