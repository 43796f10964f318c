/**
 * Neutralises foreign text: removes or breaks what a host, a model or a terminal could take for its own, such as invisible
 * characters, tags of conversations and tools, and marks of turns. Visible marks are altered instead of removed, because
 * removing them could join the surrounding text into a new mark. Every function is linear in its text.
 */
import { INJECTED_TAG } from "./injected-text.ts";

/** Applies all steps. Line breaks and tabs stay. */
export function neutral(text: string): string {
  return withoutTurns(withoutTags(withoutInvisible(text)));
}

/**
 * Invisible to people but read by models: zero-width characters, direction marks, fillers, variation selectors except the
 * emoji one, tag characters, interlinear annotations.
 */
const INVISIBLE = new RegExp(
  [
    ..."\\u00ad \\u034f \\u061c [\\u115f\\u1160] [\\u17b4\\u17b5] [\\u180b-\\u180f] [\\u200b-\\u200f] [\\u202a-\\u202e]".split(
      " ",
    ),
    ..."[\\u2060-\\u206f] \\u3164 [\\ufe00-\\ufe0e] \\ufeff \\uffa0 [\\ufff0-\\ufffb]".split(" "),
    ..."[\\u{1bca0}-\\u{1bca3}] [\\u{1d173}-\\u{1d17a}] [\\u{e0000}-\\u{e0fff}]".split(" "),
  ].join("|"),
  "gu",
);
/** Terminal escapes for colours, cursor and titles, including their end if they have one. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
const ESCAPES = /(?:\u001b\[|\u009b)[0-?]{0,64}[ -/]{0,16}[@-~]?|\u001b[PX\]^_]?/g;
/** Other control characters except blanks and line ends. */
const CONTROLS = /(?![\t\n\v\f\r\u0085])\p{Cc}/gu;

function withoutInvisible(text: string): string {
  return text.replace(INVISIBLE, "").replace(ESCAPES, " ").replace(CONTROLS, " ");
}

/** Words in the names of such tags: `system-reminder`, `antml:invoke`, `tool_result`, `<<SYS>>`. */
const WORDS =
  "system|sys|assistant|user|human|developer|tools?|functions?|invoke|parameters?|reminders?|instructions?|thinking|think|antml|prompts?|inst";
const NAME = new RegExp(`${INJECTED_TAG}|(?<![a-z0-9])(?:${WORDS})(?![a-z0-9])`, "gi");
const LONGEST_NAME = 60;

/** Matches `<|im_start|>` and similar tokens, also with full-width signs. */
const SPECIAL = /[<＜](?=[|｜][^\s<>|｜＜＞]{1,60}[|｜][>＞])/g;
/** `[INST]`, `[/TOOL_RESULTS]`. */
const BRACKETED =
  /\[(?=[ \t]{0,4}\/?[ \t]{0,4}(?:INST|SYSTEM(?:_PROMPT)?|ASSISTANT|USER|TOOL_(?:CALLS|RESULTS|CONTENT)|AVAILABLE_TOOLS|IMG|THINK)[ \t]{0,4}\])/g;

function withoutTags(text: string): string {
  let spoilt = "";
  let done = 0;
  for (const { index } of text.matchAll(NAME)) {
    const open = openedBefore(text, index);
    if (open === null || open < done) continue;
    spoilt += `${text.slice(done, open)}‹`;
    done = open + 1;
  }
  return (spoilt + text.slice(done)).replace(SPECIAL, "‹").replace(BRACKETED, "⟦");
}

/** Returns the position of the `<` of the tag whose name contains `index`: `<name`, `</name`, `< / a-name`. */
function openedBefore(text: string, index: number): number | null {
  let at = index - 1;
  while (at >= 0 && index - at <= LONGEST_NAME && /[\w:.-]/.test(text[at] ?? "")) at--;
  at = beforeBlanks(text, at);
  if (text[at] === "/") at = beforeBlanks(text, at - 1);
  return /[<＜]/.test(text[at] ?? "") ? at : null;
}

/** Returns the last position up to `at` that is neither a blank nor a control character; -1 if none. */
function beforeBlanks(text: string, at: number): number {
  let place = at;
  while (place >= 0 && /[\s\p{Cc}]/u.test(text[place] ?? "")) place--;
  return place;
}

/** Matches the beginning of a conversation turn, at the start of a line or where `quoteLine` joined two. */
const TURN =
  /((?:^|[\n\v\f\r\u0085\u2028\u2029]|\/ )[ \t>*#_-]{0,12}(?:Human|HUMAN|Assistant|ASSISTANT|System|SYSTEM|User|USER|Developer|DEVELOPER|Tool|TOOL|Instruction|Response)[ \t*_]{0,4}):/g;

function withoutTurns(text: string): string {
  return text.replace(TURN, "$1꞉");
}
