/**
 * Turns the messages of a session into passages for search. Each prompt is a passage; short remarks of an agent in one turn
 * are joined until they can be understood; a long text is split at a heading, a paragraph or a line end. Tool output,
 * compaction summaries and texts that programs write in the user's name are left out. Each passage contains the question it
 * answers, so that "because the hook consumes it" is also found by the words of that question.
 */
import { clip, withShortCode } from "../domain/text/text.ts";

export interface Utterance {
  readonly seq: number;
  /** The event's key, unique in its session. */
  readonly key: string;
  readonly by: "user" | "agent";
  readonly text: string;
  readonly branch: string | null;
  readonly atMs: number;
  readonly isTainted: boolean;
}

export interface PassageDraft {
  readonly seq: number;
  /** Unique in its session and stable when the passages are drafted again. */
  readonly key: string;
  readonly speaker: "user" | "agent";
  readonly context: string;
  readonly content: string;
  readonly branch: string | null;
  readonly atMs: number;
  readonly isTainted: boolean;
}

/**
 * Characters. Remarks are joined up to `JOINED`, and texts longer than `LONG` are split. Shorter passages answered fewer
 * questions.
 */
const JOINED = 1200;
const LONG = 2000;
const QUESTION = 240;
const HEADING = 120;
/** Characters stored of a code block: the code itself is in the repository. */
const CODE = 400;
/** Characters. Longer texts are pasted documents, of which only this much is indexed. */
const MAX_TEXT = 40_000;

/** Returns passages in order. `utterances` must begin with a turn, so that joining never depends on earlier messages. */
export function passagesOf(utterances: readonly Utterance[]): PassageDraft[] {
  const drafts: PassageDraft[] = [];
  let question = "";
  for (const turn of turnsOf(utterances)) {
    if (turn.by === "agent") {
      drafts.push(...ofAgent(turn.utterances, question));
      continue;
    }
    const [prompt] = turn.utterances;
    // After "yes", "continue" or "commit", what follows still answers the previous question.
    if (prompt === undefined || !saysSomething(prompt.text)) continue;
    question = clip(prompt.text.replace(/\s+/g, " "), QUESTION);
    if (!isBareQuestion(prompt.text)) drafts.push(...sections(prompt, prompt.text, ""));
  }
  return drafts;
}

interface Turn {
  readonly by: Utterance["by"];
  readonly utterances: Utterance[];
}

/** Groups each prompt alone and an agent's messages between two prompts together; empty ones are left out. */
function turnsOf(utterances: readonly Utterance[]): Turn[] {
  const turns: Turn[] = [];
  for (const utterance of utterances) {
    const text = withShortCode(utterance.text.slice(0, MAX_TEXT), CODE).trim();
    if (text === "") continue;
    const last = turns.at(-1);
    if (utterance.by === "agent" && last?.by === "agent")
      last.utterances.push({ ...utterance, text });
    else turns.push({ by: utterance.by, utterances: [{ ...utterance, text }] });
  }
  return turns;
}

/** Joins short remarks and splits long ones. */
function ofAgent(utterances: readonly Utterance[], question: string): PassageDraft[] {
  const drafts: PassageDraft[] = [];
  let joined: Utterance[] = [];
  const flush = () => {
    const [first] = joined;
    const text = joined.map((utterance) => utterance.text).join("\n\n");
    if (first !== undefined) drafts.push(draft(first, 0, text, question, joined));
    joined = [];
  };
  for (const utterance of utterances) {
    const length = joined.reduce((sum, item) => sum + item.text.length, 0);
    if (length > 0 && length + utterance.text.length > JOINED) flush();
    if (utterance.text.length <= JOINED) joined.push(utterance);
    else drafts.push(...sections(utterance, utterance.text, question));
  }
  flush();
  return drafts;
}

/** Returns a passage for each section of a text. */
function sections(utterance: Utterance, text: string, question: string): PassageDraft[] {
  return split(text).map((part, i) => {
    const context = [question, part.heading].filter((line) => line !== "").join("\n");
    return draft(utterance, i, part.text, context);
  });
}

function draft(
  utterance: Utterance,
  part: number,
  content: string,
  context: string,
  joined: readonly Utterance[] = [],
): PassageDraft {
  const { seq, key, by, branch, atMs } = utterance;
  const isTainted = utterance.isTainted || joined.some((item) => item.isTainted);
  return { seq, key: `${key}/${part}`, speaker: by, context, content, branch, atMs, isTainted };
}

/** Returns whether a text is more than an assent or a command to continue. */
export function saysSomething(text: string): boolean {
  return text.length >= 12 && (text.match(/[\p{L}\p{N}]+/gu) ?? []).length >= 3;
}

/** Returns whether a text is only a question, which states nothing and is found together with its answer. */
function isBareQuestion(text: string): boolean {
  return text.length <= QUESTION && /[?？]\s*$/u.test(text) && !/[.!]\s/.test(text);
}

interface Part {
  readonly heading: string;
  readonly text: string;
}

const HEADING_LINE = /^(?:#{1,6}\s+\S|\*\*[^*]{2,80}\*\*:?\s*$)/;

/** Splits a text into sections by heading, each packed from whole paragraphs up to `LONG` characters. */
function split(text: string): Part[] {
  if (text.length <= LONG) return [{ heading: "", text }];
  const parts: Part[] = [];
  let heading = "";
  let pack: string[] = [];
  let length = 0;
  const flush = () => {
    const content = pack.join("\n").trim();
    if (content !== "") parts.push({ heading, text: content });
    pack = [];
    length = 0;
  };
  for (const line of piecesOf(text)) {
    const isHeading = HEADING_LINE.test(line);
    // A short section shares its passage with the next one.
    if ((isHeading && length > JOINED / 2) || length + line.length > LONG) flush();
    if (isHeading) heading = clip(line.replace(/[#*]+/g, "").trim(), HEADING);
    pack.push(line);
    length += line.length + 1;
  }
  flush();
  return parts;
}

/** Returns lines of at most `LONG` characters. */
function piecesOf(text: string): string[] {
  return text.split("\n").flatMap((line) => {
    if (line.length <= LONG) return [line];
    const pieces: string[] = [];
    for (let at = 0; at < line.length; at += LONG) pieces.push(line.slice(at, at + LONG));
    return pieces;
  });
}
