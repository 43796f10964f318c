/**
 * The library's English sentences as codes and values. A memory or a message contains the sentence itself; `readSentence` finds
 * its code and values again, so that the panel can say it in another language. One table both writes and reads, so neither can
 * differ from the other.
 */
import { literalPattern } from "../text/text.ts";
import { LEARNED } from "./learned.ts";
import { REASONS } from "./reasons.ts";

/** `{name}` stands for a value. Reading takes the first match, so a sentence is listed before a more general one. */
const SENTENCES = { ...LEARNED, ...REASONS } as const;

type Sentences = typeof SENTENCES;
export type SentenceCode = keyof Sentences;

type ValueNames<Text> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | ValueNames<Rest>
  : never;
type Values<Code extends SentenceCode> = Readonly<
  Record<ValueNames<Sentences[Code]>, string | number>
>;

export interface Sentence {
  readonly code: SentenceCode;
  readonly values: Readonly<Record<string, string>>;
}

export function sentenceOf<Code extends SentenceCode>(code: Code, values: Values<Code>): string {
  const found: Readonly<Record<string, string | number>> = values;
  return SENTENCES[code].replace(SLOT, (_, name: string) => String(found[name]));
}

/** Returns the code and the values of a text that `sentenceOf` returned; null for any other text. */
export function readSentence(text: string): Sentence | null {
  patterns ??= Object.entries(SENTENCES).map(([code, template]) => patternOf(code, template));
  for (const { code, names, pattern } of patterns) {
    const [whole, ...values] = pattern.exec(text) ?? [];
    if (whole === undefined) continue;
    return {
      code,
      values: Object.fromEntries(names.map((name, i) => [name, values[i] ?? ""])),
    };
  }
  return null;
}

const SLOT = /\{(\w+)\}/g;

interface Pattern {
  readonly code: SentenceCode;
  readonly names: readonly string[];
  readonly pattern: RegExp;
}

let patterns: readonly Pattern[] | undefined;

function patternOf(code: string, template: string): Pattern {
  const names = [...template.matchAll(SLOT)].map(([, name = ""]) => name);
  const source = template
    .split(/\{\w+\}/)
    .map(literalPattern)
    .join("(.*?)");
  return { code: code as SentenceCode, names, pattern: new RegExp(`^${source}$`, "s") };
}
