/**
 * Reads the marked lines with which an agent records a note in its reply: `tacit: …`, `tacit 2: …` for a note that replaces
 * note 2, and `tacit drop 2`. In place of a number, `tacit 1a2b3c4d: …` names a memory of an earlier session. List marks, bold
 * and backticks around them are allowed. Lines in code blocks and quotations are not notes. A note that the agent wrapped
 * continues on the next lines.
 */

export type NoteLine =
  | {
      readonly kind: "record";
      readonly text: string;
      /** Number of the note that it replaces. */
      readonly replaces: number | null;
      /** Short id of the memory that it replaces. */
      readonly outdated: string | null;
    }
  | { readonly kind: "drop"; readonly number: number }
  | { readonly kind: "drop_memory"; readonly outdated: string };

export interface NoteLines {
  readonly notes: readonly NoteLine[];
  /** The text without these lines. */
  readonly rest: string;
}

const LINE =
  /^[ \t]{0,8}(?:[-*•+][ \t]{1,4}|\d{1,2}[.)][ \t]{1,4})?([*_`]{0,3})tacit(?:[ \t]{1,4}(drop))?(?:[ \t]{1,4}(?:#?(\d{1,2})|\[?(?:mem:)?([0-9a-f]{8})\]?))?[*_`]{0,3}(?:[ \t]{0,4}:[*_`]{0,3}(?:[ \t]+(\S.*))?)?[*_`.]{0,4}[ \t]*$/i;
const FENCE = /^[ \t]{0,3}(?:```|~~~)/;
/** Maximum characters of a note of one or two sentences; a longer line is not a note. */
const LONGEST_LINE = 2000;

export function readNoteLines(text: string): NoteLines {
  if (!/tacit/i.test(text)) return { notes: [], rest: text };
  const notes: NoteLine[] = [];
  const rest: string[] = [];
  let isCode = false;
  for (const line of unwrapped(text.split("\n"))) {
    if (FENCE.test(line)) isCode = !isCode;
    const note = isCode ? null : readLine(line.trimEnd());
    if (note === null) rest.push(line);
    else notes.push(note);
  }
  return { notes, rest: notes.length === 0 ? text : rest.join("\n").trimEnd() };
}

/** A marked line that records a note. */
const BEGINS_NOTE =
  /^[^\p{L}\n]{0,12}tacit(?: {1,4}(?:#?\d{1,2}|\[?(?:mem:)?[0-9a-f]{8}\]?))?[*_`]{0,3} {0,4}:/iu;
const ENDS_SENTENCE = /[.!?…。！？][\])"'`*_”’]*$/;
/** Begins in the middle of a sentence. */
const GOES_ON = /^ {0,8}[\p{Ll}\p{N}`(]/u;
const NEW_BLOCK = /^ {0,8}(?:[-*•+#>|]|\d{1,2}[.)] |```|~~~|$)/;
/** A line of this many characters was probably wrapped. */
const WRAPPED_FROM = 60;

/** Joins a note with the lines that continue its sentence. */
function unwrapped(lines: readonly string[]): string[] {
  const joined: string[] = [];
  let isCode = false;
  for (const line of lines) {
    const before = joined.at(-1) ?? "";
    if (FENCE.test(line)) isCode = !isCode;
    if (!isCode && continues(before, line))
      joined[joined.length - 1] = `${before.trimEnd()} ${line.trim()}`;
    else joined.push(line);
  }
  return joined;
}

function continues(note: string, line: string): boolean {
  if (!BEGINS_NOTE.test(note) || NEW_BLOCK.test(line) || BEGINS_NOTE.test(line)) return false;
  if (ENDS_SENTENCE.test(note.trimEnd()) || note.length + line.length > LONGEST_LINE) return false;
  return GOES_ON.test(line) || note.length >= WRAPPED_FROM;
}

function readLine(line: string): NoteLine | null {
  if (line.length > LONGEST_LINE) return null;
  const [found, opened = "", drop, digits, id, body] = LINE.exec(line) ?? [];
  if (found === undefined) return null;
  const number = digits === undefined ? null : Number(digits);
  const outdated = id?.toLowerCase() ?? null;
  if (drop !== undefined) return dropped(number, outdated);
  const text = closed(body?.trim() ?? "", opened);
  return text === "" ? null : { kind: "record", text, replaces: number, outdated };
}

function dropped(number: number | null, outdated: string | null): NoteLine | null {
  if (outdated !== null) return { kind: "drop_memory", outdated };
  return number === null ? null : { kind: "drop", number };
}

/** Removes the closing of a mark that was opened before the line's first word; paired marks belong to the note. */
function closed(text: string, opened: string): string {
  if (opened === "" || !text.endsWith(opened) || text.split(opened).length % 2 === 1) return text;
  return text.slice(0, -opened.length).trimEnd();
}
