/** Removes forgotten memories from `.tacit/MEMORY.md`. A separate file, because opening a store must not load what writes the document. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../domain/errors.ts";
import type { Workspace } from "../../workspace.ts";
import type { MemoryFileState } from "./memory-file.ts";
import { MEMORY_FILE } from "./memory-file-path.ts";

/** Returns what became of the file; null if there is none. Throws "store_unwritable". */
export async function removeFromMemoryFile(workspace: Workspace): Promise<MemoryFileState | null> {
  const path = join(workspace.identity.root, MEMORY_FILE);
  if (!existsSync(path)) return null;
  const { refreshMemoryFile } = await import("./memory-file.ts");
  return refreshMemoryFile(workspace, { onlyListed: true }).catch((cause: unknown) => {
    if (MemoryError.is(cause)) throw cause;
    const reason = `${MEMORY_FILE} cannot be written and may contain forgotten text; the memories are forgotten`;
    throw new MemoryError("store_unwritable", { path, reason, cause });
  });
}
