/** Determines the files a rule applies to: the globs in its file and the folder that contains it, as globs from the root. */

/** Maximum globs of a rule. The most in 130 rule files of 42 public repositories is 4. */
export const MAX_GLOBS = 16;

/** Globs without effect, because all files match. */
const MATCH_ALL_GLOBS: ReadonlySet<string> = new Set([
  "",
  "*",
  "**",
  "**/*",
  "/**",
  "*.*",
  "**/*.*",
]);

/**
 * Returns the globs of a rule; empty if it applies to all files. `folder` is "" at the root. A glob in a nested folder's rule
 * is relative to that folder, unless it is already written from the root.
 */
export function appliesTo(folder: string, globs: readonly string[]): string[] {
  // Lists of globs inside one quoted value: `applyTo: "**/*.ts,**/*.tsx"`.
  const patterns = globs.flatMap(splitList).flatMap(expandBraces).map(cleaned);
  const narrow = patterns.filter((glob) => !MATCH_ALL_GLOBS.has(glob));
  if (narrow.length === 0) return folder === "" ? [] : [`${folder}/**`];
  const placed = narrow.map((glob) => within(folder, glob));
  return [...new Set(placed)].slice(0, MAX_GLOBS);
}

function within(folder: string, glob: string): string {
  if (folder === "" || glob.startsWith(`${folder}/`)) return glob;
  return `${folder}/${glob.includes("/") ? glob : `**/${glob}`}`;
}

function cleaned(glob: string): string {
  return glob
    .trim()
    .replaceAll("\\", "/")
    .replace(/^(?:\.?\/)+/, "")
    .replace(/\/$/, "/**");
}

/** Matches a group in braces, a comma, or the text between commas. */
const PIECE = /\{[^{}]*\}|,|[^,{]+|\{/g;

function splitList(globs: string): string[] {
  const parts = [""];
  for (const [piece] of globs.matchAll(PIECE)) {
    if (piece === ",") parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

/** Expands braces: `a.{ts,tsx}` becomes two globs; an unclosed brace is literal. Bounded, however deep braces are nested. */
function expandBraces(glob: string): string[] {
  let open = [glob];
  for (let round = 0; round < 3; round++) {
    open = open.flatMap((item) => {
      const brace = /\{([^{}]*)\}/.exec(item);
      if (brace === null) return [item];
      const [before, after] = [
        item.slice(0, brace.index),
        item.slice(brace.index + brace[0].length),
      ];
      return (brace[1] ?? "").split(",").map((part) => `${before}${part.trim()}${after}`);
    });
    open = open.slice(0, MAX_GLOBS);
  }
  return open;
}
