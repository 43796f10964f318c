/** Recognises files that configure a build, a tool or a workflow, by their names. */

const CONFIG =
  /(?:^|\/)(?:[\w.-]*config[\w.-]*\.(?:jsonc?|ya?ml|toml|ini|xml)|[\w-]+\.config\.[cm]?[jt]s|\.[\w-]+rc(?:\.\w+)?|package\.json|pyproject\.toml|setup\.(?:py|cfg)|tox\.ini|pytest\.ini|Cargo\.toml|go\.(?:mod|work)|Dockerfile[\w.-]*|(?:docker-)?compose[\w.-]*\.ya?ml|Makefile|biome\.jsonc?|\.env\.example|\.gitignore|\.goreleaser\.ya?ml|conftest\.py|settings\.(?:json|ya?ml|toml)|marketplace\.json)$|(?:^|\/)\.github\/(?:workflows|actions)\//;

export function isConfigFile(path: string): boolean {
  return CONFIG.test(path);
}
