/** Finds the command that a shell line runs, without wrappers, and the files that it names. */

const MAX_COMMAND_CHARS = 20_000;
const MAX_FILES = 20;

/** A range of commits, or a spread: dots between names. */
const RANGE = /[^./\\]\.{2,3}/;
/** A word that could be a path with an extension, and nothing a shell would expand. */
const FILE_WORD = /^(?:[A-Za-z]:[\\/])?[\w@.+/\\\-[\]()]*\.[A-Za-z][A-Za-z0-9]{0,9}$/;
/** A quoted stretch (open at the end or not), an escaped character, a separator, space, or the rest. */
const TOKEN = /'[^']*'?|"(?:[^"\\]+|\\[\s\S])*"?|\\["'\\ $`]|[;|&\n]|[^\S\n]+|[^\s'"\\;|&]+|\\/g;
const WHOLE_TOKEN = /'[^']*'?|"(?:[^"\\]+|\\[\s\S])*"?|\\["'\\ $`]|\s+|[^\s'"\\]+|\\/g;
const SEPARATORS = new Set([";", "|", "&", "\n"]);
/** Commands whose words are text, not files. */
const TEXT_COMMANDS = new Set([
  "echo",
  "printf",
  "export",
  "alias",
  "sleep",
  "kill",
  "which",
  "curl",
]);
const SEARCH_COMMANDS = new Set(["grep", "rg", "egrep", "fgrep", "ag", "ack"]);

/**
 * Removes the shell that hosts wrap around a command: `["bash", "-lc", "ls"]`, `bash -lc 'ls'` and `ls` are the same
 * command.
 */
export function unwrapShell(command: unknown): string {
  if (Array.isArray(command)) return unwrapWords(command.map(String));
  if (typeof command !== "string") return "";
  const wrapped =
    /^\s*(?:[^\s'"]*[\\/])?(?:(?:ba|z|da|k)?sh(?:\.exe)?\s+-\w*c|(?:powershell|pwsh)(?:\.exe)?\s+(?:-\w+\s+)*-c(?:ommand)?|cmd(?:\.exe)?\s+\/c)\s+/i.exec(
      command.slice(0, 300),
    );
  if (wrapped === null) return command;
  const rest = command.slice(wrapped[0].length).trim();
  if (!/^['"]/.test(rest)) return rest;
  const [first] = shellWords(rest);
  return first ?? rest;
}

/** The files that a command names, as written, each once. A leading `cd` applies to the rest. */
export function shellFiles(command: string): string[] {
  const patched = patchFiles(command);
  if (patched.length > 0) return patched;
  const files = new Set<string>();
  let folder = "";
  for (const words of segments(withoutHeredoc(command.slice(0, MAX_COMMAND_CHARS)))) {
    const [program, ...args] = withoutPrefixes(words);
    if (program === "cd") folder = joinFolder(folder, args[0] ?? "");
    else for (const file of fileArguments(program ?? "", args)) files.add(joinFolder(folder, file));
  }
  return [...files].slice(0, MAX_FILES);
}

/** The files of a patch in the `*** Update File:` form that Codex and others use. */
export function patchFiles(patch: string): string[] {
  if (!patch.includes("*** ")) return [];
  const named = patch.matchAll(/^\*\*\* (?:(?:Update|Add|Delete) File|Move to): (.+)$/gm);
  return [...new Set([...named].map(([, path]) => (path ?? "").trim()))];
}

/** Words as a POSIX shell splits them; an unclosed quote runs to the end. */
export function shellWords(text: string): string[] {
  return segments(text, true)[0] ?? [];
}

function unwrapWords(words: readonly string[]): string {
  const [program = "", flag = "", script] = words;
  const isShell = /(?:^|[\\/])(?:(?:ba|z|da|k)?sh|powershell|pwsh|cmd)(?:\.exe)?$/i.test(program);
  if (isShell && /^[-/]/.test(flag) && script !== undefined) return words.slice(2).join(" ");
  return words.join(" ");
}

/** The words of each simple command; with `isWhole` separators are ordinary characters. */
function segments(text: string, isWhole = false): string[][] {
  const found: string[][] = [[]];
  const token = isWhole ? WHOLE_TOKEN : TOKEN;
  let word: string | undefined;
  const endWord = (): void => {
    if (word !== undefined) found.at(-1)?.push(word);
    word = undefined;
  };
  for (const [part] of text.matchAll(token)) {
    if (/^\s/.test(part) || (!isWhole && SEPARATORS.has(part))) {
      endWord();
      if (SEPARATORS.has(part)) found.push([]);
    } else word = (word ?? "") + unquoted(part);
  }
  endWord();
  return found.filter((words) => words.length > 0);
}

function unquoted(part: string): string {
  if (part.startsWith("'")) return part.replace(/^'|'$/g, "");
  if (part.startsWith('"')) return part.replace(/^"|"$/g, "").replace(/\\(["\\$`])/g, "$1");
  return part.replace(/^\\(["'\\ $`])/, "$1");
}

/** Removes the content of heredocs, but not the lines that open them. */
function withoutHeredoc(command: string): string {
  const opening = /<<-?\s*['"]?([A-Za-z_]\w*)['"]?/.exec(command);
  if (opening === null) return command;
  const bodyStart = command.indexOf("\n", opening.index);
  if (bodyStart === -1) return command;
  const closing = command.indexOf(`\n${opening[1]}`, bodyStart);
  const before =
    command.slice(0, opening.index) + command.slice(opening.index + opening[0].length, bodyStart);
  return closing === -1 ? before : before + command.slice(closing + 1 + (opening[1] ?? "").length);
}

function withoutPrefixes(words: readonly string[]): readonly string[] {
  let start = 0;
  while (start < words.length) {
    const word = words[start] ?? "";
    if (
      /^\w+=/.test(word) ||
      /^(?:sudo|time|env|command|exec|nohup|then|do|if|\(|\{)$/.test(word)
    ) {
      start += 1;
    } else if (word === "timeout") {
      start += 2;
    } else break;
  }
  return words.slice(start);
}

function fileArguments(program: string, args: readonly string[]): string[] {
  const name = program.split(/[\\/]/).at(-1) ?? "";
  if (TEXT_COMMANDS.has(name)) return redirections(args);
  if (name === "git" && args[0] === "commit") return [];
  let candidates = args.filter((_arg, index) => args[index - 1] !== "-m" || name === "git");
  if (SEARCH_COMMANDS.has(name)) candidates = afterPattern(candidates);
  return candidates
    .map((arg) => arg.replace(/^\d?>>?/, ""))
    .filter((arg) => FILE_WORD.test(arg) && !arg.startsWith("-") && !RANGE.test(arg));
}

/** Removes the first argument that is not a flag: the search pattern. */
function afterPattern(args: readonly string[]): string[] {
  const pattern = args.findIndex((arg) => !arg.startsWith("-"));
  return args.filter((_arg, index) => index !== pattern);
}

function redirections(args: readonly string[]): string[] {
  return args.filter((arg, index) => /^>>?$/.test(args[index - 1] ?? "") && FILE_WORD.test(arg));
}

function joinFolder(folder: string, path: string): string {
  const isFree = folder === "" || /^(?:[\\/~]|[A-Za-z]:)/.test(path);
  return isFree ? path : `${folder}/${path}`;
}
