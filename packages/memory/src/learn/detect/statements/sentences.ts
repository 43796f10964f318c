/** Prose cut into sentences, without code blocks, quotes, tables and lists of files. */

import { identifiers } from "../../../domain/text/text.ts";

const MAX_SENTENCE = 400;
/** Not the stars of a glob and not the underscores of a name: `src/**`, `mcp__server__tool`, `__init__` as code. */
const EMPHASIS = /(?<!\/)\*\*(?!\/)|(?<![\w`(])__|__(?![\w`(*])/g;

/** Sentences of 8 to 400 characters; markdown emphasis, bullets and headings' marks removed. */
export function sentences(text: string): string[] {
  const prose = text
    .replace(/```[\s\S]*?(```|$)/g, "\n")
    .replace(/^(\s*>.*|\s*\|.*|\s*#.*)$/gm, "\n")
    .replace(EMPHASIS, "")
    .replace(/^\s*(?:[-*•]|\d+[.)])\s+/gm, "\n");
  return prose
    .split(/\n+|(?<=[.!?])\s+(?=[A-Z"'`(¿¡\p{Lu}])/u)
    .map((line) => line.replace(/\s+/g, " ").trim())
    .filter((item) => item.length >= 8 && item.length <= MAX_SENTENCE);
}

/** The sentence as a statement: capital first, one full stop at the end, no leading filler. */
export function asStatement(sentence: string): string {
  const bare = sentence
    .replace(
      /^(ah|oh|ok(ay)?|so|well|hmm+|yes|right|also|and|but|please|now|actually|wait|perfect|great)[,!.:]?\s+/i,
      "",
    )
    .replace(/[\s:;,.]+$/, "");
  const [first = ""] = bare.split(/\s/, 1);
  // A name of the code is another name with a capital.
  const isName = identifiers(first).length > 0;
  const stated = isName ? bare : bare.charAt(0).toUpperCase() + bare.slice(1);
  return /[.!?]$/.test(stated) ? stated : `${stated}.`;
}
