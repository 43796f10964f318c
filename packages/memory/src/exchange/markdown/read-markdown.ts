/** Reads a document of `writeMarkdown`: its memories, texts that a person changed since, and sections that a person added. */
import { shortId } from "../../domain/ids.ts";
import { MEMORY_TYPES, type Memory, type MemoryType } from "../../domain/memory.ts";
import { type ExportDocument, readExportDocument } from "../export-document.schema.ts";
import {
  DATA_BEGIN,
  DATA_END,
  headingOf,
  INTRODUCTION,
  startsWith,
  unescaped,
  wordingOf,
} from "./write-markdown.ts";

export interface MarkdownDocument {
  readonly document: ExportDocument;
  /** Canonical id of the project that it was exported from; null if unknown. */
  readonly project: string | null;
  /** Memories with another wording than at the export. `content`: null if unchanged; `title`: null if it follows the text. */
  readonly changed: readonly {
    readonly before: Memory;
    readonly title: string | null;
    readonly content: string | null;
  }[];
  readonly added: readonly AddedSection[];
  /** Lines outside the sections, which no memory can contain. */
  readonly loose: readonly string[];
}

export interface AddedSection {
  readonly type: MemoryType;
  /** Null if the section has only a heading, which is its content. */
  readonly title: string | null;
  readonly content: string;
}

type Read<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly at: string };

interface Section {
  readonly type: MemoryType;
  readonly heading: string;
  readonly body: string;
  /** Last digits of the memory's id. Null, or no id of the document, in a section that a person added. */
  readonly id: string | null;
}

const FACTS = /^`([0-9a-f]{8})` · /;

/** Returns the document, or where it is invalid. */
export function readMarkdown(text: string): Read<MarkdownDocument> {
  const lines = text.replace(/^\ufeff/, "").split(/\r\n?|\n/);
  const begin = lines.lastIndexOf(DATA_BEGIN);
  const data = begin < 0 ? null : readData(lines, begin + 1);
  if (data === null) return { ok: false, at: `the comment ${DATA_BEGIN} is missing` };
  if (!data.ok) return data;
  const { document, project } = data.value;
  const memories = new Map(document.memories.map((memory) => [shortId(memory.id), memory]));
  const { sections, loose } = sectionsIn(lines.slice(0, begin));
  const after = lines
    .slice(lines.indexOf(DATA_END, begin) + 1)
    .filter((line) => line.trim() !== "");
  return {
    ok: true,
    value: {
      document,
      project,
      changed: sections.flatMap((section) => changeIn(section, memories.get(section.id ?? ""))),
      added: sections.filter(({ id }) => !memories.has(id ?? "")).map(addedSection),
      loose: [...loose, ...after],
    },
  };
}

function readData(
  lines: readonly string[],
  from: number,
): Read<{ readonly document: ExportDocument; readonly project: string | null }> {
  const to = lines.indexOf(DATA_END, from);
  if (to < 0) return { ok: false, at: `line ${from}: the comment does not end` };
  const values: unknown[] = [];
  for (let at = from; at < to; at++) {
    try {
      values.push(JSON.parse(lines[at] ?? ""));
    } catch {
      return { ok: false, at: `line ${at + 1}: not JSON` };
    }
  }
  const [head, ...rest] = values as Readonly<Record<string, unknown>>[];
  const document = readExportDocument({
    version: head?.["version"],
    memories: rest.filter((value) => value?.["fromId"] === undefined),
    edges: rest.filter((value) => value?.["fromId"] !== undefined),
  });
  if (!document.ok) return document;
  const project = head?.["project"];
  return {
    ok: true,
    value: { document: document.value, project: typeof project === "string" ? project : null },
  };
}

/**
 * Splits the document: `## Type` begins a group and `### Title` a memory. Other headings are part of the text, and so is a
 * shell comment in an example.
 */
function sectionsIn(lines: readonly string[]): {
  readonly sections: readonly Section[];
  readonly loose: readonly string[];
} {
  const sections: Section[] = [];
  const loose: string[] = [];
  let type: MemoryType = "fact";
  let heading: string | null = null;
  let body: string[] = [];
  let id: string | null = null;
  const end = () => {
    if (heading !== null) sections.push({ type, heading, body: body.join("\n").trim(), id });
    [heading, body, id] = [null, [], null];
  };
  for (const line of lines) {
    const group = MEMORY_TYPES.find((name) => line.trimEnd() === `## ${headingOf(name)}`);
    const facts = FACTS.exec(line);
    if (group !== undefined) {
      end();
      type = group;
    } else if (line.startsWith("### ")) {
      end();
      heading = unescaped(line.slice(4)).trim();
    } else if (heading === null) {
      if (!isFurniture(line)) loose.push(line);
    } else if (facts !== null) id = facts[1] ?? null;
    else body.push(unescaped(line));
  }
  end();
  return { sections, loose };
}

/** Whether `writeMarkdown` writes such a line outside the sections. */
function isFurniture(line: string): boolean {
  return line.trim() === "" || line.startsWith("# Memories of ") || line === INTRODUCTION;
}

function changeIn(section: Section, before: Memory | undefined): MarkdownDocument["changed"] {
  if (before === undefined) return [];
  const { heading, body } = wordingOf(before);
  const isRetitled = section.heading !== heading;
  const content = section.body === body ? null : section.body || section.heading;
  if (!isRetitled && content === null) return [];
  // The heading is the text, to which a body was added or not.
  if (body === "") {
    const parts = section.body === "" ? [section.heading] : [section.heading, section.body];
    return [{ before, title: null, content: parts.join("\n\n") }];
  }
  // A title that was the start of the text follows the text.
  const followsText = !isRetitled && startsWith(body, heading);
  return [{ before, title: followsText ? null : section.heading, content }];
}

function addedSection({ type, heading, body }: Section): AddedSection {
  return body === ""
    ? { type, title: null, content: heading }
    : { type, title: heading, content: body };
}
