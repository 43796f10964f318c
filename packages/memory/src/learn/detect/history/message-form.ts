/** Finds the form of commit messages if nearly all of the newest commits follow it. */
import { sentenceOf } from "../../../domain/sentences/sentences.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";
import {
  isByMachine,
  isRelease,
  learned,
  listed,
  mostFrequent,
  type PastCommit,
} from "./past-commits.ts";

interface Form {
  readonly name: string;
  readonly pattern: RegExp;
  /** The form in a few words, for a title. */
  readonly short: (matches: readonly RegExpExecArray[]) => string;
  /** A description of the form, from the matches of the pattern. */
  readonly word: (matches: readonly RegExpExecArray[]) => string;
}

const COMMIT = "git commit";
const TYPES =
  /^(?:feat|fix|docs?|chore|refactor|test|tests|ci|build|perf|style|revert|release|deps|wip|i18n|types|workflow|dx|bench|examples?|feature|bug|internal|misc|improvement|security)$/i;

/** The first form that enough messages follow is used. */
const FORMS: readonly Form[] = [
  {
    name: "conventional",
    pattern: /^(?<type>[A-Za-z0-9]+)(?:\((?<scope>[^)]+)\))?!?: \S/,
    short: (all) => `write \`${shape(all)}\``,
    word: conventional,
  },
  {
    name: "ticket",
    pattern: /^\[?(?<ticket>[A-Z][A-Z0-9]{1,9})-\d+\]?:? /,
    short: (all) => `begin with the ticket number, \`${top(all, "ticket", 1)[0]}-…\``,
    word: (all) => `begin with the ticket number, ${listed([`${top(all, "ticket", 1)[0]}-…`])}`,
  },
  {
    name: "issue",
    pattern: /^(?<word>Fix(?:ed|es)|Refs|Closes) #\d+ /,
    short: (all) => `begin with the issue number, \`${top(all, "word", 1)[0]} #…\``,
    word: (all) =>
      `begin with the issue number, ${listed(top(all, "word", 2).map((item) => `${item} #…`))}`,
  },
  {
    name: "part",
    pattern: /^(?<part>[\w.*/@+-]+(?:, ?[\w.*/@+-]+)*|\{[^}]+\}): \S/,
    short: () => "begin with the changed part and a colon",
    word: (all) =>
      `begin with the changed part and a colon, most often ${listed(top(all, "part", 5).map((item) => `${item}:`))}`,
  },
  {
    name: "bracket",
    pattern: /^\[(?<part>[^\]]+)\] \S/,
    short: () => "begin with a word in brackets",
    word: (all) =>
      `begin with a word in brackets, most often ${listed(top(all, "part", 5).map((item) => `[${item}]`))}`,
  },
  {
    name: "emoji",
    pattern: /^(?<sign>:\w+:|\p{Extended_Pictographic})/u,
    short: () => "begin with an emoji",
    word: (all) => `begin with an emoji, most often ${top(all, "sign", 5).join(", ")}`,
  },
];

export function messageForm(trace: Trace, commits: readonly PastCommit[]): Signal[] {
  const own = commits
    .filter(
      (commit) => !isByMachine(commit) && !isRelease(commit) && !/^revert\b/i.test(commit.subject),
    )
    .slice(0, HARVEST.formCommits);
  if (own.length < HARVEST.minCommits) return [];
  return [...formOf(trace, own), ...signedOff(trace, own)];
}

function formOf(trace: Trace, own: readonly PastCommit[]): Signal[] {
  for (const { name, pattern, short, word } of FORMS) {
    const conforming = own.filter(({ subject }) => isOf(name, pattern, subject));
    if (conforming.length / own.length < HARVEST.formMinShare) continue;
    const matches = conforming
      .map(({ subject }) => pattern.exec(subject))
      .filter((item) => item !== null);
    const example = conforming.find(({ subject }) => subject.length <= 72) ?? conforming[0];
    const counted = `${conforming.length} of the newest ${own.length}`;
    const isNearlyAll = conforming.length / own.length >= HARVEST.nearlyAll;
    return [
      learned(trace, {
        subject: "message-form",
        score: HARVEST.formScore,
        type: "convention",
        title: `When you commit: ${short(matches)}`,
        content: `When you commit in this project, follow the usual form: ${isNearlyAll ? "commit messages" : "most commit messages"} ${word(matches)} (${counted}), for example "${clip(example?.subject ?? "", 100)}".`,
        detail: sentenceOf("newest_messages", { count: conforming.length, total: own.length }),
        payload: { form: name },
        triggers: [COMMIT],
        from: conforming,
      }),
    ];
  }
  return [];
}

function isOf(name: string, pattern: RegExp, subject: string): boolean {
  const type = pattern.exec(subject)?.groups?.["type"];
  return name === "conventional" ? type !== undefined && TYPES.test(type) : pattern.test(subject);
}

function conventional(all: readonly RegExpExecArray[]): string {
  const scoped = withScope(all);
  const types = `most often ${listed(top(all, "type", 4))}`;
  const suffix = scoped.length * 4 >= all.length ? scopeWords(scoped) : "";
  return `are \`${shape(all)}\`, ${types}${suffix}`;
}

function shape(all: readonly RegExpExecArray[]): string {
  return withScope(all).length * 2 >= all.length ? "type(scope): summary" : "type: summary";
}

function withScope(all: readonly RegExpExecArray[]): RegExpExecArray[] {
  return all.filter(({ groups }) => groups?.["scope"] !== undefined);
}

/** The number of a ticket: `#239`, `ABC-12` or `12`. */
const TICKET = /(?:^|[#-])\d+$/;

/** A number says nothing about a later commit, but that the scope is one does. */
function scopeWords(scoped: readonly RegExpExecArray[]): string {
  const tickets = scoped.filter(({ groups }) => TICKET.test(groups?.["scope"] ?? ""));
  const [newest] = tickets;
  if (newest !== undefined && tickets.length * 2 >= scoped.length)
    return `; the scope is the number of a ticket, such as \`${newest.groups?.["scope"]}\``;
  const scopes = inUse(scoped.filter((match) => !tickets.includes(match)));
  return scopes.length >= HARVEST.minScopes ? `; frequent scopes are ${listed(scopes)}` : "";
}

/** The scopes that several commits use. */
function inUse(scoped: readonly RegExpExecArray[]): string[] {
  const minCommits = Math.max(HARVEST.scopeMinCommits, scoped.length * HARVEST.scopeMinShare);
  return mostFrequent(scoped.map(({ groups }) => groups?.["scope"] ?? ""))
    .filter(([, count]) => count >= minCommits)
    .slice(0, 5)
    .map(([scope]) => scope);
}

function top(all: readonly RegExpExecArray[], group: string, limit: number): string[] {
  return mostFrequent(all.map(({ groups }) => groups?.[group] ?? ""))
    .slice(0, limit)
    .map(([one]) => one);
}

function signedOff(trace: Trace, own: readonly PastCommit[]): Signal[] {
  const signed = own.filter(({ body }) => /^Signed-off-by: /m.test(body));
  if (signed.length / own.length < HARVEST.nearlyAll) return [];
  const counted = `${signed.length} of the newest ${own.length}`;
  return [
    learned(trace, {
      subject: "signed-off",
      score: HARVEST.formScore,
      type: "convention",
      title: "When you commit: sign off with git commit -s",
      content: `Sign off every commit in this project with \`git commit -s\`: ${counted} commits have a \`Signed-off-by\` line.`,
      detail: sentenceOf("newest_commits", { count: signed.length, total: own.length }),
      triggers: [COMMIT],
      from: signed,
    }),
  ];
}
