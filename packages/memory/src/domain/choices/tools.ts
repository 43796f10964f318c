/** Tools of which a project chooses one, by kind. For anything else, "use X" is about the current task. Pure. */
export const TOOLS = [
  "npm|pnpm|yarn|bun|deno|nvm|fnm|volta|asdf|mise",
  "pip3?|uv|poetry|pipenv|conda|hatch",
  "cargo|make|just|task|nx|turbo|lerna|maven|mvnw?|gradlew?|bazel|cmake|meson|ninja",
  "pytest|unittest|jest|vitest|mocha|ava|rspec|minitest|playwright|cypress",
  "ruff|black|isort|flake8|mypy|pyright|eslint|biome|prettier|oxlint|stylelint|rubocop|golangci-lint",
  "docker|podman",
  "rg|ripgrep|fd",
  "tsx|ts-node|esbuild|vite|webpack|rollup",
  "tabs|spaces",
];

const KINDS = TOOLS.map((tools) => new RegExp(`\\b(?:${tools})\\b`, "i"));

/** Whether a text names a tool of the same kind: npm for pnpm, but not pytest. */
export function namesRival(tool: string, text: string): boolean {
  return KINDS.some((kind) => kind.test(tool) && kind.test(text));
}

const NAMED = new RegExp(`(?<![\\w@./-])(?:${TOOLS.join("|")})(?![\\w/-])`, "gi");

export function toolsIn(text: string): string[] {
  return (text.match(NAMED) ?? []).map((name) => name.toLowerCase());
}

/** Tools of which a project uses only one at a time. */
const EXCLUSIVE: readonly (readonly string[])[] = [
  ["npm", "pnpm", "yarn", "bun"],
  ["pip", "uv", "poetry", "pipenv"],
  ["eslint", "biome", "oxlint"],
  ["jest", "vitest", "mocha", "ava"],
  ["webpack", "vite", "rollup"],
  ["docker", "podman"],
  ["tabs", "spaces"],
];

export function excludedBy(tool: string): string[] {
  return EXCLUSIVE.flatMap((group) => (group.includes(tool) ? group : [])).filter(
    (name) => name !== tool,
  );
}
