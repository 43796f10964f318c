/** Which files a rule is about: the globs its file gives, and the folder it lies in, as globs from the root. */

/** Globs of one rule. The most in 130 rule files of 42 public repositories is 4. */
export const MAX_GLOBS = 16;

/** Globs that say nothing, because all files match. */
const EVERYTHING: ReadonlySet<string> = new Set(["", "*", "**", "**/*", "/**", "*.*", "**/*.*"]);

/**
 * `folder` is "" at the root. Empty: the rule is about all files. A glob in a nested folder's rule is read from that
 * folder, unless it is written from the root already.
 */
export function appliesTo(folder: string, globs: readonly string[]): string[] {
  // Lists of globs inside one quoted value: `applyTo: "**/*.ts,**/*.tsx"`.
  const patterns = globs.flatMap(splitList).flatMap(expandBraces).map(cleaned);
  const narrow = patterns.filter((glob) => !EVERYTHING.has(glob));
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

/** What a comma does not separate, a comma, or anything between. */
const PIECE = /\{[^{}]*\}|,|[^,{]+|\{/g;

function splitList(globs: string): string[] {
  const parts = [""];
  for (const [piece] of globs.matchAll(PIECE)) {
    if (piece === ",") parts.push("");
    else parts[parts.length - 1] += piece;
  }
  return parts;
}

/** `a.{ts,tsx}` is two globs; a brace that is not closed stands for itself. Bounded, however many are nested. */
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
