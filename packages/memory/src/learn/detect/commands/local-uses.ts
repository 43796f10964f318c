/** Decides which uses of git, package managers and download programs are local, by subcommands, options and addresses. */
import {
  FETCHERS,
  LOCAL_SUBCOMMANDS,
  MANIFEST_INSTALLS,
  WRAPPER_OPTIONS,
} from "./local-programs.ts";
import { saysNetwork } from "./network-words.ts";
import type { ShellWord } from "./shell-commands.ts";

export function joined(words: readonly ShellWord[]): string {
  return words.map(({ text }) => text).join(" ");
}

/** Skips leading options and what `skipped` matches; `valued` are options that take the next word. */
export function afterOptions(
  words: readonly ShellWord[],
  skipped: RegExp = /^$/,
  valued: RegExp | ReadonlySet<string> = WRAPPER_OPTIONS,
): readonly ShellWord[] {
  let at = 0;
  while (at < words.length) {
    const text = words[at]?.text ?? "";
    if (valued instanceof RegExp ? valued.test(text) : valued.has(text)) at += 2;
    else if (text.startsWith("-") || (skipped.test(text) && !words[at]?.isDynamic)) at++;
    else break;
  }
  return words.slice(at);
}

const GIT_OPTION = /^(?:-C|-c|--git-dir|--work-tree|--namespace)$/;
const VALUED_OPTION =
  /^(?:-C|--prefix|--filter|-F|-w|--workspace|--cwd|--dir|--manifest-path|-p|--project|--directory)$/;
const PACKAGE_MANAGER = /^(?:npm|pnpm|yarn|bun|deno)$/;

export function outsideOfSubcommand(program: string, args: readonly ShellWord[]): string | null {
  const [sub, ...rest] = afterOptions(args, /^$/, program === "git" ? GIT_OPTION : VALUED_OPTION);
  if (sub === undefined) return null;
  if (sub.isDynamic) return program;
  const name = sub.text.toLowerCase();
  if (program === "git") return outsideOfGit(name, rest);
  if (PACKAGE_MANAGER.test(program)) return outsideOfPackageManager(program, name, rest);
  if (MANIFEST_INSTALLS[program]?.has(name) === true)
    return rest.every(isOwnOption) ? null : `${program} ${name}`;
  if (program === "pip" && name === "install") return namesOnlyFiles(rest) ? null : "pip install";
  const local = LOCAL_SUBCOMMANDS[program];
  return local?.has(name) === true || local?.size === 0 ? null : `${program} ${name}`;
}

/** Returns whether a word is an option without an address: an installation without other words takes what the manifest lists. */
function isOwnOption({ text }: ShellWord): boolean {
  return text.startsWith("-") && !text.includes("://");
}

/** Returns whether pip installs only what files of this machine list, or such a folder: `-r requirements.txt`, `-e .`. */
function namesOnlyFiles(words: readonly ShellWord[]): boolean {
  return words.every((word, i) => {
    const isFile = /^(?:-r|-c|-e|--requirement|--constraint|--editable)$/.test(
      words[i - 1]?.text ?? "",
    );
    return (
      isOwnOption(word) ||
      (!word.isDynamic &&
        !word.text.includes("://") &&
        (isFile || /^\.{1,2}(?:[/[]|$)/.test(word.text)))
    );
  });
}

function outsideOfPackageManager(
  program: string,
  name: string,
  rest: readonly ShellWord[],
): string | null {
  const full = `${program} ${name}`;
  if (/^(?:i|install|ci)$/.test(name)) return rest.every(isOwnOption) ? null : full;
  if (/^(?:run|run-script|task|workspaces?)$/.test(name))
    return rest.some(({ text }) => !text.startsWith("-") && saysNetwork(text)) ? full : null;
  if (LOCAL_SUBCOMMANDS[program]?.has(name) === true) return null;
  // `yarn lint` and `pnpm build` run scripts of the project or installed programs.
  const isScript = /^(?:yarn|pnpm|bun)$/.test(program) && !PACKAGE_WORDS.test(name);
  return isScript && !saysNetwork(name) ? null : full;
}

/** Matches subcommands of package managers that contact a registry. */
const PACKAGE_WORDS =
  /^(?:i|install|ci|add|a|up|update|upgrade|view|v|show|info|audit|outdated|publish|unpublish|search|s|create|init|dlx|x|exec|remove|rm|un|uninstall|fetch|import|login|whoami|owner|team|org|access|star|stars|profile|hook|token|dist-tag|deprecate|npm|self-update|set|plugin|global|link|patch|outdated|doctor|bugs|docs|repo|ping|fund|sbom|cache|deploy|c)$/;

/** Subcommands of git that are local only with certain words after them, or without any. */
const GIT_USES: Readonly<Record<string, RegExp>> = {
  remote: /^(?!show\b|update\b|prune\b)/,
  submodule: /^(?:status|foreach|summary|$)/,
  lfs: /^(?:ls-files|status|track|untrack|install|env)\b/,
  archive: /^(?!.*--remote)/,
};

function outsideOfGit(name: string, rest: readonly ShellWord[]): string | null {
  const use = GIT_USES[name];
  const isLocal = use === undefined ? LOCAL_SUBCOMMANDS["git"]?.has(name) : use.test(joined(rest));
  return isLocal === true ? null : `git ${name}`;
}

const LOOPBACK =
  /^(?:(?:https?|wss?):\/\/)?(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0|\[::1\]|::1)(?::\d*)?(?:[/?#]|$)/i;
const ADDRESS_OPTION =
  /^(?:-K|--config|-x|--proxy|--preproxy|--socks\w*|--resolve|--connect-to|--input-file|--execute|--doh-url)$/;
const DATA_OPTION =
  /^(?:-X|--request|-H|--header|-d|--data\S*|--json|-o|--output|-w|--write-out|-m|--max-time|--connect-timeout|-u|--user|-A|--user-agent|-b|--cookie|-c|--cookie-jar|--retry\S*|-O|-t|-T|--timeout|--tries|--method|-D|--dump-header|-z|-p|-N|-n)$/;

/** Handles curl and similar programs: local if every address is on this machine. */
export function ofFetcher({
  name,
  args,
}: {
  readonly name: string;
  readonly args: readonly ShellWord[];
}): string | null | undefined {
  if (!FETCHERS.has(name)) return undefined;
  let addresses = 0;
  for (let at = 0; at < args.length; at++) {
    const word = args[at];
    if (word === undefined || DATA_OPTION.test(word.text)) at++;
    else if (ADDRESS_OPTION.test(word.text)) return name;
    else if (isOwnAddress(word)) addresses++;
    else if (!word.text.startsWith("-") && !METHOD.test(word.text) && !isField(word, addresses))
      return name;
  }
  return addresses > 0 ? null : name;
}

const METHOD = /^(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS)$/;

function isOwnAddress({ text, isDynamic }: ShellWord): boolean {
  // A host that ends in a variable can be any: `http://localhost$X`.
  const isWhole = !isDynamic || /[\dt\]1]:|[^/:]\//.test(text);
  return (LOOPBACK.test(text) && isWhole) || /^:\d*(?:\/|$)/.test(text);
}

/** Returns whether a word is an argument after the address in HTTPie or netcat: `name=value`, a port. */
function isField({ text, isDynamic }: ShellWord, addresses: number): boolean {
  if (addresses === 0 || isDynamic) return false;
  return /^\d+$/.test(text) || (/^[\w.-]+[:=]=?/.test(text) && !text.includes("://"));
}
