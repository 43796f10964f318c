/**
 * Writes procedures as skill files, in the folders that agents read: after each session with the option `skillFiles`, or on
 * request; without it only a forgotten procedure is removed. A file that a person edited is never replaced.
 */
import { readdirSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { MemoryId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { forgottenAmong, forgottenIds } from "../../store/memories/erase.ts";
import { findExternal, getMemories } from "../../store/memories/memories.ts";
import { listMemories } from "../../store/memories/memory-lists.ts";
import { keptSkills, readSetting, writeSetting } from "../../store/settings.ts";
import type { Workspace } from "../../workspace.ts";
import { putFile } from "../markdown/generated-file.ts";
import type { MemoryFileState } from "../markdown/memory-files.ts";
import { isShareable } from "../markdown/shareable.ts";
import { currentMemories } from "../markdown/write-markdown.ts";
import { hashOf, SKILL_SOURCE, skillOf } from "./skill.ts";
import {
  folderAt,
  foldersIn,
  isAsWritten,
  isReadByAgents,
  namesIn,
  noteExported,
  type OwnSkillFile,
  ownFiles,
  type SkillFile,
  type SkillFolder,
  skillFilesIn,
} from "./skill-folders.ts";
import { exportedFolders } from "./skill-paths.ts";
import { skillName, writeSkill } from "./write-skill.ts";

export interface SkillFileOutcome {
  /** Path relative to the root of the repository, or absolute outside it. */
  readonly path: string;
  readonly state: MemoryFileState;
}

type Skill = NonNullable<ReturnType<typeof skillOf>>;
/** Procedures by the id in the mark of their files. */
type Skills = ReadonlyMap<string, Skill>;

/** Returns the id by which the file of a procedure names it: that of the store that wrote the file first. */
export function markOf({ id, externalId }: Memory): MemoryId {
  const isMark =
    externalId?.startsWith(SKILL_SOURCE) === true &&
    /^[0-9a-f-]{36}$/.test(externalId.slice(SKILL_SOURCE.length));
  return isMark ? (externalId.slice(SKILL_SOURCE.length) as MemoryId) : id;
}

/**
 * Writes or renews the files in the folders that agents read, or with "none" removes them there and in all folders into which skills
 * were exported; with `out`, an absolute path, only in that folder. Returns the files that exist or existed. Throws
 * "store_unwritable". `isDry`, with "none": changes nothing, and returns what would happen.
 */
export async function refreshSkillFiles(
  workspace: Workspace,
  extent: "all" | "none" = "all",
  out?: string,
  isDry = false,
): Promise<readonly SkillFileOutcome[]> {
  const skills = extent === "none" ? new Map() : await currentSkills(workspace);
  const { root } = workspace.identity;
  const others = extent === "none" ? await exportedFolders(workspace) : [];
  const places = out === undefined ? placesIn(root, others) : [folderAt(root, out)];
  const outcomes: SkillFileOutcome[] = [];
  for (const place of places) {
    const files = skillFilesIn(place);
    if (files !== null)
      outcomes.push(...(await refreshFolder(workspace, skills, place, files, isDry)));
    else if (skills.size > 0)
      outcomes.push({ path: shownPath(workspace, place, place.folder), state: "unusable" });
  }
  const isOther = places.some((place) => !isReadByAgents(workspace, place));
  if (out !== undefined && isOther && extent === "all") await noteExported(workspace, out);
  if (out === undefined && !isDry) await noteKept(workspace, outcomes);
  return outcomes;
}

/** Removes the files of forgotten procedures, also in the folders `others`. Returns them. Throws "store_unwritable". */
export async function removeForgottenSkills(
  workspace: Workspace,
  others: readonly string[],
): Promise<readonly SkillFileOutcome[]> {
  const outcomes: SkillFileOutcome[] = [];
  for (const place of placesIn(workspace.identity.root, others)) {
    const own = [...ownFiles(skillFilesIn(place) ?? []).values()];
    const marks = await knownMarks(workspace, own);
    const forgotten = own.filter(({ read }) => marks.get(read.mark.memory) === true);
    for (const file of forgotten)
      outcomes.push({
        path: shownPath(workspace, place, file.path),
        state: remove(place, file),
      });
  }
  return outcomes;
}

function placesIn(root: string, others: readonly string[]): SkillFolder[] {
  return [...foldersIn(root), ...others.map((path) => folderAt(root, path))];
}

function shownPath({ identity }: Workspace, { root }: SkillFolder, path: string): string {
  return root === identity.root ? path : join(root, path);
}

async function currentSkills({ db, projectId, moment }: Workspace): Promise<Skills> {
  const memories = await listMemories(db, { projectId, type: "workflow_recipe", state: "active" });
  const current = currentMemories({ memories }, moment().nowMs).filter(isShareable);
  return new Map(
    current
      .sort((a, b) => (a.id < b.id ? -1 : 1))
      .flatMap((memory) => {
        const skill = skillOf(memory);
        return skill === null ? [] : [[markOf(memory), skill] as const];
      }),
  );
}

async function refreshFolder(
  workspace: Workspace,
  skills: Skills,
  place: SkillFolder,
  files: readonly SkillFile[],
  isDry: boolean,
): Promise<SkillFileOutcome[]> {
  const { root, folder } = place;
  const shown = (path: string) => shownPath(workspace, place, path);
  const own = ownFiles(files);
  const taken = new Set(namesIn(join(root, folder)).map((name) => name.toLowerCase()));
  const outcomes: SkillFileOutcome[] = [];
  for (const [mark, skill] of skills) {
    const file = own.get(mark);
    const id = mark as MemoryId;
    const name = file?.name ?? skillName(skill.title, id, taken);
    taken.add(name);
    const path = file?.path ?? (folder === "" ? `${name}/SKILL.md` : `${folder}/${name}/SKILL.md`);
    const text = writeSkill(id, name, skill);
    outcomes.push({
      path: shown(path),
      state: renew(root, path, text, file, skill),
    });
  }
  const left = [...own.values()].filter(({ read }) => !skills.has(read.mark.memory));
  const marks = await knownMarks(workspace, left);
  for (const file of left) {
    // A file of another store is not ours to remove.
    if (marks.has(file.read.mark.memory))
      outcomes.push({
        path: shown(file.path),
        state: isDry ? wouldRemove(file) : remove(place, file),
      });
  }
  return outcomes;
}

/** Returns, for procedures that this store has or had, whether they were forgotten. */
async function knownMarks(
  { db, projectId }: Workspace,
  files: readonly OwnSkillFile[],
): Promise<ReadonlyMap<MemoryId, boolean>> {
  const ids = files.map(({ read }) => read.mark.memory);
  const [stored, forgotten] = [await getMemories(db, ids), await forgottenIds(db, ids)];
  const forgottenMarks = new Map([...forgotten].map((id) => [id, true]));
  for (const { id } of stored) forgottenMarks.set(id, false);
  const imported = ids.map((id) => {
    const externalId = `${SKILL_SOURCE}${id}`;
    return { id, externalId, content: externalId };
  });
  const isForgotten = await forgottenAmong(db, projectId, imported);
  for (const one of imported)
    if ((await findExternal(db, projectId, one.externalId)) !== null)
      forgottenMarks.set(one.id, false);
    else if (isForgotten(one)) forgottenMarks.set(one.id, true);
  return forgottenMarks;
}

function renew(
  root: string,
  path: string,
  text: string,
  file: OwnSkillFile | undefined,
  skill: Skill,
): MemoryFileState {
  if (file?.text === text) return "unchanged";
  const hasSameTexts =
    file !== undefined && file.read.loose.length === 0 && hashOf(file.read.skill) === hashOf(skill);
  if (file !== undefined && !hasSameTexts && !isAsWritten(file)) return "kept";
  return putFile(root, path, text);
}

function wouldRemove(file: OwnSkillFile): MemoryFileState {
  return isAsWritten(file) ? "removed" : "kept";
}

/** Removes the file, and its folders if they are empty. */
function remove({ root }: SkillFolder, file: OwnSkillFile): MemoryFileState {
  if (!isAsWritten(file)) return "kept";
  const state = putFile(root, file.path, "");
  for (let path = dirname(file.path); path !== "."; path = dirname(path)) {
    if (readdirSync(join(root, path)).length > 0) break;
    rmdirSync(join(root, path));
  }
  return state;
}

/** Records which files were kept, for `tacit status`. */
async function noteKept(
  { db, projectId }: Workspace,
  files: readonly SkillFileOutcome[],
): Promise<void> {
  const changedFiles = files.filter(({ state }) => state === "kept" || state === "unusable");
  const value = JSON.stringify(changedFiles.map(({ path }) => path));
  const name = keptSkills(projectId);
  if (((await readSetting(db, name)) ?? "[]") !== value) await writeSetting(db, name, value);
}
