/**
 * The code that a memory is about, as it was when the memory was tied to it and as it is now. Only for anchors to parts of
 * files: the text of the commit is read from git, the present one from the working tree.
 */
import { runGit } from "@tacit-memory/git";
import { type Anchor, type AnchorVerdict, contentHash } from "../../domain/anchors/anchor.ts";
import type { Memory } from "../../domain/memory.ts";
import { listAnchors } from "../../store/memories/anchors.ts";
import type { Workspace } from "../../workspace.ts";
import { FRESHNESS } from "../limits.ts";
import { readText, stateInText } from "./anchor-files.ts";

export interface AnchoredCode {
  readonly path: string;
  readonly symbol: string | null;
  /** Commit that contains `before`. */
  readonly commit: string;
  readonly before: string;
  /** Null if the code is gone or its place is unknown. */
  readonly now: string | null;
}

/** Maximum parts of a memory that are read, and lines of each. */
const MAX_PARTS = 5;
const MAX_LINES = 80;
const SHA = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;

/** `verdicts`: the present state of the memory's anchors. Leaves out anchors whose former code git does not have. */
export async function anchoredCode(
  { db, identity: { root } }: Workspace,
  { id }: Pick<Memory, "id">,
  verdicts: readonly AnchorVerdict[],
): Promise<AnchoredCode[]> {
  const parts = (await listAnchors(db, [id])).filter(({ extent }) => extent !== null);
  const found = await Promise.all(
    parts.slice(0, MAX_PARTS).map(async (anchor): Promise<AnchoredCode | null> => {
      const { path, symbol, commit } = anchor;
      const before = commit === null ? null : await codeAt(root, anchor, commit);
      if (commit === null || before === null) return null;
      const verdict = verdicts.find((one) => one.path === path && one.symbol === symbol);
      return {
        path,
        symbol,
        commit,
        before,
        now: verdict === undefined ? null : codeNow(root, verdict, before),
      };
    }),
  );
  return found.filter((one) => one !== null);
}

/** Returns the lines of an anchor in a commit; null if the commit does not contain them as they were seen. */
async function codeAt(root: string, anchor: Anchor, commit: string): Promise<string | null> {
  const { path, startLine, endLine, fileHash } = anchor;
  if (!SHA.test(commit) || startLine === null || endLine === null) return null;
  const question = ["cat-file", "blob", `${commit}:./${path}`];
  const limits = { timeoutMs: FRESHNESS.gitPatienceMs, maxChars: FRESHNESS.maxFileBytes };
  const text = await runGit(root, question, limits);
  if (text === null) return null;
  // Files often have changes that are not committed when a memory is made.
  const sight = contentHash(text) === fileHash ? null : stateInText(text, anchor);
  const from = sight === null ? startLine : sight.state === "intact" ? sight.line : null;
  return from === null ? null : linesOf(text, from, endLine - startLine + 1);
}

function codeNow(
  root: string,
  { path, movedTo, line, freshness }: AnchorVerdict,
  before: string,
): string | null {
  if (line === null || freshness === "gone") return null;
  const text = readText(root, movedTo ?? path);
  if (text === null) return null;
  const count = before.split("\n").length;
  return linesOf(text, line, freshness === "changed" ? lengthAt(text, line) : count);
}

/**
 * Returns the number of lines of the block that begins at a line, by the indentation of the lines after it. A line of its own
 * indentation belongs to it if it opens or closes the block, or continues its head.
 */
export function lengthAt(text: string, line: number): number {
  const lines = text.split(/\r?\n/).slice(line - 1, line - 1 + MAX_LINES);
  const own = indentOf(lines[0] ?? "");
  let last = 0;
  for (const [at, content] of lines.entries()) {
    if (at === 0 || content.trim() === "") continue;
    const isInside = indentOf(content) > own;
    const isPart = indentOf(content) === own && PART_OF_BLOCK.test(content);
    if (!isInside && !isPart) break;
    last = at;
    if (isPart && END_OF_BLOCK.test(content)) break;
  }
  return last + 1;
}

/** A line that opens or closes a block, or the end of a head of several lines. */
const PART_OF_BLOCK = /^\s*(?:[({[)}\]]|end\b|where\b)/;
/** A closing line after which nothing of the block follows: not `) {`, `):`, `) -> T:` or `{`. */
const END_OF_BLOCK = /^\s*(?:end\b|[)}\]]).*(?<![({[:,]|\bwhere)\s*$/;

function indentOf(line: string): number {
  return line.length - line.trimStart().length;
}

function linesOf(text: string, from: number, count: number): string {
  return text
    .split(/\r?\n/)
    .slice(from - 1, from - 1 + Math.min(count, MAX_LINES))
    .join("\n");
}
