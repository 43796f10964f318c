/**
 * What a repository says of itself, in a form that a lesson can be compared with: sections of prose and of comments with
 * their words, and all that stands in it as commands. Read once a learning run, and only when a lesson asks.
 */

import { markdownBlocks } from "../../domain/text/markdown-blocks.ts";
import { words } from "../../domain/text/text.ts";
import { impliedCommands, plainCommand } from "./implied-commands.ts";
import { anchoredFile, type RepositoryFile, repositoryFiles } from "./repository-files.ts";
import { stem } from "./stem.ts";

export interface Section {
  readonly path: string;
  /** Lower case, single blanks. */
  readonly text: string;
  /** Stems. */
  readonly words: ReadonlySet<string>;
}

export interface RepositoryText {
  readonly sections: readonly Section[];
  /** In how many sections a stem stands. */
  readonly spread: ReadonlyMap<string, number>;
  readonly lines: readonly { readonly path: string; readonly text: string }[];
  /** Commands that manifests imply, with the manifest. */
  readonly implied: ReadonlyMap<string, string>;
  /** The comments of one file, in sections. */
  readonly commentsOf: (path: string) => readonly Section[];
}

/** A section is cut where it grows longer, so that one section never holds half of a document. In words. */
const SECTION_WORDS = 120;
const COMMENT =
  /^\s*(?:\/\/[/!]?|\/\*\*?|\*(?!\/)|#(?!!|\[|include|define|if|endif)|--(?=\s)|;;)\s?(.*?)(?:\*\/)?\s*$/;
/** Languages that comment in strings. */
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

/** Blocks under one heading, which is part of each section. */
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

/** A table is one block, however many rows it has. */
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

/** Comment lines that follow each other are one section. */
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
