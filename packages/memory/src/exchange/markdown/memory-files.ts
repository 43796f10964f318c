/**
 * Keeps the files that Tacit writes into a repository up to date: `.tacit/MEMORY.md` with the core document and links, and the topic
 * files in `.tacit/memory`. People read and review them. With the option `memoryFile` after each session, or on request; without
 * it only a forgotten memory is removed. A file is replaced only when its content changes, and never while it contains
 * anything that was not imported.
 */
import { lstatSync, readdirSync, rmdirSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Memory } from "../../domain/memory.ts";
import { forgottenIds } from "../../store/memories/erase.ts";
import { keptFiles, readSetting, writeSetting } from "../../store/settings.ts";
import type { Workspace } from "../../workspace.ts";
import { type Export, exportAll } from "../transfer.ts";
import { coreDocument } from "./core-document.ts";
import { isAsWritten, ownText, putFile, withMark, wouldPut } from "./generated-file.ts";
import { isShareable } from "./shareable.ts";
import { documentIn, isImported, MAX_IN_TOPIC, memoriesOf, topicText } from "./topic-document.ts";
import { MEMORY_FILE, TOPIC_FOLDER, TOPICS, type Topic } from "./topics.ts";
import { currentMemories, headingOf } from "./write-markdown.ts";

/** A file that may be read; 500 memories of 1,000 characters need about 2 MB. */
const MAX_BYTES = 16_000_000;
/** Maximum size of the overview. */
const MAX_LINES = 80;
const MAX_CHARS = 3000;

/**
 * `kept`: the file was not written by Tacit, or contains edits or memories that this store does not have. `unusable`: the file or a
 * folder on its way is a link, not a regular file, too large or unreadable.
 */
export type MemoryFileState = "written" | "unchanged" | "removed" | "kept" | "unusable";

export interface MemoryFile {
  /** Path relative to the root of the repository. */
  readonly path: string;
  readonly state: MemoryFileState;
}

/**
 * - `all`: every memory that may be in a file of the repository (`isShareable`).
 * - `listed`: no memory that the files do not contain yet, because the user may have turned the option off.
 * - `none`: removes the files.
 */
export type Extent = "all" | "listed" | "none";

/**
 * Returns the files that exist or existed. Throws "store_unwritable" if one cannot be written; others stay as they are. `isDry`:
 * changes nothing, and returns what would happen.
 */
export async function refreshMemoryFiles(
  workspace: Workspace,
  extent: Extent = "all",
  isDry = false,
): Promise<readonly MemoryFile[]> {
  const put = isDry ? wouldPut : putFile;
  const exported = await exportAll(workspace);
  const shareable = currentMemories(exported, workspace.moment().nowMs).filter(isShareable);
  const before = TOPICS.map((topic) => topicAt(workspace, topic));
  const overviewBefore = await overviewAt(workspace);
  const listed = extent === "listed" ? listedIn(before, overviewBefore) : null;
  const allowed = shareable.filter(({ id }) => listed?.has(id) ?? extent === "all");
  const outcomes: (MemoryFile & { readonly topic: Topic; readonly shown: number })[] = [];
  for (const file of before) {
    const shown = memoriesOf(file.topic, allowed);
    const state = await refreshTopic(workspace, exported, file, shown, put);
    if (state !== null)
      outcomes.push({ path: file.topic.path, state, topic: file.topic, shown: shown.length });
  }
  const files: MemoryFile[] = outcomes.map(({ path, state }) => ({ path, state }));
  const mayAdd = extent === "all";
  const isForeign = mayAdd && files.some(({ state }) => state === "kept");
  const links = outcomes.flatMap(({ topic, state, shown }) =>
    state === "removed" ? [] : [linkTo(topic, shown, allowed)],
  );
  const text = extent === "none" ? "" : await overviewText(workspace, links, listed);
  const overview = refreshOverview(workspace, overviewBefore, text, { isForeign, mayAdd, put });
  const all = overview === null ? files : [{ path: MEMORY_FILE, state: overview }, ...files];
  if (isDry) return all;
  if (all.some(({ state }) => state === "removed")) removeIfEmpty(workspace.identity.root);
  if (extent !== "listed") await noteKept(workspace, all);
  return all;
}

/** Returns whether the files may contain a forgotten memory: they name one, or are too long to name all that the overview shows. */
export async function hasForgotten(workspace: Workspace): Promise<boolean> {
  const topics = TOPICS.map((topic) => topicAt(workspace, topic).text);
  const overview = ownText(workspace.identity.root, MEMORY_FILE, MAX_BYTES);
  const documents = [...topics, overview].map((text) => (text === null ? null : documentIn(text)));
  const memories = documents.map((found) => found?.document.memories ?? []);
  if (memories.some(({ length }) => length >= MAX_IN_TOPIC)) return true;
  const ids = memories.flat().map(({ id }) => id);
  return (await forgottenIds(workspace.db, ids)).size > 0;
}

interface TopicFile {
  readonly topic: Topic;
  /** "" if there is no file; null if it is unusable. */
  readonly text: string | null;
}

function topicAt({ identity }: Workspace, topic: Topic): TopicFile {
  return { topic, text: ownText(identity.root, topic.path, MAX_BYTES) };
}

interface OverviewFile {
  /** "" if there is no file; null if it is unusable. */
  readonly text: string | null;
  /** Whether it is the export of all memories that an earlier version of Tacit wrote, without anything that was not imported. */
  readonly isOldExport: boolean;
}

async function overviewAt(workspace: Workspace): Promise<OverviewFile> {
  const text = ownText(workspace.identity.root, MEMORY_FILE, MAX_BYTES);
  const isOldExport = text !== null && (await isImported(workspace, documentIn(text)));
  return { text, isOldExport };
}

function listedIn(topics: readonly TopicFile[], overview: OverviewFile): ReadonlySet<string> {
  const texts = [...topics, ...(overview.isOldExport ? [overview] : [])].map(({ text }) => text);
  return new Set(
    texts.flatMap((text) =>
      text === null ? [] : (documentIn(text)?.document.memories.map(({ id }) => id) ?? []),
    ),
  );
}

/** Returns null if there is no file and none is needed. */
async function refreshTopic(
  workspace: Workspace,
  exported: Export,
  { topic, text: before }: TopicFile,
  memories: readonly Memory[],
  put: typeof putFile,
): Promise<MemoryFileState | null> {
  const { root, name } = workspace.identity;
  if (before === null) return "unusable";
  if (before === "" && memories.length === 0) return null;
  const text = memories.length === 0 ? "" : topicText(exported, name, topic, memories);
  if (before === text) return "unchanged";
  if (before.trim() !== "" && !(await isImported(workspace, documentIn(before)))) return "kept";
  return put(root, topic.path, text);
}

/** Returns null if there is no file and none is needed. `isForeign`: a topic file has memories that this store does not have. */
function refreshOverview(
  { identity }: Workspace,
  { text: before, isOldExport }: OverviewFile,
  text: string,
  {
    isForeign,
    mayAdd,
    put,
  }: { readonly isForeign: boolean; readonly mayAdd: boolean; readonly put: typeof putFile },
): MemoryFileState | null {
  if (before === null) return "unusable";
  if (before === "" && (text === "" || !mayAdd)) return null;
  if (before === text) return "unchanged";
  const mayReplace = before.trim() === "" || isOldExport || isAsWritten(before);
  if (!mayReplace || (isForeign && before.trim() !== "")) return "kept";
  return put(identity.root, MEMORY_FILE, text);
}

/** Removes the folders of the files if they are empty. */
function removeIfEmpty(root: string): void {
  for (const path of [TOPIC_FOLDER, dirname(TOPIC_FOLDER)]) {
    const folder = lstatSync(join(root, path), { throwIfNoEntry: false });
    // An earlier version wrote no topic files.
    if (folder === undefined) continue;
    if (!folder.isDirectory() || readdirSync(join(root, path)).length > 0) return;
    rmdirSync(join(root, path));
  }
}

/** Returns the overview with the core document and the links; "" without links. */
async function overviewText(
  workspace: Workspace,
  links: readonly string[],
  listed: ReadonlySet<string> | null,
): Promise<string> {
  if (links.length === 0) return "";
  const { text } = await coreDocument(workspace, listed);
  const tail = ["## Topics", "", ...links, ""];
  const room = MAX_CHARS - [...tail, ""].join("\n").length - withMark("").length;
  const head = text
    .slice(0, room)
    .split("\n")
    .slice(0, MAX_LINES - tail.length - 1);
  return withMark([...head, ...tail].join("\n"));
}

function linkTo({ name, types }: Topic, shown: number, allowed: readonly Memory[]): string {
  const count = allowed.filter(({ type }) => types.includes(type)).length;
  const counted = shown < count ? `${shown} of ${count}` : `${count}`;
  return `- [${headingOf(name)}](memory/${name}.md): ${counted}`;
}

/** Records which files were kept, for `tacit status`. */
async function noteKept({ db, projectId }: Workspace, files: readonly MemoryFile[]): Promise<void> {
  const changedFiles = files.filter(({ state }) => state === "kept" || state === "unusable");
  const value = JSON.stringify(changedFiles.map(({ path }) => path));
  const name = keptFiles(projectId);
  if (((await readSetting(db, name)) ?? "[]") !== value) await writeSetting(db, name, value);
}
