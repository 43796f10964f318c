/**
 * The core document: what a newcomer, a person or an agent, should know about the project first. It has a summary, the most
 * important rules, preferences and the current focus, in at most 600 tokens. It is made from the store by counting and choosing,
 * without a model, and contains only what may be in a file of the repository (`isShareable`) and what the repository does not
 * state already.
 */

import { join } from "node:path";
import { isFolder } from "@tacit-memory/files";
import type { MemoryId } from "../../domain/ids.ts";
import { MEMORY_TYPES, type Memory, type MemoryType, RECORD_TYPES } from "../../domain/memory.ts";
import { moduleOf } from "../../domain/session/session-digest.ts";
import { quoteLine } from "../../domain/text/quote.ts";
import { jaccard, words } from "../../domain/text/text.ts";
import { repositoriesOfRun } from "../../learn/checks/repositories.ts";
import {
  bestFirst,
  inFull,
  STANDING_RULES,
  showableHere,
  withFreshness,
} from "../../recall/shown/showable.ts";
import { estimateTokens } from "../../recall/shown/tokens.ts";
import { INJECT } from "../../recall/shown/tuning.ts";
import { pastVisits } from "../../store/sessions/session-digests.ts";
import type { Workspace } from "../../workspace.ts";
import { isShareable } from "./shareable.ts";
import { headingOf } from "./write-markdown.ts";

export interface CoreDocument {
  /** "" if there is no memory that it may contain. */
  readonly text: string;
  readonly tokens: number;
  /** Memories whose text or title it contains. */
  readonly memories: readonly MemoryId[];
}

/** Maximum tokens of the document. */
const MAX_TOKENS = 600;
/** Part of them for the preferences, so that many rules leave room for some. */
const PREFERENCE_TOKENS = 150;
/** Maximum characters of a memory, a title and a path. */
const [MEMORY_CHARS, TITLE_CHARS, PATH_CHARS] = [300, 90, 80];
/** Maximum memories per section that are read and compared with the repository. */
const MAX_PER_SECTION = 30;
/** Number of the newest sessions whose changes are the focus. */
const FOCUS_SESSIONS = 10;
const FOCUS_FOLDERS = 3;
const FOCUS_TITLES = 3;
/** Tokens that the rules leave for the titles. */
const FOCUS_TOKENS = 100;
const SUMMARY_FOLDERS = 3;
const SUMMARY_TYPES = 4;

const LESSONS: readonly MemoryType[] = MEMORY_TYPES.filter(
  (type) => !RECORD_TYPES.some((record) => record === type),
);

/** `only`: ids of the memories that it may contain; null: all. */
export async function coreDocument(
  workspace: Workspace,
  only: ReadonlySet<string> | null = null,
): Promise<CoreDocument> {
  const { nowMs } = workspace.moment();
  const showable = await showableHere(workspace, nowMs, ({ id }) => only?.has(id) ?? true);
  const outlines = bestFirst(await showable({ types: LESSONS }), nowMs);
  const memories = pinnedFirst((await inFull(workspace, outlines)).filter(isShareable));
  if (memories.length === 0) return { text: "", tokens: 0, memories: [] };
  const head = [
    `# Memory of ${quoteLine(workspace.identity.name, PATH_CHARS)}`,
    "",
    summaryOf(memories, workspace.identity.root),
  ];
  const changed = await changedLines(workspace);
  const packing: Packing = { spent: costOf([...head, ...HEADINGS, ...changed]), chosen: [] };
  const preferences = memories.filter(isPreference);
  const rules = memories.filter((memory) => isRule(memory) && !isPreference(memory));
  const preferred = await pack(workspace, preferences, packing, packing.spent + PREFERENCE_TOKENS);
  const ruled = await pack(workspace, rules, packing, MAX_TOKENS - FOCUS_TOKENS);
  const learned = packTitles(memories, packing);
  const bodies = [ruled, preferred, [...changed, ...learned]];
  const sections = HEADINGS.flatMap((heading, at) => sectionOf(heading, bodies[at] ?? []));
  const text = `${[...head, ...sections].join("\n")}\n`;
  return { text, tokens: estimateTokens(text), memories: packing.chosen.map(({ id }) => id) };
}

const HEADINGS = ["## Rules", "## Preferences", "## Current focus"] as const;

function sectionOf(heading: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ["", heading, "", ...lines];
}

function isPreference({ type }: Memory): boolean {
  return type === "preference";
}

/** Whether a memory is a rule to follow; a person may pin any type. */
function isRule({ type, isPinned }: Memory): boolean {
  return isPinned || STANDING_RULES.includes(type);
}

function pinnedFirst(memories: readonly Memory[]): Memory[] {
  return [...memories].sort((a, b) => Number(b.isPinned) - Number(a.isPinned));
}

interface Packing {
  spent: number;
  readonly chosen: Memory[];
}

/** Returns the lines of the memories that fit into `limit` tokens; a memory that does not fit makes way for a shorter one. */
async function pack(
  workspace: Workspace,
  memories: readonly Memory[],
  packing: Packing,
  limit: number,
): Promise<string[]> {
  const { nowMs } = workspace.moment();
  const { root } = workspace.identity;
  const repository = repositoriesOfRun();
  const lines: string[] = [];
  const considered = memories.slice(0, MAX_PER_SECTION);
  for (const { memory } of await withFreshness(workspace, considered, nowMs)) {
    const line = `- ${plain(memory.content, MEMORY_CHARS)}`;
    const cost = costOf([line]);
    if (packing.spent + cost > limit) continue;
    if (isStatedIn(memory, packing.chosen) || repository.fileStating(root, memory) !== null)
      continue;
    packing.spent += cost;
    packing.chosen.push(memory);
    lines.push(line);
  }
  return lines;
}

function isStatedIn({ content }: Memory, chosen: readonly Memory[]): boolean {
  const own = new Set(words(content));
  return chosen.some(
    (other) => jaccard(own, new Set(words(other.content))) >= INJECT.duplicateJaccard,
  );
}

/** Counts the memories by type and by existing folder. */
function summaryOf(memories: readonly Memory[], root: string): string {
  const types = mostFrequent(memories.map(({ type }) => type));
  const named = types
    .slice(0, SUMMARY_TYPES)
    .map(([type, count]) => `${count} ${namedMany(headingOf(type).toLowerCase(), count)}`);
  const folders = mostFrequent(
    memories.flatMap(({ files }) => [...new Set(files.map(moduleOf))]).filter(isNamed),
  )
    .filter(([folder]) => isFolder(join(root, folder)))
    .slice(0, SUMMARY_FOLDERS)
    .map(([folder, count]) => `${code(folder)} (${count})`);
  const others = types.length > SUMMARY_TYPES ? ", and others" : "";
  const about = folders.length === 0 ? "" : `. By folder: ${folders.join(", ")}`;
  return `Memories from earlier sessions: ${memories.length} (${named.join(", ")}${others})${about}.`;
}

function namedMany(name: string, count: number): string {
  return count === 1 ? name : `${name.replace(/y$/, "ie")}s`;
}

/** Names the existing folders that the most of the newest sessions changed. */
async function changedLines({ db, projectId, identity }: Workspace): Promise<string[]> {
  const visits = await pastVisits(db, projectId, FOCUS_SESSIONS);
  const changed = visits.filter(({ edits }) => edits > 0).map(({ module }) => module);
  const folders = mostFrequent(changed)
    .filter(([folder]) => isNamed(folder) && isFolder(join(identity.root, folder)))
    .slice(0, FOCUS_FOLDERS)
    .map(([folder]) => code(folder));
  return folders.length === 0 ? [] : [`- Changed most in recent sessions: ${folders.join(", ")}`];
}

/** Returns a line for each of the newest memories that are not shown yet, as many as fit. */
function packTitles(memories: readonly Memory[], packing: Packing): string[] {
  const newest = memories
    .filter((memory) => !isStatedIn(memory, packing.chosen))
    .sort((a, b) => b.createdAtMs - a.createdAtMs || (a.id < b.id ? 1 : -1))
    .slice(0, FOCUS_TITLES);
  return newest.flatMap((memory) => {
    const line = `- Recently learned: ${plain(memory.title || memory.content, TITLE_CHARS)}`;
    if (packing.spent + costOf([line]) > MAX_TOKENS) return [];
    packing.spent += costOf([line]);
    packing.chosen.push(memory);
    return [line];
  });
}

/** Returns each value with its count, the most frequent first. */
function mostFrequent<T extends string>(values: readonly T[]): [T, number][] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts].sort(([a, many], [b, few]) => few - many || (a < b ? -1 : 1));
}

/** Whether a path names a folder of the project and not its root. */
function isNamed(folder: string): boolean {
  return folder !== "." && !/^(?:[\\/]|[A-Za-z]:)|(?:^|[\\/])\.\.(?:[\\/]|$)/.test(folder);
}

function code(path: string): string {
  return `\`${plain(path.replaceAll("`", ""), PATH_CHARS)}\``;
}

/** Makes a text one line that cannot begin a comment, which would hide the rest of the document. */
function plain(text: string, maxChars: number): string {
  return quoteLine(text, maxChars).replaceAll("<!--", "&lt;!--");
}

function costOf(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
}
