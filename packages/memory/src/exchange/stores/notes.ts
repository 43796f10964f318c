/**
 * Reads memories in Markdown files: basic-memory's notes with their observations, and Claude Code's own notes (`MEMORY.md`
 * and a file per topic).
 */
import { type Dirent, readdirSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { readTextAt } from "@tacit-memory/files";
import { type Block, markdownBlocks } from "../../domain/text/markdown-blocks.ts";
import { splitFrontmatter } from "../rules/frontmatter.ts";
import { asText, asTimeMs, shortened, shortHash, statement } from "./fields.ts";
import { foreignMemory, type StoreItem } from "./foreign-memory.ts";
import { STORES } from "./limits.ts";
import { mappedType } from "./type-mapping.ts";

interface Note {
  /** Path relative to the folder, with forward slashes. */
  readonly path: string;
  readonly fields: ReadonlyMap<string, readonly string[]>;
  readonly blocks: readonly Block[];
  readonly body: string;
  readonly changedAtMs: number;
}

/** Matches `- [category] text #tag (context)`, as basic-memory's parser does. */
const OBSERVATION = /^\[([^[\]()]{1,60})\]\s+(\S.*)$/;
const TASK_OR_TIME = /^(?:[^\p{L}\p{N}]|[xX]|[\d:.,\s-]+)$/u;

/** Reads basic-memory. `path`: a file or a folder of notes. */
export function* readBasicMemory(path: string): Iterable<StoreItem> {
  for (const note of notesBelow(path)) {
    if ("problem" in note) {
      yield note;
      continue;
    }
    const title = asText(note.fields.get("title")?.[0]) ?? basename(note.path, ".md");
    const permalink = asText(note.fields.get("permalink")?.[0]) ?? note.path;
    const createdAtMs =
      asTimeMs(note.fields.get("modified")?.[0]) ??
      asTimeMs(note.fields.get("created")?.[0]) ??
      note.changedAtMs;
    const tags = note.fields.get("tags") ?? [];
    const observations = note.blocks.flatMap((block) => observation(block) ?? []);
    for (const { category, text, own, line } of observations) {
      yield foreignMemory({
        id: shortHash(permalink, category, text),
        place: `${note.path}:${line}`,
        content: statement(title, text),
        type: mappedType("basic-memory", category),
        tags: [...tags, ...own],
        createdAtMs,
      });
    }
    const prose = note.blocks.filter(({ kind }) => kind !== "heading").map(({ text }) => text);
    if (observations.length > 0 || prose.length === 0) continue;
    const content = statement(title, prose.join(" "));
    yield foreignMemory({ id: permalink, place: note.path, content, tags, createdAtMs });
  }
}

function observation({ kind, text, line }: Block) {
  const [, category = "", body = ""] = (kind === "item" && OBSERVATION.exec(text)) || [];
  if (category === "" || TASK_OR_TIME.test(category.trim())) return null;
  const own = [...body.matchAll(/(?:^|\s)#([\p{L}\p{N}_/-]+)/gu)].map(([, tag = ""]) => tag);
  const bare = body.replace(/(?:^|\s)#[\p{L}\p{N}_/-]+/gu, "").trim();
  return { category: category.trim().toLowerCase(), text: bare, own, line };
}

const LINK_LINE = /^(?:\*\*)?\[[^\]]*\]\([^)]*\.md\)/;

/** Reads Claude Code's own memory of a project; `project` is the name of its folder, the path with dashes. */
export function* readClaudeMemory(folder: string, project: string | null): Iterable<StoreItem> {
  for (const note of notesBelow(folder)) {
    if ("problem" in note) yield note;
    else if (basename(note.path) === "MEMORY.md") yield* indexLines(note, project);
    else yield* topic(note, project);
  }
}

/** Yields lines of the index that are more than a link to a topic. */
function* indexLines(note: Note, project: string | null): Iterable<StoreItem> {
  let heading = "";
  for (const { kind, text, line } of note.blocks) {
    if (kind === "heading") heading = text;
    if (kind === "heading" || LINK_LINE.test(text) || text === "") continue;
    const content = statement(
      /^(?:claude |auto[- ]?)?memory\b/i.test(heading) ? undefined : heading,
      text,
    );
    const id = shortHash(note.path, content);
    yield foreignMemory({
      id,
      place: `${note.path}:${line}`,
      content,
      project,
      createdAtMs: note.changedAtMs,
    });
  }
}

function* topic(note: Note, project: string | null): Iterable<StoreItem> {
  const kind = asText(note.fields.get("type")?.[0]);
  const name = asText(note.fields.get("name")?.[0]) ?? basename(note.path, ".md");
  const common = {
    type: mappedType("claude-memory", kind),
    tags: kind === undefined ? [] : [kind],
    isGlobal: kind === "user",
    createdAtMs: note.changedAtMs,
    project,
  };
  const title = name.replaceAll(/[-_]+/g, " ");
  const text = note.body.replace(/^#{1,6}\s+/gm, "").trim();
  const described = asText(note.fields.get("description")?.[0]);
  if (text.length <= STORES.contentChars) {
    const content = statement(title, text === "" ? described : text);
    yield foreignMemory({ id: note.path, place: note.path, content, ...common });
    return;
  }
  // Too long for one memory, so each section becomes a memory.
  for (const { heading, line, text: body } of sections(note.blocks)) {
    const content = statement(heading === "" ? title : `${title}, ${heading}`, shortened(body));
    yield foreignMemory({
      id: `${note.path}#${heading}`,
      place: `${note.path}:${line}`,
      content,
      ...common,
    });
  }
}

function sections(blocks: readonly Block[]) {
  const found: { heading: string; line: number; text: string }[] = [];
  for (const { kind, text, line } of blocks) {
    const last = found.at(-1);
    if (kind === "heading" || last === undefined)
      found.push({
        heading: kind === "heading" ? text : "",
        line,
        text: kind === "heading" ? "" : text,
      });
    else last.text = `${last.text} ${text}`.trim();
  }
  return found.filter(({ text: body }) => body !== "");
}

type Read = Note | { readonly place: string; readonly problem: string };

/** Yields every Markdown file in order of path; hidden folders are skipped. */
function* notesBelow(path: string): Iterable<Read> {
  if (statSync(path).isFile()) {
    yield note(path, basename(path));
    return;
  }
  let count = 0;
  for (const below of filesBelow(path)) {
    if (++count > STORES.notes) {
      yield { place: below, problem: `more than ${STORES.notes} notes` };
      return;
    }
    yield note(join(path, below), below);
  }
}

function* filesBelow(root: string): Iterable<string> {
  const queue = [""];
  for (let folder = queue.shift(); folder !== undefined; folder = queue.shift()) {
    const entries: Dirent[] = readdirSync(join(root, folder), { withFileTypes: true });
    for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
      const below = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.isFile() && entry.name.endsWith(".md")) yield below;
      if (entry.isDirectory() && isEntered(entry.name)) queue.push(below);
    }
  }
}

function isEntered(name: string): boolean {
  return !name.startsWith(".") && name !== "node_modules";
}

function note(full: string, path: string): Read {
  try {
    const { size, mtimeMs } = statSync(full);
    if (size > STORES.noteBytes)
      return { place: path, problem: `larger than ${STORES.noteBytes} bytes` };
    const text = readTextAt(full, STORES.noteBytes);
    if (text === null) return { place: path, problem: "cannot be read" };
    const { fields, body, firstLine } = splitFrontmatter(text);
    const blocks = markdownBlocks(body, firstLine);
    return { path, fields, body, blocks, changedAtMs: Math.round(mtimeMs) };
  } catch (error) {
    return { place: path, problem: (error as NodeJS.ErrnoException).code ?? "cannot be read" };
  }
}
