/**
 * Anchors a memory to code. Immediately: the files it was given, or else the files it names, each with path, current content
 * hash and commit. Symbols are added later by a process that can read code (link-symbols.ts).
 */
import { readProjectText } from "@tacit-memory/files";
import type { Database } from "@tacit-memory/sqlite";
import { type Anchor, contentHash } from "../../domain/anchors/anchor.ts";
import type { Memory } from "../../domain/memory.ts";
import { writeAnchors } from "../../store/memories/anchors.ts";
import { LINK } from "./limits.ts";
import { mentionsIn, pathsIn } from "./mentions.ts";

/** Writes and returns the anchors. A missing file is anchored without a hash and cannot be checked. */
export async function link(
  db: Database,
  memory: Memory,
  root: string | null,
  commit: string | null,
): Promise<Anchor[]> {
  const isGiven = memory.files.length > 0;
  const paths = isGiven || root === null ? memory.files : filesNamed(memory);
  const anchors = paths.slice(0, LINK.maxAnchors).flatMap((path) => {
    const hash = root === null ? null : hashFile(root, path);
    return isGiven || hash !== null ? [wholeFile(memory.id, path, hash, commit)] : [];
  });
  const isPending = root !== null && (anchors.length > 0 || namesCode(memory));
  await writeAnchors(db, memory.id, anchors, isPending);
  return anchors;
}

/** Returns the file names in the text, whether or not they exist. A global memory is tied to no file. */
function filesNamed({ title, content, scope }: Memory): readonly string[] {
  return scope === "global" ? [] : pathsIn(`${title}\n${content}`);
}

export function wholeFile(
  memoryId: Memory["id"],
  path: string,
  hash: string | null,
  commit: string | null,
): Anchor {
  const whole = { symbol: null, startLine: null, endLine: null, extent: null, head: null };
  return { memoryId, path, ...whole, contentHash: hash, fileHash: hash, copies: null, commit };
}

function namesCode(memory: Memory): boolean {
  return mentionsIn(`${memory.title}\n${memory.content}`, memory.symbols).names.size > 0;
}

function hashFile(root: string, path: string): string | null {
  const text = readText(root, path);
  return text === null ? null : contentHash(text);
}

/** Returns null for a file that is missing, too large or not part of the project: there is nothing to compare with. */
export function readText(root: string, path: string): string | null {
  return readProjectText(root, path, LINK.maxFileBytes);
}
