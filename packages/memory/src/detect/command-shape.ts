/**
 * Commands compared: what a command is for, and its form without what differs from run to run (directory
 * changes, pipes that only trim output, redirections, environment).
 */

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
    "typecheck",
    /\b(tsc|mypy|pyright|typecheck|type-check|check-types|types)\b|\bcargo check\b|\bgo vet\b/,
  ],
  [
    "lint",
    /\b(eslint|biome (lint|check|ci)|ruff( check)?|flake8|pylint|golangci-lint|clippy|lint|stylelint)\b/,
  ],
  ["format", /\b(prettier|gofmt|rustfmt|black|biome format|fmt|format)\b/],
  [
    "test",
    /\b(pytest|vitest|jest|mocha|ava|rspec|phpunit|tox|nox|ctest|playwright test|cypress|runtests\.py|bin\/test)\b|\b(bun|npm|yarn|pnpm|go|cargo|deno|dotnet|mvn|gradle|gradlew|make|rake|nx|turbo|node)\b.*\btests?\b|-m unittest\b/,
  ],
  ["migrate", /\b(migrate|migration|alembic|prisma db|knex)\b/],
  ["generate", /\b(codegen|generate|protoc|prisma generate|openapi)\b/],
  [
    "install",
    /\b(npm (ci|i|install)|bun (i|install|add)|yarn( install| add)?$|pnpm (i|install|add)|pip3? install|poetry (install|add)|uv (sync|add|pip)|cargo add|go (get|mod tidy)|bundle install|composer install|apt(-get)? install)\b/,
  ],
  [
    "build",
    /\b(build|compile|webpack|vite build|rollup|esbuild|make|cmake|cargo build|go build|mvn package|gradle assemble)\b/,
  ],
  ["run", /\b(start|serve|dev|preview|runserver|up -d|docker compose up)\b/],
];

/** Programs that only look; a fix is never one of them. */
const LOOKING =
  /^(cat|ls|head|tail|grep|rg|find|echo|pwd|which|wc|sed -n|less|tree|file|stat|git (status|log|diff|show|branch|stash list|rev-parse|remote)|sleep|ps|true|env|printenv|type|du|df|date|jq|awk|sort|uniq|diff|test|cd)\b/;

/** The command without `cd … &&`, trailing pipes to head/tail/grep, redirections and leading variables. */
export function canonicalCommand(command: string): string {
  let text = command.replace(/\\\n/g, " ").replace(/\s+/g, " ").trim();
  for (;;) {
    const next = text
      .replace(/^(cd|pushd) ("[^"]*"|'[^']*'|\S+) ?(&&|;) ?/, "")
      .replace(/^(export )?([A-Z_][A-Z0-9_]*=("[^"]*"|'[^']*'|\S*) ?)+(&& ?|; ?)?(?=\S)/, "")
      .replace(/^(time|timeout \S+|env|command|sudo) /, "")
      .replace(/ ?\|\s*(head|tail|grep|egrep|less|cat|tee|sort|wc|sed|awk|uniq|jq|rg)\b[^|]*$/, "")
      .replace(
        / ?(2>&1|\d?>>? ?(\/dev\/null|\S+)|\|\| ?(true|echo\b.*|exit \d+)|; ?echo\b.*|&& ?echo\b[^&|;]*)$/,
        "",
      )
      .replace(/ ?[;&]$/, "")
      .trim();
    if (next === text) return text;
    text = next;
  }
}

/** What the command is for, by its last part that does something; null when it only looks, or is unknown. */
export function purposeOf(command: string): Purpose | null {
  const parts = canonicalCommand(command).split(/ ?(?:&&|;|\|\|) ?/);
  const part = parts.findLast((one) => one !== "" && !LOOKING.test(one));
  // A heredoc, an inline script, a commit message: words in them tell nothing of the command.
  if (part === undefined || /<<|\s-(c|e)\s|\bgit\b|\bpython3? -$/.test(part)) return null;
  return PURPOSES.find(([, pattern]) => pattern.test(part))?.[0] ?? null;
}

export function onlyLooks(command: string): boolean {
  return canonicalCommand(command)
    .split(/ ?(?:&&|;|\|\||\|) ?/)
    .every((part) => part === "" || LOOKING.test(part));
}

/** The command with its file, number and quoted arguments left out: `bun test src/a.test.ts` → `bun test`. */
export function commandStem(command: string): string {
  return canonicalCommand(command)
    .split(" ")
    .filter((word) => !/[/"'{}[\]()=*$<>]|^\d+$|\.\w{1,5}$|^\.{1,2}$/.test(word))
    .slice(0, 6)
    .join(" ");
}

/** Short enough to be read and typed again. */
export function isPresentable(command: string): boolean {
  return command.length <= 160 && !command.includes("\n") && !command.includes("<<");
}
