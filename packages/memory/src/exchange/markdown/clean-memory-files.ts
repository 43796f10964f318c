/** Removes forgotten memories from the files in `.tacit`. A separate file, because opening a store must not load what writes them. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../domain/errors.ts";
import type { Workspace } from "../../workspace.ts";
import { MEMORY_FILE, TOPIC_FOLDER } from "./topics.ts";

export interface StayingFile {
  /** Path relative to the root of the repository. */
  readonly path: string;
  readonly state: "kept" | "unusable";
}

/** Returns the files that may still contain forgotten text, because they must not be changed. Throws "store_unwritable". */
export async function cleanMemoryFiles(workspace: Workspace): Promise<readonly StayingFile[]> {
  const { root } = workspace.identity;
  if (![MEMORY_FILE, TOPIC_FOLDER].some((path) => existsSync(join(root, path)))) return [];
  const { refreshMemoryFiles } = await import("./memory-files.ts");
  try {
    const files = await refreshMemoryFiles(workspace, "listed");
    return files.flatMap(({ path, state }) =>
      state === "kept" || state === "unusable" ? [{ path, state }] : [],
    );
  } catch (cause) {
    if (!MemoryError.is(cause, "store_unwritable")) throw cause;
    const reason = `${cause.facts["reason"]} and may contain forgotten text; the memories are forgotten`;
    throw new MemoryError("store_unwritable", { ...cause.facts, reason, cause });
  }
}
