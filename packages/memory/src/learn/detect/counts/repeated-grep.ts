/**
 * repeated_grep: the same search repeatedly ended in the same file. Its location is worth storing; a search that led nowhere,
 * or everywhere, is not. What several files define is in all of them, whichever was opened; a search of a single file does
 * not show the others, but the files that the session read may.
 */

import { draft } from "../../../domain/draft.ts";
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip, literalPattern, looksLikeIdentifier } from "../../../domain/text/text.ts";
import { type Detector, perAgent, signalFrom } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const REPEATED_GREP: Detector = {
  type: "repeated_grep",
  isStatistic: false,
  detect: perAgent(detectIn),
};

/** Maximum steps after a search until its answer is opened. */
const ANSWER_WINDOW = 4;
/** Maximum files of one name; a name defined in more files has no location. */
const MAX_PLACES = 3;

interface Searched {
  /** For each answered search, the files that contain it. */
  readonly places: (readonly string[])[];
  readonly opened: Set<string>;
  readonly steps: Step[];
  /** True if the first answer was the single file that was searched: the agent knew the file already, whatever came later. */
  isFileKnown: boolean;
}

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  return [...searchesIn(steps)].flatMap(([pattern, seen]) => {
    const places = withRead(trace, pattern, agreed(seen.places));
    return places.length === 0 ? [] : [toSignal(trace, pattern, seen, places)];
  });
}

/** Counts the searches for each name. */
function searchesIn(steps: readonly Step[]): ReadonlyMap<string, Searched> {
  const searches = new Map<string, Searched>();
  for (const [i, step] of steps.entries()) {
    if (step.query === null || !step.isOk) continue;
    const pattern = plainPattern(step.query);
    if (pattern === null) continue;
    const seen: Searched = searches.get(pattern) ?? {
      places: [],
      opened: new Set<string>(),
      steps: [],
      isFileKnown: true,
    };
    seen.steps.push(step);
    const answer = answerOf(pattern, step, steps.slice(i + 1, i + 1 + ANSWER_WINDOW));
    if (answer !== null) {
      if (seen.places.length === 0) seen.isFileKnown = step.files.includes(answer.opened);
      seen.places.push(answer.places);
      seen.opened.add(answer.opened);
    }
    searches.set(pattern, seen);
  }
  return searches;
}

function toSignal(
  trace: Trace,
  pattern: string,
  seen: Searched,
  places: readonly string[],
): Signal {
  const named = listed(places.map((place) => `\`${place}\``));
  const files = listed([...seen.opened].map((item) => `\`${item}\``));
  const count = seen.steps.length;
  return signalFrom(trace, {
    type: "repeated_grep",
    subject: `search:${pattern}:${places.join(",")}`,
    score: DETECT.repeatedGrepScore,
    minSessions: seen.isFileKnown
      ? DETECT.knownFileGrepMinSessions
      : DETECT.repeatedGrepMinSessions,
    // One search finds it again.
    isCountedOnly: true,
    files: places,
    from: seen.steps,
    isTainted: false,
    // An agent that searches a single file already knew it: two such agents did not find it independently.
    ...(seen.isFileKnown ? { isFromParent: true } : {}),
    evidence: {
      kind: "reobserved",
      detail:
        count === 1
          ? sentenceOf("searched_once", { files })
          : sentenceOf("searched", { count, files }),
    },
    draft: draft({
      type: "module_insight",
      title: clip(`${pattern} is in ${listed(places)}`, 80),
      content: `\`${clip(pattern, 120)}\` is in ${named}: earlier searches for it ended there.`,
      payload: { pattern, paths: places },
      files: places,
      symbols: /^[\w$]+$/.test(pattern) ? [pattern] : [],
      tags: ["where"],
    }),
  });
}

/** Returns the places of one search that include those of all others; empty if they disagree. */
function agreed(all: readonly (readonly string[])[]): readonly string[] {
  const longest = all.reduce((a, b) => (b.length > a.length ? b : a), []);
  return all.every(
    (places) => places.length > 0 && places.every((place) => longest.includes(place)),
  )
    ? longest
    : [];
}

/** Adds files that the session read and that define the name too; empty if there are too many. */
function withRead(trace: Trace, pattern: string, places: readonly string[]): readonly string[] {
  if (places.length === 0) return places;
  const definition = definitionOf(pattern);
  const read = trace.steps.filter(
    ({ tool, isOk, files, output }) =>
      tool === "read" &&
      isOk &&
      files.length === 1 &&
      output.includes(pattern) &&
      output.split("\n").some((line) => isDefining(line, definition)),
  );
  const all = new Set([...places, ...read.flatMap(({ files }) => files)]);
  return all.size > MAX_PLACES ? [] : [...all].sort();
}

function definitionOf(pattern: string): RegExp {
  return new RegExp(
    `\\b(?:function|class|interface|type|enum|struct|trait|def|fn|func|const|let|var)\\s+(?:\\([^)]*\\)\\s*)?${literalPattern(pattern)}\\b`,
  );
}

function isDefining(line: string, definition: RegExp): boolean {
  return definition.test(line) && !/\bimport\b/.test(line);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** Returns a single identifier as written in code; null for anything that is not a name to look up. */
function plainPattern(query: string): string | null {
  const bare = query
    .replace(
      /^\^?(?:export |async |default |public |private |static )*(?:function|class|const|let|interface|type|def|struct|fn|enum)\s+/,
      "",
    )
    .replace(/\\[bs]\+?|\\?\($|[\^$]/g, "")
    .replace(/\\([.()[\]{}])/g, "$1");
  return /^[\w$.-]{5,80}$/.test(bare) && looksLikeIdentifier(bare) && !/\.\w{1,4}$/.test(bare)
    ? bare
    : null;
}

/**
 * Returns the file opened next if the search named it as the only place or showed that it defines the name, with the other
 * files that define it. Null if it is not an answer; empty if there are too many.
 */
function answerOf(
  pattern: string,
  search: Step,
  next: readonly Step[],
): { readonly opened: string; readonly places: readonly string[] } | null {
  const step = next.find(({ tool }) => tool === "read" || tool === "edit");
  const opened = step?.files.find((file) => search.output.includes(file));
  if (opened === undefined) return null;
  const lines = search.output.split("\n");
  const definition = definitionOf(pattern);
  const defining = lines.filter((line) => isDefining(line, definition));
  if (defining.some((line) => line.includes(opened)))
    return { opened, places: placesIn(defining, opened) };
  const isOnly = lines
    .filter((line) => /[\w-]+\.\w{1,5}(?::|$)/.test(line))
    .every((line) => line.includes(opened));
  return isOnly ? { opened, places: [opened] } : null;
}

/**
 * Returns the files at the beginning of the lines, in the form of `opened`; empty if one is elsewhere or there are too many.
 */
function placesIn(lines: readonly string[], opened: string): string[] {
  const paths = lines.flatMap((line) => /^((?:[A-Za-z]:)?[^:\n]+\.\w{1,5}):/.exec(line)?.[1] ?? []);
  const own = paths.filter((path) => path.endsWith(opened)).sort((a, b) => a.length - b.length)[0];
  const before = own?.slice(0, -opened.length) ?? "";
  if (paths.some((path) => !path.startsWith(before))) return [];
  const places = new Set([opened, ...paths.map((path) => path.slice(before.length))]);
  return places.size > MAX_PLACES ? [] : [...places].sort();
}
