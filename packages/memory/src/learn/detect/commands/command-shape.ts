/**
 * Compares commands: the purpose of a command, and its form without what differs from run to run (directory changes, pipes
 * that only trim output, redirections, environment).
 */

import { remembered } from "../statements/remembered.ts";

export type Purpose =
  | "test"
  | "lint"
  | "typecheck"
  | "format"
  | "build"
  | "install"
  | "generate"
  | "migrate"
  | "run";

const PURPOSES: readonly (readonly [Purpose, RegExp])[] = [
  [
    "install",
    /\b(?:npm (?:ci|i|install)|bun (?:i|install|add)|yarn(?: install| add)?$|pnpm (?:i|install|add)|pip3? install|poetry (?:install|add)|uv (?:sync|add|pip)|cargo add|go (?:get|mod tidy)|bundle install|composer install|apt(?:-get)? install)\b/,
  ],
  [
    "typecheck",
    /\b(?:tsc|mypy|pyright|typecheck|type-check|check-types)\b|\bcargo check\b|\bgo vet\b/,
  ],
  [
    "lint",
    /\b(?:eslint|biome (?:lint|check|ci)|ruff(?: check)?|flake8|pylint|golangci-lint|clippy|lint|stylelint|oxlint|knip|shellcheck|actionlint|hadolint|yamllint|markdownlint|rubocop|ktlint|checkstyle|detekt|swiftlint|phpstan|psalm|cppcheck|clang-tidy)\b/,
  ],
  ["format", /\b(?:prettier|gofmt|rustfmt|black|biome format|fmt|format)\b/],
  [
    "test",
    /\b(?:pytest|vitest|jest|mocha|ava|rspec|phpunit|tox|nox|ctest|playwright test|cypress|runtests\.py|bin\/test)\b|\b(?:bun|npm|yarn|pnpm|go|cargo|deno|dotnet|mvn|gradle|gradlew|make|rake|nx|turbo|node)\b.*\btests?\b|-m unittest\b/,
  ],
  ["migrate", /\b(?:migrate|migration|alembic|prisma db|knex)\b/],
  ["generate", /\b(?:codegen|generate|protoc|prisma generate|openapi)\b/],
  [
    "build",
    /\b(?:build|compile|webpack|vite build|rollup|esbuild|make|cmake|cargo build|go build|mvn package|gradle assemble)\b/,
  ],
  ["run", /\b(?:start|serve|dev|preview|runserver|up -d|docker compose up)\b/],
];

/** Programs that only read; a fix is never one of them. */
const READ_ONLY_COMMANDS =
  /^(?:cat|ls|head|tail|grep|rg|find|echo|printf|pwd|which|wc|sed -n|less|tree|file|stat|git (?:status|log|diff|show|branch|stash list|rev-parse|remote)|sleep|ps|true|env|printenv|type|du|df|date|jq|awk|sort|uniq|diff|test|cd|command -[vV])\b/;

const TOKENS = /"(?:[^"\\]|\\.)*"|'[^']*'|&&|\|\||[;\n|]|[^"'&;|\n]+|[\s\S]/g;

/** Returns the parts of a command line between `&&`, `;`, `||` and line breaks, each without its pipes. */
function parts(command: string): string[] {
  return rawParts(command)
    .map(bare)
    .filter((item) => item !== "");
}

/** Returns the parts as typed, including their variables. */
export function rawParts(command: string): string[] {
  const found = [""];
  let isPiped = false;
  for (const [token] of command.matchAll(TOKENS)) {
    if (token === "&&" || token === "||" || token === ";" || token === "\n") {
      found.push("");
      isPiped = false;
    } else if (token === "|") isPiped = true;
    else if (!isPiped) found[found.length - 1] += token;
  }
  return found.map((item) => item.trim()).filter((item) => item !== "");
}

const QUOTED = /"(?:[^"\\]|\\.)*"|'[^']*'/g;

/** Removes redirections, leading variables and wrappers. Quoted text is left unchanged. */
function bare(part: string): string {
  const quoted: string[] = [];
  const masked = part.replace(QUOTED, (text) => `\0${quoted.push(text) - 1}\0`);
  // Folds runs of blanks first, because a pattern that looks for blanks would scan a long run from each of its positions.
  return masked
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:export )?(?:[A-Z_][A-Z0-9_]*=\S*\s+)+(?=\S)/, "")
    .replace(/^(?:(?:time|env|command(?! -[vV]\b)|sudo|timeout (?!\/)\S+)\s+)+/, "")
    .replace(/\s*(?:\d?>>?\s*(?:&\d|\/dev\/null|\S+)|<\s*\/dev\/null|&)\s*$/g, "")
    .replace(/\s*\d?>>?\s*(?:&\d|\/dev\/null)/g, "")
    .replace(/^\(+\s*|(?<=^[^(]*)\)+$/g, "")
    .replace(/\0(\d+)\0/g, (_mask, at: string) => quoted[+at] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * Returns the command without `cd …`, commands that only read, pipes that trim the output, redirections and variables; the
 * whole first part if nothing else is left.
 */
export const canonicalCommand = remembered((command): string => {
  const all = parts(command.replace(/\\\n/g, " "));
  const doing = all.filter((part) => !READ_ONLY_COMMANDS.test(part));
  return doing.length > 0 ? doing.join(" && ") : (all[0] ?? "");
});

interface PurposePart {
  readonly part: string;
  readonly purpose: Purpose;
}

/** Returns the part that determines the command's purpose: the last one with a purpose. */
export const purposePart = remembered((command): PurposePart | null => {
  // A heredoc, an inline script or a commit message: its words say nothing about the command.
  if (/<<|\s-[ce]\s/.test(command)) return null;
  for (const part of parts(command).reverse()) {
    if (READ_ONLY_COMMANDS.test(part) || /^git\b/.test(part)) continue;
    const purpose = PURPOSES.find(([, pattern]) => pattern.test(part))?.[0];
    if (purpose !== undefined) return { part, purpose };
  }
  return null;
});

const ENTERS = /^(?:cd|pushd)\s+(?:"([^"]+)"|'([^']+)'|(\S+))$/;

const WHOLE = /^(?:\/|[A-Za-z]:\/)/;
/** The root of a disk or a home folder, which is not a project. */
const NO_PROJECT_FOLDER = /^(?:[A-Za-z]:|(?:[A-Za-z]:)?\/(?:home|Users)\/[^/]+|\/root)?\/?$/i;

/** Options that state the folder: `make -C web`, `npm --prefix web`, `mvn -f web/pom.xml`. */
const IN_FOLDER =
  /(?<=^(?:g?make|ninja|go|pnpm)\b.{0,200}) -C[ =]?(?<folder>[^\s-]\S*)|(?<=^(?:npm|pnpm|yarn|bun)\b.{0,200}) --(?:prefix|cwd|dir)[ =](?<at>\S+)|(?<=^(?:mvnw?|\.\/mvnw|cargo)\b.{0,200}) (?:-f|--file|--manifest-path)[ =](?<file>\S*\/)(?:pom\.xml|Cargo\.toml)/;

/**
 * Returns the folder of the part with the purpose, after preceding `cd`s, relative to where the session began (`began`,
 * absolute): "" for that folder itself; null for one outside it, one that only a shell can resolve, or if `began` is unknown.
 * `start`: the shell's folder, if known; the command's own options are applied last.
 */
export function folderOf(
  command: string,
  began: string | null,
  start: string | null = null,
): string | null {
  if (began === null || !WHOLE.test(slashed(began)) || NO_PROJECT_FOLDER.test(slashed(began)))
    return null;
  const all = parts(command);
  const part = purposePart(command)?.part;
  const before = all.slice(0, Math.max(0, all.lastIndexOf(part ?? "")));
  let at = start === null ? [] : entered([], start, began);
  for (const item of before) {
    const to = ENTERS.exec(item);
    if (to !== null && at !== null) at = entered(at, to[1] ?? to[2] ?? to[3] ?? "", began);
  }
  const { folder, at: named, file } = IN_FOLDER.exec(part ?? "")?.groups ?? {};
  const option = folder ?? named ?? file;
  if (option !== undefined && at !== null) at = entered(at, option, began);
  return at?.join("/") ?? null;
}

function entered(at: readonly string[], target: string, began: string): string[] | null {
  const to = slashed(target);
  if (/^[~-]|[$`*?]/.test(to)) return null;
  const isWhole = WHOLE.test(to);
  const start = `${slashed(began)}/`;
  if (isWhole && !`${to}/`.toLowerCase().startsWith(start.toLowerCase())) return null;
  const folders = isWhole ? [] : [...at];
  for (const name of (isWhole ? to.slice(start.length) : to).split("/")) {
    if (name === "" || name === ".") continue;
    if (name !== "..") folders.push(name);
    else if (folders.pop() === undefined) return null;
  }
  return folders;
}

function slashed(path: string): string {
  return path.replaceAll("\\", "/").replace(/(?<=.)\/+$/, "");
}

/** Returns the purpose of the command; null if it only reads or is unknown. */
export function purposeOf(command: string): Purpose | null {
  return purposePart(command)?.purpose ?? null;
}

/** Returns a part without variables, wrappers and redirections, and whether it only reads. */
export function barePart(part: string): { readonly text: string; readonly isLooking: boolean } {
  const text = bare(part);
  return { text, isLooking: READ_ONLY_COMMANDS.test(text) };
}

export const isReadOnly = remembered((command): boolean =>
  parts(command).every((part) => READ_ONLY_COMMANDS.test(part)),
);

/**
 * Returns the part with the purpose without its files, numbers, quoted arguments and options:
 * `cd x && bun test src/a.test.ts --bail` → `bun test`; `python -m pytest -xvs a.py` → `python -m pytest`.
 */
export function commandStem(command: string): string {
  const part = purposePart(command)?.part ?? canonicalCommand(command);
  const words = part
    .replace(IN_FOLDER, "")
    .replace(/\s--\s.*$/, "")
    .replace(/(["']).*?\1/g, "")
    .split(" ");
  const stemWords = words.filter(
    (word, i) =>
      word !== "" &&
      (i === 0 || word === "-m" || !word.startsWith("-")) &&
      (i === 0 ||
        isFetched(words, i) ||
        !/[/{}[\]()=*$<>@]|^\d+$|\.\w{1,5}$|^\.{1,3}$/.test(word)) &&
      !isOptionValue(words, i),
  );
  return stemWords.slice(0, 5).join(" ");
}

/** Returns whether a command was run as its stem says, with at most flags such as `-v` besides. */
export function isWholeCommand(command: string, stem: string): boolean {
  const part = (purposePart(command)?.part ?? canonicalCommand(command)).replace(IN_FOLDER, "");
  const isFlag = (word: string) => /^-{1,2}[\w-]+$/.test(word) && word !== "-m";
  const words = part.split(" ").filter((word) => word !== "" && !isFlag(word));
  return words.join(" ") === stem;
}

/**
 * Returns the command as a lesson may state it: the stem if only files and flags follow it, otherwise as it was run, because a
 * command without other arguments may be another one.
 */
export function statedCommand(command: string): string {
  const part = purposePart(command)?.part ?? canonicalCommand(command);
  const stem = commandStem(command);
  if (part !== stem && !part.startsWith(`${stem} `)) return part;
  const isLeftOut = (word: string) => /^-{1,2}[\w-]+$|^[\w.@-]*\/|\.\w{1,5}$/.test(word);
  return part
    .slice(stem.length)
    .trim()
    .split(" ")
    .every((word) => word === "" || isLeftOut(word))
    ? stem
    : part;
}

/** Returns whether a word names the package that a runner fetches and starts: without it, the next word would be fetched. */
function isFetched(words: readonly string[], i: number): boolean {
  const before = words.slice(0, i).filter((word) => !word.startsWith("-"));
  return /^(?:npx|bunx|uvx|pipx run|(?:npm|pnpm|yarn|bun) (?:x|dlx|exec))$/.test(before.join(" "));
}

/** Returns whether a word is the value of an option: `-o name`, `--grep pattern`. */
function isOptionValue(words: readonly string[], i: number): boolean {
  return /^(?:-[otkgcpnr]|-pl|-run|--(?:grep|filter|output|config|project|name|timeout|reporter|tb|workspace|with|features|package|bin|example|target|module|moduleResolution|moduleDetection|lib|jsx|types|experiment|env|mode|format|shard|log-level))$/.test(
    words[i - 1] ?? "",
  );
}

/** Returns whether a command is short enough to be read and typed again. */
export function isPresentable(command: string): boolean {
  return command.length <= 200 && !command.includes("\n") && !command.includes("<<");
}

const TRYING =
  /^(?:test|debug|check|repro\w*|reproduce|verify|demo|tmp|temp|scratch|try|example|minimal|simple|final|comprehensive|trace|analy[sz]e|inspect)[_-]?\w*\.\w+$/i;
const TRYING_FOLDER = /^(?:testbed|tmp|temp|scratch|sandbox|playground)$/;

/** Returns whether a file was made to try something: at the top or in a temporary folder, and named accordingly. */
export function isScratch(path: string): boolean {
  if (/^\/?(?:tmp|var\/tmp)\//.test(path) || /(?:^|\/)tmp_?code/.test(path)) return true;
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  const isAside =
    folders.length === 0 || (folders.length === 1 && TRYING_FOLDER.test(folders[0] ?? ""));
  return isAside && TRYING.test(name);
}

/** Returns whether the shell or a runner did not find the program, so that the run itself never started. */
export function isNotRun(error: string): boolean {
  return /command not found|not recognized as|(?:missing script|script not found)|no such file or directory/i.test(
    error,
  );
}
