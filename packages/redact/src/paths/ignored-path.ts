/**
 * Files whose content is never captured. Globs as in .gitignore: without a slash they match a name anywhere, with a slash a
 * path from any folder down; a trailing slash means a folder and everything in it; `!` includes again; the last match wins.
 * Case is ignored, because some file systems ignore it.
 */

export const DEFAULT_IGNORE: readonly string[] = [
  ".env",
  ".env.*",
  "*.env",
  ".envrc",
  ".dev.vars",
  "!.env.example",
  "!.env.sample",
  "!.env.template",
  "!.env.dist",
  "!.env.defaults",
  "!*.example.env",
  "*.pem",
  "*.key",
  "*.p12",
  "*.pfx",
  "*.jks",
  "*.keystore",
  "*.kdbx",
  "*.ppk",
  "*.asc",
  "*.gpg",
  "*.tfstate",
  "*.tfstate.backup",
  "*.tfvars",
  "id_rsa*",
  "id_dsa*",
  "id_ecdsa*",
  "id_ed25519*",
  "!id_*.pub",
  ".npmrc",
  ".yarnrc",
  ".pypirc",
  ".netrc",
  "_netrc",
  ".pgpass",
  ".my.cnf",
  ".htpasswd",
  ".git-credentials",
  ".dockercfg",
  ".docker/config.json",
  ".aws/credentials",
  ".aws/config",
  ".azure/accessTokens.json",
  ".kube/config",
  ".config/gh/hosts.yml",
  ".config/gcloud/",
  ".gnupg/",
  ".ssh/",
  ".secrets/",
  "secrets/",
  "credentials.json",
  "service-account*.json",
  "secrets.json",
  "secrets.y?ml",
  "secrets.toml",
  "auth.json",
  "master.key",
];

const VERDICTS = new WeakMap<readonly string[], Map<string, boolean>>();
const VERDICTS_KEPT = 2000;
/** Maximum characters; no operating system opens a longer path. */
const MAX_PATH_CHARS = 4096;

/**
 * Returns whether the path is ignored. Results are cached, because a session returns to its files; the list must not change.
 */
export function isIgnoredPath(path: string, globs: readonly string[] = DEFAULT_IGNORE): boolean {
  // No file has such a path, so its content is not worth checking.
  if (path.length > MAX_PATH_CHARS) return true;
  const verdicts = VERDICTS.get(globs) ?? new Map<string, boolean>();
  VERDICTS.set(globs, verdicts);
  const cached = verdicts.get(path);
  if (cached !== undefined) return cached;
  const verdict = judge(path, globs);
  if (verdicts.size >= VERDICTS_KEPT) verdicts.clear();
  verdicts.set(path, verdict);
  return verdict;
}

function judge(path: string, globs: readonly string[]): boolean {
  const segments = path
    .replaceAll("\\", "/")
    .toLowerCase()
    .split("/")
    .filter((segment) => segment !== "" && segment !== ".");
  let isIgnored = false;
  for (const glob of globs) {
    const isNegated = glob.startsWith("!");
    if (isIgnored !== isNegated) continue;
    if (matches(segments, isNegated ? glob.slice(1) : glob)) isIgnored = !isNegated;
  }
  return isIgnored;
}

function matches(segments: readonly string[], glob: string): boolean {
  const isRooted = glob.startsWith("/");
  const isFolder = glob.endsWith("/");
  const pattern = glob
    .toLowerCase()
    .split("/")
    .filter((part) => part !== "");
  if (pattern.length === 0) return false;
  // The pattern covers the path from any folder on, and to its end or to a folder above it.
  const covered = isFolder ? segments.slice(0, -1) : segments;
  const whole = isRooted ? [...pattern, "**"] : ["**", ...pattern, "**"];
  return covered.length > 0 && wildcard(whole, covered, "**", matchesName);
}

function matchesName(name: string, pattern: string): boolean {
  if (!/[*?]/.test(pattern)) return name === pattern;
  return wildcard(
    [...pattern],
    [...name],
    "*",
    (char, wanted) => wanted === "?" || wanted === char,
  );
}

/** Matches greedily with one step back: the time is at most the product of the lengths, whatever the pattern. */
export function wildcard(
  pattern: readonly string[],
  input: readonly string[],
  star: string,
  isEqual: (item: string, wanted: string) => boolean,
): boolean {
  let p = 0;
  let i = 0;
  let starAt = -1;
  let resumeAt = 0;
  while (i < input.length) {
    const wanted = pattern[p];
    if (wanted === star) {
      starAt = p++;
      resumeAt = i;
    } else if (wanted !== undefined && isEqual(input[i] ?? "", wanted)) {
      p++;
      i++;
    } else if (starAt !== -1) {
      p = starAt + 1;
      i = ++resumeAt;
    } else return false;
  }
  while (pattern[p] === star) p++;
  return p === pattern.length;
}
