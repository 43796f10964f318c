/**
 * The part of `.tacit.json` that identifies a project: `{"projectId": "...", "name": "..."}`. The fields are checked by
 * hand: the hook that runs at every step of an agent should not load a schema library for two fields.
 */
import { join } from "node:path";
import { isRecord, type JsonRecord, readSmallFile } from "@tacit-memory/files";
import { ProjectError } from "./project-error.ts";

export const PROJECT_CONFIG = ".tacit.json";

export interface ProjectConfig {
  /** Null if the file contains only other options. */
  readonly projectId: string | null;
  readonly name: string | null;
}

/** The configuration in this folder; null if there is none. Throws "config_malformed". */
export function readProjectConfig(folder: string): ProjectConfig | null {
  const path = join(folder, PROJECT_CONFIG);
  const text = readSmallFile(path);
  return text === null ? null : parseProjectConfig(text, path);
}

function parseProjectConfig(text: string, path: string): ProjectConfig {
  let value: unknown;
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ""));
  } catch (cause) {
    throw new ProjectError("config_malformed", {
      path,
      reason: `${PROJECT_CONFIG} is not JSON`,
      cause,
    });
  }
  if (!isRecord(value)) {
    throw new ProjectError("config_malformed", {
      path,
      reason: `${PROJECT_CONFIG} is not a JSON object`,
    });
  }
  return {
    projectId: shortText(value, "projectId", path),
    name: shortText(value, "name", path),
  };
}

const MAX_CHARS = 200;

function shortText(value: JsonRecord, key: string, path: string): string | null {
  const field = Object.hasOwn(value, key) ? value[key] : undefined;
  if (field === undefined || field === null) return null;
  if (typeof field !== "string" || field.trim() === "" || field.length > MAX_CHARS) {
    throw new ProjectError("config_malformed", {
      path,
      field: key,
      reason: `${key} is not a short text`,
    });
  }
  return field.trim();
}
