/**
 * A pointer: one line with the id and the title of a memory or a passage of a past session, which the agent can read with the
 * `get` tool. Costs at most `MAX_POINTER_TOKENS`. Pure.
 */
import { titleOf, USER_RULE_TAG } from "../../domain/draft.ts";
import { type MemoryId, shortId } from "../../domain/ids.ts";
import type { Memory } from "../../domain/memory.ts";
import { type Passage, shortPassageId } from "../../domain/session/passage.ts";
import { quoteLine } from "../../domain/text/quote.ts";
import { cutShort } from "../../domain/text/shortened.ts";
import { countDense } from "../../domain/text/text.ts";
import { passageGist } from "./passage-gist.ts";
import { estimateTokens } from "./tokens.ts";

export interface Pointer {
  /** A memory's id, or `ses:…` of a passage. */
  readonly id: MemoryId | string;
  /** The id as shown: `mem:1a2b3c4d`, `ses:9f2c01d4`. */
  readonly shownId: string;
  readonly title: string;
  /** The memory's standing when the pointer was shown, which may change; "" for a passage. */
  readonly pointedAs: string;
}

/** Maximum tokens of a pointer: 25 (issue 26). */
export const MAX_POINTER_TOKENS = 25;
/** The same for Chinese, Japanese and Korean: half of 25 is the mark, which leaves ten characters. */
const MAX_DENSE_POINTER_TOKENS = 40;

/** Maximum words of a shortened line; its characters are the actual limit. */
const MAX_WORDS = 20;

export function memoryPointer({
  id,
  title,
  standing,
  tags,
}: Pick<Memory, "id" | "title" | "standing" | "tags">): Pointer {
  const hypothesis = tags.includes(USER_RULE_TAG) ? "user said: " : "unconfirmed: ";
  const mark = standing === "hypothesis" ? hypothesis : "";
  const shown = `${mark}${titleOf(title)}`;
  return { id, shownId: `mem:${shortId(id)}`, title: shown, pointedAs: standing };
}

/** Builds a pointer with when a passage was said and its topic. */
export function passagePointer({
  id,
  atMs,
  context,
  content,
}: Pick<Passage, "id" | "atMs" | "context" | "content">): Pointer {
  const day = new Date(atMs).toISOString().slice(0, 10);
  const title = `${day}: ${titleOf(passageGist(context, content))}`;
  return { id, shownId: shortPassageId(id), title, pointedAs: "" };
}

export function pointerLine({ shownId, title }: Pointer): string {
  const line = (text: string) => `- [${shownId}] ${quoteLine(text)}`;
  const whole = line(title);
  const maxTokens = countDense(title) >= 4 ? MAX_DENSE_POINTER_TOKENS : MAX_POINTER_TOKENS;
  if (estimateTokens(whole) <= maxTokens) return whole;
  // As many characters as the token estimate allows, including scripts that cost more per character.
  let length = title.length;
  const cut = () => cutShort(title, { words: MAX_WORDS, chars: length });
  while (length > 8 && estimateTokens(line(cut())) > maxTokens) length -= 4;
  return line(cut());
}
