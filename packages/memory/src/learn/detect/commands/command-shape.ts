/**
 * Commands compared: what a command is for, and its form without what differs from run to run (directory
 * changes, pipes that only trim output, redirections, environment).
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

/** Programs that only look; a fix is never one of them. */
const LOOKING =
  /^(?:cat|ls|head|tail|grep|rg|find|echo|printf|pwd|which|wc|sed -n|less|tree|file|stat|git (?:status|log|diff|show|branch|stash list|rev-parse|remote)|sleep|ps|true|env|printenv|type|du|df|date|jq|awk|sort|uniq|diff|test|cd|command -v)\b/;

const TOKENS = /"(?:[^"\\]|\\.)*"|'[^']*'|&&|\|\||[;\n|]|[^"'&;|\n]+|[\s\S]/g;

/** The parts of a command line between `&&`, `;`, `||` and line breaks, each without what follows a pipe. */
function parts(command: string): string[] {
  return rawParts(command)
    .map(bare)
    .filter((item) => item !== "");
}

/** The same as they were typed, with their variables. */
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

/** Without redirections, leading variables and wrappers. What stands in quotes is text, whatever it looks like. */
function bare(part: string): string {
  const quoted: string[] = [];
  const masked = part.replace(QUOTED, (text) => `\0${quoted.push(text) - 1}\0`);
  // Each run of blanks once: what looks for blanks before something would walk a long run from each of its places.
  return masked
    .replace(/\s+/g, " ")
    .trim()
    .replace(/^(?:export )?(?:[A-Z_][A-Z0-9_]*=\S*\s+)+(?=\S)/, "")
    .replace(/^(?:(?:time|env|command|sudo|timeout \S+)\s+)+/, "")
    .replace(/\s*(?:\d?>>?\s*(?:&\d|\/dev\/null|\S+)|<\s*\/dev\/null|&)\s*$/g, "")
    .replace(/\s*\d?>>?\s*(?:&\d|\/dev\/null)/g, "")
    .replace(/^\(+\s*|(?<=^[^(]*)\)+$/g, "")
    .replace(/\0(\d+)\0/g, (_mask, at: string) => quoted[+at] ?? "")
    .replace(/\s+/g, " ")
    .trim();
}

/**
 * The command without `cd …`, what only looks, pipes that trim the output, redirections and variables; the
 * whole first part when nothing else is left.
 */
export const canonicalCommand = remembered((command): string => {
  const all = parts(command.replace(/\\\n/g, " "));
  const doing = all.filter((part) => !LOOKING.test(part));
  return doing.length > 0 ? doing.join(" && ") : (all[0] ?? "");
});

interface PurposePart {
  readonly part: string;
  readonly purpose: Purpose;
}

/** The part that makes the command what it is: the last with a purpose. */
export const purposePart = remembered((command): PurposePart | null => {
  // A heredoc, an inline script, a commit message: words in them tell nothing of the command.
  if (/<<|\s-[ce]\s/.test(command)) return null;
  for (const part of parts(command).reverse()) {
    if (LOOKING.test(part) || /^git\b/.test(part)) continue;
    const purpose = PURPOSES.find(([, pattern]) => pattern.test(part))?.[0];
    if (purpose !== undefined) return { part, purpose };
  }
  return null;
});

const ENTERS = /^(?:cd|pushd)\s+(?:"([^"]+)"|'([^']+)'|(\S+))$/;

const WHOLE = /^(?:\/|[A-Za-z]:\/)/;
/** The top of a disk, or somebody's home: no project. */
const NOWHERE = /^(?:[A-Za-z]:|(?:[A-Za-z]:)?\/(?:home|Users)\/[^/]+|\/root)?\/?$/i;

/** `make -C web`, `npm --prefix web`, `mvn -f web/pom.xml`: where it is run, in its own options. */
const IN_FOLDER =
  /(?<=^(?:g?make|ninja|go|pnpm)\b.{0,200}) -C[ =]?(?<folder>[^\s-]\S*)|(?<=^(?:npm|pnpm|yarn|bun)\b.{0,200}) --(?:prefix|cwd|dir)[ =](?<at>\S+)|(?<=^(?:mvnw?|\.\/mvnw|cargo)\b.{0,200}) (?:-f|--file|--manifest-path)[ =](?<file>\S*\/)(?:pom\.xml|Cargo\.toml)/;

/**
 * The folder that the `cd`s before the part with the purpose lead to, from where the session began (`began`, absolute):
 * "" for that place itself, null for one outside of it, one that only a shell can tell, or where `began` is not known.
 * `start`: where the shell was, where that is known; its own options come last.
 */
export function folderOf(
  command: string,
  began: string | null,
  start: string | null = null,
): string | null {
  if (began === null || !WHOLE.test(slashed(began)) || NOWHERE.test(slashed(began))) return null;
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

/** What the command is for; null when it only looks, or is unknown. */
export function purposeOf(command: string): Purpose | null {
  return purposePart(command)?.purpose ?? null;
}

/** One part without its variables, wrappers and redirections; whether it only looks. */
export function barePart(part: string): { readonly text: string; readonly isLooking: boolean } {
  const text = bare(part);
  return { text, isLooking: LOOKING.test(text) };
}

export const onlyLooks = remembered((command): boolean =>
  parts(command).every((part) => LOOKING.test(part)),
);

/**
 * The part that has the purpose, with its files, numbers, quoted arguments and options left out:
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
      (i === 0 || !/[/{}[\]()=*$<>@]|^\d+$|\.\w{1,5}$|^\.{1,3}$/.test(word)) &&
      !isOptionValue(words, i),
  );
  return stemWords.slice(0, 5).join(" ");
}

/** `-o name`, `--grep pattern`: the word after an option that takes one. */
function isOptionValue(words: readonly string[], i: number): boolean {
  return /^(?:-[otkgcpnr]|-pl|-run|--(?:grep|filter|output|config|project|name|timeout|reporter|tb|workspace))$/.test(
    words[i - 1] ?? "",
  );
}

/** Short enough to be read and typed again. */
export function isPresentable(command: string): boolean {
  return command.length <= 200 && !command.includes("\n") && !command.includes("<<");
}

const TRYING =
  /^(?:test|debug|check|repro\w*|reproduce|verify|demo|tmp|temp|scratch|try|example|minimal|simple|final|comprehensive|trace|analy[sz]e|inspect)[_-]?\w*\.\w+$/i;
const TRYING_FOLDER = /^(?:testbed|tmp|temp|scratch|sandbox|playground)$/;

/** A file made to try something out: at the top or in a temporary folder, named for what it tried. */
export function isScratch(path: string): boolean {
  if (/^\/?(?:tmp|var\/tmp)\//.test(path) || /(?:^|\/)tmp_?code/.test(path)) return true;
  const folders = path.split("/");
  const name = folders.pop() ?? "";
  const isAside =
    folders.length === 0 || (folders.length === 1 && TRYING_FOLDER.test(folders[0] ?? ""));
  return isAside && TRYING.test(name);
}

/** The shell or a runner did not find what was to be run: nothing of the run itself. */
export function isNotRun(error: string): boolean {
  return /command not found|not recognized as|(?:missing script|script not found)|no such file or directory/i.test(
    error,
  );
}
