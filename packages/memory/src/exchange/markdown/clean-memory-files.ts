/**
 * Removes forgotten memories from the files that Tacit wrote into a repository. A separate file, because opening a store must not
 * load what writes them.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { MemoryError } from "../../domain/errors.ts";
import { exportedSkillFolders, readSetting } from "../../store/settings.ts";
import type { Workspace } from "../../workspace.ts";
import { SKILL_FOLDERS } from "../skills/skill-paths.ts";
import { MEMORY_FILE, TOPIC_FOLDER } from "./topics.ts";

export interface StayingFile {
  /** Path relative to the root of the repository, or absolute outside it. */
  readonly path: string;
  readonly state: "kept" | "unusable";
  readonly kind: "memories" | "skill";
}

/** Returns the files that may still contain forgotten text, because they must not be changed. Throws "store_unwritable". */
export async function cleanMemoryFiles(workspace: Workspace): Promise<readonly StayingFile[]> {
  try {
    return [...(await cleanMemories(workspace)), ...(await cleanSkills(workspace))];
  } catch (cause) {
    if (!MemoryError.is(cause, "store_unwritable")) throw cause;
    const reason = `${cause.facts["reason"]} and may contain forgotten text; the memories are forgotten`;
    throw new MemoryError("store_unwritable", { ...cause.facts, reason, cause });
  }
}

async function cleanMemories(workspace: Workspace): Promise<readonly StayingFile[]> {
  const { root } = workspace.identity;
  if (![MEMORY_FILE, TOPIC_FOLDER].some((path) => existsSync(join(root, path)))) return [];
  const { refreshMemoryFiles } = await import("./memory-files.ts");
  const files = await refreshMemoryFiles(workspace, "listed");
  return files.flatMap(({ path, state }) =>
    state === "kept" || state === "unusable" ? [{ path, state, kind: "memories" as const }] : [],
  );
}

/** An edited skill file contains forgotten text only if its own procedure was forgotten. */
async function cleanSkills(workspace: Workspace): Promise<readonly StayingFile[]> {
  const { db, projectId, identity } = workspace;
  const isExported = (await readSetting(db, exportedSkillFolders(projectId))) !== null;
  if (!isExported && !SKILL_FOLDERS.some((path) => existsSync(join(identity.root, path))))
    return [];
  const { refreshSkillFiles } = await import("../skills/skill-files.ts");
  const files = await refreshSkillFiles(workspace, "listed");
  return files.flatMap(({ path, state, isForgotten }) =>
    state === "kept" && isForgotten ? [{ path, state, kind: "skill" as const }] : [],
  );
}
