/**
 * Finds what a person marked as not to be remembered: `<private>...</private>`, in any case, nested or not. An unclosed
 * span reaches to the end: removing too much is the safer mistake.
 */
import type { Report } from "./finding.ts";

/** Tag of a private span. Between backticks it is only the tag's name, as in documentation. */
const TAG = /(?<!`(?=<private>`))<(\/?)private\s{0,8}>/gi;

/** Reports each outermost span once, in order. */
export function findPrivateSpans(text: string, report: Report): void {
  let depth = 0;
  let start = 0;
  for (const tag of tagsOf(text)) {
    if (!tag.isClosing) {
      if (depth === 0) start = tag.start;
      depth++;
    } else if (depth > 0) {
      depth--;
      if (depth === 0) report("private", start, tag.end);
    }
  }
  if (depth > 0) report("private", start, text.length);
}

interface Tag {
  readonly isClosing: boolean;
  readonly start: number;
  readonly end: number;
}

/** Returns the tags without type arguments: `Local<Private>` has no closing tag, and must not remove the rest of the file. */
function tagsOf(text: string): Tag[] {
  const tags = [...text.matchAll(TAG)].map((match) => ({
    isClosing: match[1] !== "",
    start: match.index,
    end: match.index + match[0].length,
  }));
  const lastClosing = tags.findLast((tag) => tag.isClosing)?.start ?? -1;
  return tags.filter(({ start }) => start <= lastClosing || !/[\w:]/.test(text.charAt(start - 1)));
}
