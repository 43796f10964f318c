/**
 * A file as people and tools point into it: `src/a.ts:20`, `src/a.ts:20:5`, `src/a.ts#L3-L9`, `src/a.ts:Class.method`.
 * Looked for on the disk only where the path has such an end, and a file of that very name goes before it.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { isFile } from "@tacit-memory/files";
import type { ProjectIdentity } from "./resolve-project.ts";

export interface PlaceInFile {
  /** Relative to the project's root. */
  readonly path: string;
  readonly symbol: string | null;
  /** From 1. */
  readonly line: number | null;
}

/** Of the last part of a path. */
const POINTING = /^(.+?)(?:#|::?)(.+)$/;
const LINES = /^L?(\d+)(?:[-:,]L?\d+)*$/i;

/** `path`: relative to the root. */
export function placeInFile({ root }: Pick<ProjectIdentity, "root">, path: string): PlaceInFile {
  const whole = { path, symbol: null, line: null };
  const at = Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1;
  const [, name = "", end = ""] = POINTING.exec(path.slice(at)) ?? [];
  const file = path.slice(0, at) + name;
  if (name === "" || existsSync(join(root, path)) || !isFile(join(root, file))) return whole;
  return { path: file, ...pointedAt(end) };
}

/** What stands behind the path. */
export function pointedAt(end: string): Pick<PlaceInFile, "symbol" | "line"> {
  const line = LINES.exec(end.trim())?.[1];
  return line === undefined
    ? { symbol: end.trim(), line: null }
    : { symbol: null, line: Number(line) };
}
