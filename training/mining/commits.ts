/** Mines commits for pairs: subject and paths, subject and body, subject and the identifiers of its change. */
import { type Commit, type Diff, readCommits, readDiffs } from "./git.ts";
import { cut, isProse, type Pair, plainText } from "./pair.ts";
import { MINING } from "./tuning.ts";

const BOT =
  /^(?:bump|update dependenc|chore\(deps|build\(deps|merge |release |version |v?\d+\.\d|\[automated|renovate|prepare (?:for )?release|update changelog|\[skip ci)/iu;
const TRAILER =
  /^(?:[A-Z][A-Za-z-]+-by|co-authored-by|change-id|reviewed-on|fixes|closes|refs?|pr|issue|see)\b.*$/gimu;
const SKIPPED_PATH =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|go\.sum|CHANGELOG[^/]*)$/u;

const subjectOf = (subject: string) => subject.replace(/\s*\(?#\d+\)?\s*$/u, "").trim();

export async function* mineCommits(folder: string, source: string): AsyncGenerator<Pair> {
  for await (const commit of readCommits(folder, MINING.commits)) {
    const subject = subjectOf(commit.subject);
    if (BOT.test(subject) || !isProse(subject, 3)) continue;
    yield* pathsOf(commit, subject, source);
    const body = bodyOf(commit.body);
    if (isProse(body, 6)) yield { k: "subject_body", r: source, a: subject, b: cut(body, 700) };
  }
}

function* pathsOf(commit: Commit, subject: string, source: string): Generator<Pair> {
  const paths = commit.paths.filter((path) => !SKIPPED_PATH.test(path));
  if (paths.length === 0 || paths.length > 15) return;
  yield { k: "commit_paths", r: source, a: subject, b: paths.join(" ") };
}

function bodyOf(body: string): string {
  return plainText(body.replace(TRAILER, " ").replace(/^[-*]\s+/gmu, ""));
}

const IDENTIFIER = /[A-Za-z_$][A-Za-z0-9_$]{2,}(?:\.[A-Za-z_$][A-Za-z0-9_$]+)*/gu;
const KEYWORDS = new Set(
  "the and for var let const function return import from export default class public private static void int string bool true false null none self this new def elif else async await type interface struct func package use pub impl match with not".split(
    " ",
  ),
);

const MAX_NAMES = 60;
const MIN_NAMES = 5;

export async function* mineDiffs(folder: string, source: string): AsyncGenerator<Pair> {
  for await (const diff of readDiffs(folder, MINING.diffs)) {
    const subject = subjectOf(diff.subject);
    if (BOT.test(subject) || !isProse(subject, 3) || diff.paths.length > 20) continue;
    const names = namesIn(diff);
    if (names.size < MIN_NAMES) continue;
    yield { k: "commit_identifiers", r: source, a: subject, b: cut([...names].join(" "), 700) };
  }
}

/** Returns names from the first files and from the changed lines, up to a limit. */
function namesIn({ paths, lines }: Diff): Set<string> {
  const names = new Set(paths.slice(0, 6).map((path) => path.split("/").pop() ?? path));
  for (const line of lines) {
    const own = line.match(IDENTIFIER) ?? [];
    for (const name of own) if (name.length <= 40 && !KEYWORDS.has(name)) names.add(name);
    if (names.size > MAX_NAMES) break;
  }
  return names;
}
