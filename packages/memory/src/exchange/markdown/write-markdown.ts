/**
 * Writes memories as a Markdown document that people read and edit and that `readMarkdown` reads again. Each memory is a section
 * with its title and text. A comment at the end contains all fields, one memory per line. The text does not depend on the current
 * time, so a document changes only when a memory does.
 */
import { shortId } from "../../domain/ids.ts";
import { isValidAt, type Memory } from "../../domain/memory.ts";
import { oneLine } from "../../domain/text/text.ts";
import type { Export } from "../transfer.ts";

/** First line of the comment with all fields. */
export const DATA_BEGIN = "<!-- tacit:data";
export const DATA_END = "-->";

/**
 * Parts of a text that are written with a backslash in front: a line that would be read as structure, and the beginning of a comment,
 * which would hide the rest of the document where it is displayed.
 */
const ESCAPED = /^\\*(?=#{2,3} |`[0-9a-f]{8}` · )|(?<!\\)\\*(?=<!--)/g;

/** Maximum characters of a text that is written as a heading. */
const MAX_HEADING = 120;

export const INTRODUCTION =
  "Exported by Tacit. You can change titles and texts and add sections; `tacit import export FILE --edits` reads them again.";

/** Writes the memories in the order of `groups`: the type of each group and its memories. */
export function writeMarkdown(
  document: Export,
  name: string,
  groups: readonly (readonly [type: string, memories: readonly Memory[]])[],
): string {
  const lines = [`# Memories of ${oneLine(name)}`, "", INTRODUCTION, ""];
  for (const [type, memories] of groups) {
    lines.push(`## ${headingOf(type)}`, "");
    for (const memory of memories) lines.push(...sectionOf(memory), "");
  }
  const memories = groups.flatMap(([, group]) => group);
  const ids = new Set(memories.map(({ id }) => id));
  const edges = document.edges.filter(({ fromId, toId }) => ids.has(fromId) && ids.has(toId));
  const { version, project } = document;
  const data = [{ version, project }, ...memories, ...edges].map(asLine);
  return `${[...lines, DATA_BEGIN, ...data, DATA_END].join("\n")}\n`;
}

/** Returns the memories that a document shows: valid now, and not the note on where a session stopped. */
export function currentMemories({ memories }: Pick<Export, "memories">, nowMs: number): Memory[] {
  return memories.filter(
    (memory) =>
      memory.state === "active" &&
      memory.supersededBy === null &&
      memory.type !== "handoff" &&
      isValidAt(memory, nowMs),
  );
}

/** "workflow_recipe" becomes "Workflow recipe". */
export function headingOf(type: string): string {
  return `${type[0]?.toUpperCase()}${type.slice(1).replaceAll("_", " ")}`;
}

/** The heading and the text of a memory, as written. A short text that begins with its title is the heading, without a body. */
export function wordingOf({ title, content }: Pick<Memory, "title" | "content">): {
  readonly heading: string;
  readonly body: string;
} {
  const body = content.replace(/\r\n?/g, "\n").trim();
  const heading = oneLine(title) || oneLine(body).slice(0, MAX_HEADING);
  const isShort = body.length <= MAX_HEADING && body === oneLine(body);
  return isShort && startsWith(body, heading) ? { heading: body, body: "" } : { heading, body };
}

/** Returns whether a title is the start of a text, cut off or not. */
export function startsWith(text: string, title: string): boolean {
  return text.startsWith(title.replace(/…$/, ""));
}

/** Removes the backslashes that `escaped` added. */
export function unescaped(line: string): string {
  return line.replace(ESCAPED, (backslashes) => backslashes.slice(1));
}

function sectionOf(memory: Memory): string[] {
  const { heading, body } = wordingOf(memory);
  const facts = [
    `\`${shortId(memory.id)}\``,
    memory.standing,
    `confirmed ${new Date(memory.confirmedAtMs).toISOString().slice(0, 10)}`,
    ...(memory.files.length === 0 ? [] : [memory.files.map((file) => `\`${file}\``).join(", ")]),
  ];
  const text = body === "" ? [] : [...body.split("\n").map(escaped), ""];
  return [`### ${escaped(heading)}`, "", ...text, oneLine(facts.join(" · "))];
}

function escaped(line: string): string {
  return line.replace(ESCAPED, (backslashes) => `\\${backslashes}`);
}

/** Without ">", so that no text can end the comment. */
function asLine(value: object): string {
  return JSON.stringify(value).replaceAll(">", "\\u003e");
}
