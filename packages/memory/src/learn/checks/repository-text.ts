/**
 * The text of a repository in a form that can be compared with lessons: sections of prose and of comments with their words,
 * and its commands. Read once per learning run, and only if a lesson requires it.
 */

import { markdownBlocks } from "../../domain/text/markdown-blocks.ts";
import { words } from "../../domain/text/text.ts";
import { impliedCommands, plainCommand } from "./implied-commands.ts";
import { anchoredFile, type RepositoryFile, repositoryFiles } from "./repository-files.ts";
import { stem } from "./stem.ts";

export interface Section {
  readonly path: string;
  /** In lower case with single blanks. */
  readonly text: string;
  /** Stems. */
  readonly words: ReadonlySet<string>;
}

export interface RepositoryText {
  readonly sections: readonly Section[];
  /** Number of sections that contain a stem. */
  readonly spread: ReadonlyMap<string, number>;
  readonly lines: readonly { readonly path: string; readonly text: string }[];
  /** Commands implied by manifests, with the manifest. */
  readonly implied: ReadonlyMap<string, string>;
  /** Returns the comments of one file as sections. */
  readonly commentsOf: (path: string) => readonly Section[];
}

/** Maximum words of a section; a longer one is cut, so that no section contains half of a document. */
const SECTION_WORDS = 120;
const COMMENT =
  /^\s*(?:\/\/[/!]?|\/\*\*?|\*(?!\/)|#(?!!|\[|include|define|if|endif)|--(?=\s)|;;)\s?(.*?)(?:\*\/)?\s*$/;
/** Matches comments written as strings, as in Python. */
const DOC_STRING = /"""([\s\S]{1,4000}?)"""|'''([\s\S]{1,4000}?)'''/g;

export function readRepositoryText(root: string): RepositoryText {
  const files = repositoryFiles(root);
  const sections = files.filter(({ kind }) => kind !== "script").flatMap(sectionsOf);
  const comments = new Map<string, readonly Section[]>();
  const commentsOf = (path: string) => {
    const cached = comments.get(path) ?? commentSections(path, anchoredFile(root, path) ?? "");
    comments.set(path, cached);
    return cached;
  };
  return {
    sections,
    spread: spreadOf(sections),
    lines: files.map(({ path, text }) => ({ path, text: ` ${plainCommand(text)} ` })),
    implied: new Map(
      files.flatMap((file) =>
        impliedCommands(file).map((impliedCommand) => [impliedCommand, file.path] as const),
      ),
    ),
    commentsOf,
  };
}

export function stemsOf(text: string): Set<string> {
  return new Set(words(text).map(stem));
}

function spreadOf(sections: readonly Section[]): Map<string, number> {
  const spread = new Map<string, number>();
  for (const { words: own } of sections)
    for (const word of own) spread.set(word, (spread.get(word) ?? 0) + 1);
  return spread;
}

function sectionsOf({ path, kind, text }: RepositoryFile): Section[] {
  return kind === "prose" ? proseSections(path, text) : commentSections(path, text);
}

/** Returns sections of the blocks under one heading; the heading is part of each. */
function proseSections(path: string, text: string): Section[] {
  const found: Section[] = [];
  let [heading, open]: [string, string[]] = ["", []];
  const close = () => {
    if (open.length > 0) found.push(toSection(path, [heading, ...open].join(" ")));
    open = [];
  };
  for (const block of markdownBlocks(text)) {
    if (block.kind === "comment") continue;
    if (block.kind === "heading") {
      close();
      heading = block.text;
      continue;
    }
    for (const piece of piecesOf(block.text)) {
      open.push(piece);
      if (wordCount(open) >= SECTION_WORDS) close();
    }
  }
  close();
  return found;
}

/** Splits a long block. A table is one block, however many rows it has. */
function piecesOf(text: string): string[] {
  const all = text.split(/\s+/);
  if (all.length <= SECTION_WORDS) return [text];
  const count = Math.ceil(all.length / SECTION_WORDS);
  return Array.from({ length: count }, (_, i) =>
    all.slice(i * SECTION_WORDS, (i + 1) * SECTION_WORDS).join(" "),
  );
}

function wordCount(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + text.split(/\s+/).length, 0);
}

/** Returns sections of consecutive comment lines. */
function commentSections(path: string, text: string): Section[] {
  const found: Section[] = [];
  let open: string[] = [];
  const close = () => {
    if (open.length > 0) found.push(toSection(path, open.join(" ")));
    open = [];
  };
  for (const line of text.split("\n")) {
    const comment = line.length > 400 ? undefined : COMMENT.exec(line)?.[1];
    if (comment === undefined) close();
    else open.push(comment);
  }
  close();
  for (const match of text.matchAll(DOC_STRING))
    found.push(toSection(path, match[1] ?? match[2] ?? ""));
  return found;
}

function toSection(path: string, content: string): Section {
  const text = content.toLowerCase().replace(/\s+/g, " ");
  return { path, text, words: stemsOf(content) };
}
