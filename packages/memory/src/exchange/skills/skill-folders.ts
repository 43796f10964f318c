/** The folders of skill files: those that agents read in a repository, and others into which a person exported skills. */
import { lstatSync, readdirSync, realpathSync } from "node:fs";
import { dirname, isAbsolute, join, relative, sep } from "node:path";
import { exportedSkillFolders, writeSetting } from "../../store/settings.ts";
import type { Workspace } from "../../workspace.ts";
import { hasPlainFolders, ownFile } from "../markdown/generated-file.ts";
import { noteOwnPlace } from "../own-places.ts";
import { type ReadSkill, readSkill } from "./read-skill.ts";
import { hashOf } from "./skill.ts";
import { allExportedFolders, SKILL_FOLDERS } from "./skill-paths.ts";

const SKILL_FILE = "SKILL.md";
const MAX_BYTES = 64_000;
const MAX_SKILLS = 1000;
const MAX_FOLDERS = 20;

export interface SkillFolder {
  readonly root: string;
  /** POSIX path relative to `root`, below which no link is followed; "" is `root` itself. */
  readonly folder: string;
}

export interface SkillFile {
  /** The name of the skill: that of its folder. */
  readonly name: string;
  /** Path relative to the `root` of its folder. */
  readonly path: string;
  readonly text: string;
  /** What the file contains, or why it cannot be read. */
  readonly read: ReadSkill | { readonly problem: string };
}

/** Returns the folders of a repository, without one that is a link to another one. */
export function foldersIn(root: string): SkillFolder[] {
  const seen = new Set<string>();
  return SKILL_FOLDERS.map((folder) => ({ root, folder })).filter((place) => {
    const real = realFolder(place);
    return real === null || (!seen.has(real) && seen.add(real));
  });
}

function realFolder({ root, folder }: SkillFolder): string | null {
  try {
    return realpathSync(join(root, folder));
  } catch {
    // The folder does not exist yet.
    return null;
  }
}

/** Returns a folder as a place in the repository if it is in there, else as a place of its own. `path` is absolute. */
export function folderAt(projectRoot: string, path: string): SkillFolder {
  const below = relative(projectRoot, path);
  const isInside = below !== "" && !isAbsolute(below) && below.split(sep)[0] !== "..";
  return isInside
    ? { root: projectRoot, folder: below.split(sep).join("/") }
    : { root: path, folder: "" };
}

/** Returns whether agents look for skills in this folder. */
export function isReadByAgents({ identity }: Workspace, { root, folder }: SkillFolder): boolean {
  return root === identity.root && SKILL_FOLDERS.some((name) => name === folder);
}

/** Returns the skills of a folder by name; null if the folder is a link or not a folder. */
export function skillFilesIn({ root, folder }: SkillFolder): SkillFile[] | null {
  if (!hasPlainFolders(root, `${folder}/.`)) return null;
  return namesIn(join(root, folder)).flatMap((name) => {
    const path = folder === "" ? `${name}/${SKILL_FILE}` : `${folder}/${name}/${SKILL_FILE}`;
    const file = ownFile(root, path, MAX_BYTES);
    if ("refused" in file && isLinkedSkill(root, join(root, folder, name))) return [];
    if ("refused" in file)
      return [{ name, path, text: "", read: { problem: REFUSED[file.refused] } }];
    if (file.text === "") return [];
    const isText = !/[\0\ufffd]/.test(file.text);
    const read = isText ? readSkill(file.text) : { problem: "the file is not UTF-8 text" };
    return [{ name, path, text: file.text, read }];
  });
}

/** Returns whether a folder is a link to a skill in a folder that agents read: installers link one copy for several agents. */
function isLinkedSkill(root: string, path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return false;
  try {
    const parent = dirname(realpathSync(path));
    return SKILL_FOLDERS.some((folder) => realFolder({ root, folder }) === parent);
  } catch {
    // The link leads nowhere.
    return false;
  }
}

const REFUSED = {
  link: "the file or its folder is a link",
  not_a_file: "not a regular file",
  too_large: `larger than ${MAX_BYTES} bytes`,
  outside: "the path leads out of the folder",
  unreadable: "cannot be read",
} as const;

/** Returns the names of the entries of a folder, which may be taken by something that is no skill. */
export function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder).sort().slice(0, MAX_SKILLS);
  } catch {
    // Missing, or unreadable: it contains no skills.
    return [];
  }
}

/** A skill file that Tacit wrote. */
export interface OwnSkillFile extends SkillFile {
  readonly read: ReadSkill & { readonly mark: NonNullable<ReadSkill["mark"]> };
}

/**
 * Returns the files that Tacit wrote, by the id in their mark. A person may have copied a file to begin a new skill: of several with
 * one id, the unedited one is Tacit's.
 */
export function ownFiles(files: readonly SkillFile[]): Map<string, OwnSkillFile> {
  const own = new Map<string, OwnSkillFile>();
  for (const file of files.filter(isMarked)) {
    const id = file.read.mark.memory;
    const other = own.get(id);
    if (other === undefined || (!isAsWritten(other) && isAsWritten(file))) own.set(id, file);
  }
  return own;
}

function isMarked(file: SkillFile): file is OwnSkillFile {
  return "mark" in file.read && file.read.mark !== null;
}

/** Returns whether the file has the texts that Tacit wrote, however they are formatted. */
export function isAsWritten({ read }: OwnSkillFile): boolean {
  return read.loose.length === 0 && hashOf(read.skill) === read.mark.hash;
}

/** Records a folder, so that forgetting a procedure finds its file there. */
export async function noteExported(workspace: Workspace, path: string): Promise<void> {
  noteOwnPlace(workspace, path);
  const paths = await allExportedFolders(workspace);
  if (paths.includes(path)) return;
  const value = JSON.stringify([path, ...paths].slice(0, MAX_FOLDERS));
  await writeSetting(workspace.db, exportedSkillFolders(workspace.projectId), value);
}
