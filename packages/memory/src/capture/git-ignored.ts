/**
 * Determines whether git ignores a file from the ignore files of the project, because git is not called while events are
 * captured.
 */
import { readProjectText } from "@tacit-memory/files";
import { isGitIgnored, parseIgnoreRules, type RuleFile } from "@tacit-memory/redact";

const MAX_BYTES = 128 * 1024;
/** Maximum number of folders in a path. */
const MAX_FOLDERS = 40;
const MAX_REMEMBERED = 2000;

/** Returns a reader that caches the rules; create a new one for every batch of events. */
export function gitIgnoreReader(): (root: string, file: string) => boolean {
  const cache = new Map<string, RuleFile | null>();
  const read = (root: string, path: string, folder: string): RuleFile | null => {
    const key = `${root}\n${path}`;
    const found = cache.get(key);
    if (found !== undefined) return found;
    if (cache.size >= MAX_REMEMBERED) cache.clear();
    const text = readProjectText(root, path, MAX_BYTES);
    const file = text === null ? null : { folder, rules: parseIgnoreRules(text) };
    cache.set(key, file);
    return file;
  };
  return (root, file) => {
    const folders = file.split("/").slice(0, -1);
    if (folders.length > MAX_FOLDERS || file.startsWith("/") || folders.includes(".."))
      return false;
    const files = [
      read(root, ".git/info/exclude", ""),
      read(root, ".gitignore", ""),
      ...folders.map((_name, i) => {
        const folder = folders.slice(0, i + 1).join("/");
        return read(root, `${folder}/.gitignore`, folder);
      }),
    ];
    return isGitIgnored(
      file,
      files.filter((ruleFile) => ruleFile !== null),
    );
  };
}
