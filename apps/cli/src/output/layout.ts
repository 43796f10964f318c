/** Text on a terminal: wrapping, columns, plurals. Widths are in characters without colour codes. */

import { stripVTControlCharacters } from "node:util";
import { grouped, neutral } from "@tacit-memory/memory";

/** Lines of at most `width`; words longer than that are cut. Line breaks of the text count as blanks. */
export function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(/\s+/).filter((item) => item !== "")) {
    for (const part of pieces(word, width)) {
      if (line === "") line = part;
      else if (line.length + 1 + part.length <= width) line += ` ${part}`;
      else {
        lines.push(line);
        line = part;
      }
    }
  }
  return line === "" ? lines : [...lines, line];
}

function pieces(word: string, width: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < word.length; at += width) parts.push(word.slice(at, at + width));
  return parts;
}

/** At most `most` lines, the last one saying that there is more. */
export function clipLines(lines: readonly string[], most: number): string[] {
  if (lines.length <= most) return [...lines];
  const last = lines[most - 1] ?? "";
  return [...lines.slice(0, most - 1), `${last.replace(/\W*\s*\S*$/, "")} …`];
}

/** A cell of one line, ending in … where it was cut. */
export function clipped(text: string, width: number): string {
  const line = printable(text).replace(/\s+/g, " ");
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1)).trimEnd()}…`;
}

/** Columns padded to their widest cell, two blanks between; the last one is left as it is. */
export function columns(rows: readonly (readonly string[])[]): string[] {
  const widths: number[] = [];
  for (const row of rows) {
    row.forEach((cell, i) => {
      widths[i] = Math.max(widths[i] ?? 0, visible(cell));
    });
  }
  return rows.map((row) =>
    row
      .map((cell, i) => (i === row.length - 1 ? cell : padded(cell, widths[i] ?? 0)))
      .join("  ")
      .trimEnd(),
  );
}

export function padded(cell: string, width: number): string {
  return cell + " ".repeat(Math.max(0, width - visible(cell)));
}

function visible(cell: string): number {
  return stripVTControlCharacters(cell).length;
}

export function plural(count: number, item: string, many = `${item}s`): string {
  return `${grouped(count)} ${count === 1 ? item : many}`;
}

export function megabytes(bytes: number): string {
  return bytes < 1e6
    ? `${Math.max(1, Math.round(bytes / 1e3))} kB`
    : `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Other people's text without what a terminal, or an agent that reads this output, could obey. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return neutral(stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ""));
}
