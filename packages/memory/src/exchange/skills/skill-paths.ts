/** Where skill files lie. A separate file, because it is loaded when a store is opened. */
import { asArray, parseJson } from "@tacit-memory/files";
import { exportedSkillFolders, readSetting } from "../../store/settings.ts";
import type { Workspace } from "../../workspace.ts";
import { ownPlacesOf } from "../own-places.ts";

/** Codex, Gemini CLI, Cursor, Copilot, OpenCode and others read the first; Claude Code reads only the second. */
export const SKILL_FOLDERS = [".agents/skills", ".claude/skills"] as const;

/** Returns the other folders into which skills of a project were exported with this home folder, as absolute paths. */
export async function exportedFolders(
  workspace: Pick<Workspace, "db" | "home" | "projectId">,
): Promise<string[]> {
  return (await allExportedFolders(workspace)).filter(ownPlacesOf(workspace));
}

/** Like `exportedFolders`, with the folders of other people that share a store on a server. */
export async function allExportedFolders({
  db,
  projectId,
}: Pick<Workspace, "db" | "projectId">): Promise<string[]> {
  const stored = await readSetting(db, exportedSkillFolders(projectId));
  const paths = stored === null ? [] : asArray(parseJson(stored));
  return paths.filter((path) => typeof path === "string");
}
