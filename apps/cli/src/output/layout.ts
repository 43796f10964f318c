/** Text on a terminal: wrapping, columns, plurals. Widths are in characters without colour codes. */

import { stripVTControlCharacters } from "node:util";
import { grouped, neutral } from "@tacit-memory/memory";

/** Wraps a text into lines of at most `width`. Longer words are cut. Line breaks count as blanks. */
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

const DETAILS_WIDTH = 100;

/**
 * Wraps each line of a command's details, for its help and docs/cli.md. A line of a list continues under its text; an indented
 * line belongs to a table and stays.
 */
export function wrapDetails(text: string): string {
  return text
    .split("\n")
    .flatMap((line) => {
      if (line === "" || /^\s/.test(line)) return [line];
      const [mark = ""] = /^- /.exec(line) ?? [];
      const [first = "", ...rest] = wrap(line.slice(mark.length), DETAILS_WIDTH - mark.length);
      return [mark + first, ...rest.map((next) => " ".repeat(mark.length) + next)];
    })
    .join("\n");
}

function pieces(word: string, width: number): string[] {
  const parts: string[] = [];
  for (let at = 0; at < word.length; at += width) parts.push(word.slice(at, at + width));
  return parts;
}

/** Returns at most `limit` lines; the last one indicates that more follow. */
export function clipLines(lines: readonly string[], limit: number): string[] {
  if (lines.length <= limit) return [...lines];
  const last = lines[limit - 1] ?? "";
  return [...lines.slice(0, limit - 1), `${last.replace(/\W*\s*\S*$/, "")} …`];
}

/** Returns a one-line cell that ends in … if it was cut. */
export function clipped(text: string, width: number): string {
  return cutTo(printable(text).replace(/\s+/g, " "), width);
}

/** Returns at most `width` UTF-16 units of a line; it ends in … if it was cut. Half of a character becomes U+FFFD. */
export function cutTo(line: string, width: number): string {
  if (line.length <= width) return line;
  const beginning = line.slice(0, Math.max(0, width - 1)).toWellFormed();
  return `${beginning.trimEnd()}…`;
}

/** Pads columns to their widest cell with two blanks in between; the last column is not padded. */
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

/** Removes everything from other people's text that a terminal, or an agent reading this output, could obey. */
export function printable(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return neutral(stripVTControlCharacters(text).replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, ""));
}
