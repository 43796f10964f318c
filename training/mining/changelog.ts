/** A change told twice, to users and to those who keep the code: a changelog's entry, and the commits of its number. */
import { BOT, bodyOf } from "./commits.ts";
import { type Commit, readCommits } from "./git.ts";
import { shareOfWords } from "./namesakes.ts";
import { cut, isProse, type Pair, plainText } from "./pair.ts";
import { MINING } from "./tuning.ts";

/** The name of the file of all such pairs. */
export const CHANGELOGS = "changelogs";

const CHANGELOG =
  /(?:^|\/)(?:CHANGELOG|CHANGES|HISTORY|NEWS|RELEASE[-_]?NOTES?)[^/]*\.(?:md|mdx|rst|txt|adoc)$|(?:^|\/)(?:changelogs?|whatsnew|release-notes)\/[^/]+\.(?:md|mdx|rst|txt)$/iu;

export const isChangelog = (path: string): boolean => CHANGELOG.test(path);

const NUMBER = /(?:#|\/(?:pull|issues)\/|:(?:issue|pr|pull|gh):`|GH-)(\d{1,6})\b/gu;
const ENTRY = /^\s*[-*+]\s+/u;

export interface Entry {
  readonly text: string;
  readonly numbers: readonly string[];
}

/** Items of lists that name one or a few changes by their numbers. */
export function* entriesIn(text: string): Generator<Entry> {
  const lines = text.split("\n");
  for (let i = 0; i < lines.length; i++) {
    if (!ENTRY.test(lines[i] ?? "")) continue;
    const taken = [(lines[i] ?? "").replace(ENTRY, "")];
    while (/^\s{2,}\S/u.test(lines[i + 1] ?? "") && !ENTRY.test(lines[i + 1] ?? "")) {
      taken.push(lines[++i]?.trim() ?? "");
    }
    const whole = taken.join(" ");
    const numbers = [...new Set([...whole.matchAll(NUMBER)].map(([, number = ""]) => number))];
    if (numbers.length > 0 && numbers.length <= 3) yield { text: said(whole), numbers };
  }
}

function said(entry: string): string {
  const plain = plainText(entry.replace(/:(?:issue|pr|pull|gh|user):`[^`]*`/gu, " "))
    .replace(/\(?\[?\b[0-9a-f]{7,40}\b\]?\)?/gu, " ")
    .replace(/[([]*(?:GH-|#)\d+[\])]*/gu, " ")
    .replace(/(?:\bby\s+|thanks\s+(?:to\s+)?)?@[\w-]+/giu, " ")
    .replace(/\s+/gu, " ")
    .replace(/(?:[\s,;([–-]|\s[)\]])+$/u, "")
    .trim();
  return cut(plain, MINING.described.value);
}

/** Commits tell their number in the subject, as forges write it when they merge. */
export async function* mineChangelog(
  folder: string,
  source: string,
  texts: Iterable<string>,
): AsyncGenerator<Pair> {
  const byNumber = new Map<string, string[]>();
  for (const text of texts) {
    for (const { text: entry, numbers } of entriesIn(text)) {
      if (!isProse(entry, 3)) continue;
      for (const number of numbers) byNumber.set(number, [...(byNumber.get(number) ?? []), entry]);
    }
  }
  if (byNumber.size === 0) return;
  for await (const commit of readCommits(folder, MINING.commits.value)) {
    yield* toldTwice(commit, byNumber, source);
  }
}

function* toldTwice(
  { subject, body }: Commit,
  byNumber: ReadonlyMap<string, readonly string[]>,
  source: string,
): Generator<Pair> {
  const number =
    /\(#(\d+)\)\s*$/u.exec(subject)?.[1] ??
    /\b(?:fix(?:es|ed)?|close[sd]?)\s+#(\d+)/iu.exec(body)?.[1];
  for (const entry of byNumber.get(number ?? "") ?? []) {
    const own = subject.replace(/\s*\(?#\d+\)?\s*$/u, "").trim();
    if (BOT.test(own)) return;
    const longer = bodyOf(body.split(/\n\s*\n/u)[0] ?? "");
    for (const told of [own, cut(longer, MINING.described.value)]) {
      if (isProse(told, 3) && shareOfWords(told, entry) <= MINING.sameWords.value) {
        yield { k: "changelog_commit", r: source, a: entry, b: told };
      }
    }
  }
}
