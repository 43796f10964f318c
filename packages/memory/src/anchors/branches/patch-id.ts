/**
 * What a commit changes, as one hash: equal wherever the same lines are taken out and put in, whatever they lie
 * between, so that a commit is known again after a rebase, a cherry-pick or a squash. Like `git patch-id`, but without
 * the lines around a change: those differ when the branch it went to had moved on.
 */
import { createHash } from "node:crypto";
import type { KnownPatch } from "../../store/memories/stages.ts";

/** Options of `git diff` and `git log` that this reads, whatever the configuration says. */
export const DIFF_OPTIONS = [
  ...["-p", "-U0", "--full-index", "--no-color", "--no-renames", "--no-ext-diff"],
  ...["--no-textconv", "--no-indent-heuristic", "--diff-algorithm=myers", "--inter-hunk-context=0"],
  ...["--src-prefix=a/", "--dst-prefix=b/", "--submodule=short"],
];
/** Of `git log`: a mark no text has, and the commit. */
export const LOG_FORMAT = "--format=tformat:%x00%H";

/** By commit, from `git log` with LOG_FORMAT and DIFF_OPTIONS; one that changes nothing has no patch. */
export function patchesOfLog(text: string): Map<string, KnownPatch> {
  const found = new Map<string, KnownPatch>();
  for (const record of text.split("\0")) {
    const end = record.indexOf("\n");
    const patch = end === -1 ? null : patchOf(record.slice(end + 1));
    if (patch !== null) found.set(record.slice(0, end).trim(), patch);
  }
  return found;
}

const HUNK = /^@@ -\d+(?:,(\d+))? \+\d+(?:,(\d+))? @@/;

/** Of one diff; null for an empty one. */
export function patchOf(diff: string): KnownPatch | null {
  const files: ChangedFile[] = [];
  let left = 0;
  for (const line of diff.split("\n")) {
    const file = files.at(-1);
    if (line.startsWith("\\ No newline")) continue;
    if (left > 0) {
      left--;
      file?.lines.push(line.charAt(0) + line.slice(1).replace(/\s+/g, ""));
      continue;
    }
    const [hunk, removed = "1", added = "1"] = HUNK.exec(line) ?? [];
    if (hunk !== undefined) left = Number(removed) + Number(added);
    else if (line.startsWith("diff --git ")) files.push(fileOf(line));
    else if (file !== undefined) takeHeader(file, line);
  }
  if (files.length === 0) return null;
  const parts = files.map(({ name, lines }) => `${name}\n${lines.join("\n")}`).sort();
  const id = createHash("sha1").update(parts.join("\0")).digest("hex");
  return { id, paths: files.map(({ path }) => path).filter((path) => path !== "") };
}

interface ChangedFile {
  /** As the first line of its diff has it, before and after: the only one with a name where no line is changed. */
  readonly name: string;
  /** Empty where no line is changed, or git quotes it. */
  path: string;
  /** The content's name afterwards. */
  became: string;
  readonly lines: string[];
}

function fileOf(line: string): ChangedFile {
  return { name: line.slice("diff --git ".length), path: "", became: "", lines: [] };
}

/** Of a file that is empty, or changes its mode alone, git tells no lines. */
const MODE = /^(?:old|new|new file|deleted file) mode \d+$/;

function takeHeader(file: ChangedFile, line: string): void {
  const [, path] = /^(?:\+\+\+ b|--- a)\/(.*)$/.exec(line) ?? [];
  if (path !== undefined) file.path = path.replace(/\t$/, "");
  if (MODE.test(line)) file.lines.push(line);
  const [, became] = /^index [0-9a-f]+\.\.([0-9a-f]+)/.exec(line) ?? [];
  if (became !== undefined) file.became = became;
  // Of a file that is no text git tells no lines, only what it became.
  if (line.startsWith("Binary files ")) file.lines.push(line, file.became);
}
