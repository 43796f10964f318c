/**
 * A position in a file as people and tools write it: `src/a.ts:20`, `src/a.ts:20:5`, `src/a.ts#L3-L9`,
 * `src/a.ts:Class.method`. The disk is asked only if the path ends like this. A file with exactly that name comes first.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFile } from "@tacit-memory/files";
import type { ProjectIdentity } from "./project-identity.ts";

export interface FilePosition {
  /** Relative to the project's root. */
  readonly path: string;
  readonly symbol: string | null;
  /** From 1. */
  readonly line: number | null;
}

/** Splits the last part of a path into a file name and a suffix. */
const NAME_AND_SUFFIX = /^(.+?)(?:#|::?)(.+)$/;
const LINES = /^L?(\d+)(?:[-:,]L?\d+)*$/i;

/** `path`: relative to the root. */
export function parseFilePosition(
  { root }: Pick<ProjectIdentity, "root">,
  path: string,
): FilePosition {
  const whole = { path, symbol: null, line: null };
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  const [, name = "", suffix = ""] = NAME_AND_SUFFIX.exec(path.slice(at)) ?? [];
  const file = path.slice(0, at) + name;
  if (name === "" || existsSync(join(root, path)) || !isFile(join(root, file))) return whole;
  return { path: file, ...parsePositionSuffix(suffix) };
}

/** The line or symbol in what follows the path, such as `20:5` or `Class.method`. */
export function parsePositionSuffix(suffix: string): Pick<FilePosition, "symbol" | "line"> {
  const line = LINES.exec(suffix.trim())?.[1];
  return line === undefined
    ? { symbol: suffix.trim(), line: null }
    : { symbol: null, line: Number(line) };
}
