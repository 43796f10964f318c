/**
 * Decides whether a file no longer contains a rule. Only a file that was read or deleted can withdraw rules, not one that
 * cannot be read now or is beyond a limit.
 */
import { lstatSync } from "node:fs";
import { join } from "node:path";
import { asRuleFile, realPath } from "../../capture/rule-files/find-rule-files.ts";
import type { RuleReading } from "./rule-files.ts";

/** Returns a predicate on paths from the root, for rules that are not in `reading`. */
export function missingRules(
  root: string,
  reading: Pick<RuleReading, "unread"> & { readonly files: readonly { readonly path: string }[] },
): (path: string) => boolean {
  const read = new Set(reading.files.map(({ path }) => realPath(join(root, path))));
  const cache = new Map<string, boolean>();
  const visit = (path: string): boolean => {
    const full = join(root, path);
    const there = presence(full);
    if (there !== "there") return there === "gone";
    const real = realPath(full);
    if (real !== null && read.has(real)) return true;
    // The file is no longer imported, unless the importing file could not be read.
    return asRuleFile(path) === null && reading.unread.length === 0;
  };
  return (path) => {
    const isMissing = cache.get(path) ?? visit(path);
    cache.set(path, isMissing);
    return isMissing;
  };
}

function presence(path: string): "there" | "gone" | "unknown" {
  try {
    lstatSync(path);
    return "there";
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "ENOENT" || code === "ENOTDIR" ? "gone" : "unknown";
  }
}
