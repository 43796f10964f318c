/**
 * Finds the files that define a name where no code graph exists yet. Git lists the files that contain the word, and the extractor reads
 * these, so that a note about a function can be linked to it before anyone has run `tacit index`.
 */
import { existsSync } from "node:fs";
import { runGit } from "@tacit-memory/git";
import { codeIndexPath } from "../code-index-path.ts";
import { LINK } from "./limits.ts";
import type { CodeReader } from "./link-symbols.ts";

/** Returns a reader that searches the tree for names while `where` has no code graph. One reader searches for a limited time. */
export function readerWithSearch(
  where: Parameters<typeof codeIndexPath>[0],
  reader: CodeReader,
): CodeReader {
  let leftMs: number = LINK.searchMs;
  const search = async (name: string): Promise<readonly string[]> => {
    if (leftMs <= 0) return [];
    const fromMs = performance.now();
    const found = await searchDefinitions(where.identity.root, name, reader.outline, leftMs);
    leftMs -= performance.now() - fromMs;
    return found;
  };
  return {
    outline: reader.outline,
    filesDefining: (name) =>
      existsSync(codeIndexPath(where)) ? reader.filesDefining(name) : search(name),
  };
}

/** Returns nothing for a word of too many files: which of them defines it is left to the code graph. */
async function searchDefinitions(
  root: string,
  name: string,
  outline: CodeReader["outline"],
  timeoutMs: number,
): Promise<readonly string[]> {
  const options = ["-I", "-l", "-z", "-w", "-F", "--untracked"];
  const listed = await runGit(root, ["grep", ...options, "-e", name], { timeoutMs });
  const paths = listed?.split("\0").filter((path) => path !== "") ?? [];
  if (paths.length > LINK.searchedFiles) return [];
  const found: string[] = [];
  for (const path of paths) {
    const symbols = await outline(path);
    const isDefined = symbols.some(({ kind, symbol }) => kind !== "module" && endsIn(symbol, name));
    if (isDefined) found.push(path);
  }
  return found;
}

function endsIn(symbol: string, name: string): boolean {
  return symbol === name || symbol.endsWith(`.${name}`);
}
