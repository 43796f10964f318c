/** Splits the votes of an answer by part, so that each part can be removed (../parts.ts). */
import type { Vote } from "../../packages/memory/src/recall/prefetch/prefetched.ts";
import type { CodeEvidence } from "../../packages/memory/src/recall/prefetch/search-code.ts";
import { PREFETCH } from "../../packages/memory/src/recall/prefetch/tuning.ts";
import type { Choice } from "../conditional-logit.ts";

export const PARTS = [
  "named",
  "name is a word",
  "path words",
  "similar commits",
  "newest commits",
  "messages",
  "definition",
  "meaning",
  "code: words",
  "code: title",
  "code: stretch",
  "code: names",
] as const;
type Part = (typeof PARTS)[number];

const OF_REASONS: readonly (readonly [RegExp, Part])[] = [
  [/^named by the task/, "named"],
  [/^the task contains its name/, "name is a word"],
  [/^its path contains/, "path words"],
  [/^changed for a similar task/, "similar commits"],
  [/^changed recently/, "newest commits"],
  [/^earlier changes to it mention/, "messages"],
  [/^defines /, "definition"],
  [/^its code is about the same/, "meaning"],
];

/** Returns the candidates with any vote and the wanted candidates, each with its votes by part. */
export function choiceOf(
  votes: readonly Vote[],
  code: ReadonlyMap<string, CodeEvidence> | null,
  wanted: readonly string[],
): Choice {
  const { codeWords, codeTitle, codeStretch, codeNames } = PREFETCH;
  const files = new Map<string, number[]>();
  const add = (path: string, part: Part, value: number) => {
    const row = files.get(path) ?? new Array<number>(PARTS.length).fill(0);
    files.set(path, row);
    row[PARTS.indexOf(part)] = (row[PARTS.indexOf(part)] ?? 0) + value;
  };
  for (const { path, value, why } of votes) {
    const part = OF_REASONS.find(([reason]) => reason.test(why))?.[1];
    if (part !== undefined) add(path, part, value);
  }
  for (const [path, { words, title, stretch, names }] of code ?? []) {
    add(path, "code: words", codeWords.value * words);
    add(path, "code: title", codeTitle.value * title);
    add(path, "code: stretch", codeStretch.value * stretch);
    add(path, "code: names", codeNames.value * names);
  }
  for (const path of wanted) add(path, "named", 0);
  const paths = [...files.keys()];
  return { rows: [...files.values()], wanted: wanted.map((path) => paths.indexOf(path)) };
}
