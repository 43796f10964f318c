/**
 * `.tacit.json` in a project's root, as far as identity is concerned: `{"projectId": "...", "name": "..."}`. Checked
 * by hand, because the hook that starts on every step should not load a schema library for two fields.
 */
import { join } from "node:path";
import { readSmallFile } from "@tacit-memory/files";
import { MemoryError } from "../domain/errors.ts";

export const PROJECT_FILE = ".tacit.json";

export interface ProjectFile {
  /** Null when the file only carries other options. */
  readonly projectId: string | null;
  readonly name: string | null;
}

/** Null when there is no such file. Throws "config_malformed". */
export function readProjectFile(folder: string): ProjectFile | null {
  const path = join(folder, PROJECT_FILE);
  const text = readSmallFile(path);
  return text === null ? null : parseProjectFile(text, path);
}

function parseProjectFile(text: string, path: string): ProjectFile {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new MemoryError("config_malformed", { path, cause });
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    throw new MemoryError("config_malformed", { path, reason: "not a JSON object" });
  }
  return {
    projectId: textOf(value, "projectId", path),
    name: textOf(value, "name", path),
  };
}

function textOf(value: object, key: string, path: string): string | null {
  const field: unknown = Object.entries(value).find(([name]) => name === key)?.[1];
  if (field === undefined || field === null) return null;
  if (typeof field !== "string" || field.trim() === "" || field.length > 200) {
    throw new MemoryError("config_malformed", { path, reason: `${key} is not a short text` });
  }
  return field.trim();
}
