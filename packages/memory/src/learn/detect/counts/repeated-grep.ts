/**
 * repeated_grep: the same thing was searched for again and again, and each time the way ended in the same
 * file. Where it lives is worth remembering; a search that led nowhere, or everywhere, is not. What several files
 * define is in all of them, whichever was opened; a search of one file alone does not show the others, but what the session
 * read may.
 */
import { draft } from "../../../domain/draft.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip, looksLikeIdentifier } from "../../../domain/text/text.ts";
import { type Detector, stepsByAgent } from "../detector.ts";
import type { Step, Trace } from "../trace.ts";
import { DETECT } from "../tuning.ts";

export const REPEATED_GREP: Detector = {
  type: "repeated_grep",
  isStatistic: false,
  detect: (trace) => stepsByAgent(trace).flatMap((steps) => detectIn(trace, steps)),
};

/** How many steps after a search its answer is opened, if it is. */
const ANSWER_WINDOW = 4;
/** Of one name; what more define than that is no place. */
const MAX_PLACES = 3;

interface Searched {
  count: number;
  /** Of each search that was answered, the files that have it. */
  readonly places: (readonly string[])[];
  readonly opened: Set<string>;
  readonly seqs: number[];
  last: Step;
  /** The first answer was the one file that was searched: who began there knew it, whatever came later. */
  isTold: boolean;
}

function detectIn(trace: Trace, steps: readonly Step[]): Signal[] {
  const searches = new Map<string, Searched>();
  for (const [i, step] of steps.entries()) {
    if (step.query === null || !step.isOk) continue;
    const pattern = plainPattern(step.query);
    if (pattern === null) continue;
    const seen: Searched = searches.get(pattern) ?? {
      ...{ count: 0, places: [], opened: new Set<string>(), seqs: [], last: step, isTold: true },
    };
    seen.count++;
    seen.last = step;
    seen.seqs.push(step.seq);
    const answer = answerOf(pattern, step, steps.slice(i + 1, i + 1 + ANSWER_WINDOW));
    if (answer !== null) {
      if (seen.places.length === 0) seen.isTold = step.files.includes(answer.opened);
      seen.places.push(answer.places);
      seen.opened.add(answer.opened);
    }
    searches.set(pattern, seen);
  }
  return [...searches].flatMap(([pattern, seen]) => {
    const places = withRead(trace, pattern, agreed(seen.places));
    if (places.length === 0) return [];
    const named = listed(places.map((place) => `\`${place}\``));
    return [
      {
        type: "repeated_grep" as const,
        session: trace.session,
        agentId: seen.last.agentId,
        subject: `search:${pattern}:${places.join(",")}`,
        score: DETECT.repeatedGrepScore,
        minSessions: seen.isTold ? DETECT.toldGrepMinSessions : DETECT.repeatedGrepMinSessions,
        // One search finds it again.
        isCountedOnly: true,
        files: places,
        seqs: seen.seqs,
        isTainted: false,
        survivesFailure: true,
        // An agent that searches one file knew the place already: two such agents did not find it independently.
        ...(seen.isTold ? { isTold: true as const } : {}),
        evidence: [
          {
            kind: "reobserved" as const,
            detail: `searched ${seen.count} time${seen.count === 1 ? "" : "s"}, opened ${listed([...seen.opened].map((item) => `\`${item}\``))}`,
            session: trace.session,
            atMs: seen.last.atMs,
          },
        ],
        draft: draft({
          type: "module_insight",
          title: clip(`${pattern} is in ${listed(places)}`, 80),
          content: `\`${clip(pattern, 120)}\` is in ${named}: earlier searches for it ended there.`,
          payload: { pattern, path: places[0], ...(places.length > 1 ? { paths: places } : {}) },
          files: places,
          symbols: /^[\w$]+$/.test(pattern) ? [pattern] : [],
          tags: ["where"],
        }),
      },
    ];
  });
}

/** The places that one search showed and that all the others are among; none where they lead apart. */
function agreed(all: readonly (readonly string[])[]): readonly string[] {
  const most = all.reduce((a, b) => (b.length > a.length ? b : a), []);
  return all.every((places) => places.length > 0 && places.every((place) => most.includes(place)))
    ? most
    : [];
}

/** With the files that define it as well, as whoever read them saw; none where that makes too many. */
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
    `\\b(?:function|class|interface|type|enum|struct|trait|def|fn|func|const|let|var)\\s+(?:\\([^)]*\\)\\s*)?${literal(pattern)}\\b`,
  );
}

function isDefining(line: string, definition: RegExp): boolean {
  return definition.test(line) && !/\bimport\b/.test(line);
}

function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names.at(-1)}`;
}

/** One identifier, as written in code; null for anything that is not a name somebody looks up. */
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
 * The file opened next, when the search named it as the one place, or showed that the thing is defined there; with the
 * others that the search shows to define it. Null where it is no answer; no places where there are too many.
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

/** The files before the lines, as `opened` is written; none where one lies elsewhere, or there are too many. */
function placesIn(lines: readonly string[], opened: string): string[] {
  const paths = lines.flatMap((line) => /^((?:[A-Za-z]:)?[^:\n]+\.\w{1,5}):/.exec(line)?.[1] ?? []);
  const own = paths.filter((path) => path.endsWith(opened)).sort((a, b) => a.length - b.length)[0];
  const before = own?.slice(0, -opened.length) ?? "";
  if (paths.some((path) => !path.startsWith(before))) return [];
  const places = new Set([opened, ...paths.map((path) => path.slice(before.length))]);
  return places.size > MAX_PLACES ? [] : [...places].sort();
}

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
