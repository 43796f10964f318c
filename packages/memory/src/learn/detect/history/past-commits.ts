/**
 * Reads the commits, newest first, of a session that contains nothing else, which is how a repository's history is ingested.
 */

import { draft, HISTORY_TAG } from "../../../domain/draft.ts";
import type { Payload } from "../../../domain/payload.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";

export interface PastCommit {
  readonly sha: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  /** The files that did not exist before. */
  readonly added: readonly string[];
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  readonly atMs: number;
  readonly isByBot: boolean;
}

/** Returns the commits; empty if an agent or a person did anything else, or if there are too few. */
export function pastCommits(trace: Trace): PastCommit[] {
  const { steps, messages, commits } = trace;
  if (steps.length > 0 || messages.length > 0 || commits.length < HARVEST.minCommits) return [];
  return commits
    .map(({ sha, message, files, added = [], moved = [], ts, isByBot = false }) => {
      const [subject = "", ...rest] = message.split("\n");
      const atMs = Date.parse(ts);
      return { sha, subject, body: rest.join("\n").trim(), files, added, moved, atMs, isByBot };
    })
    .sort((a, b) => b.atMs - a.atMs);
}

const DEPENDENCIES =
  /^(?:\w+\((?:[\w-]*-)?deps[^)]*\)!?:|(?:\w+: ?)?\W*bump \S+ from |(?:\w+: ?)?(?:update|upgrade) (?:dependency|rust crate|module|\S+ (?:docker tag|digest|action))\b)/i;
const MACHINE =
  /^(?:merge\b|\[pre-commit\.ci\]|\[?(?:automated?|bot|auto)\b|version packages|(?:\w+: )?add \S+ as a contributor|sync\b.* from )|^(?:Signed-off-by|Co-authored-by|Author): (?:dependabot|renovate|github-actions)/im;

/** Returns whether a machine made the commit; machines follow no conventions. */
export function isByMachine({ subject, body }: PastCommit): boolean {
  return (
    DEPENDENCIES.test(subject) ||
    MACHINE.test(subject) ||
    /^(?:Signed-off-by|Co-authored-by): (?:dependabot|renovate|github-actions)/im.test(body)
  );
}

const RELEASE =
  /^(?:\w+(?:\((?<scope>[^)]*)\))?: ?)?(?:(?:release|prepare(?: for)?(?: the)?(?: next)?(?: release)?(?: of)?|publish|cut|tag|version(?: bump)?|bump(?:ed|ing)?(?: the)?(?: version| release)?(?: number)?|set version|update version|mark)\b:? ?(?:as |to |for |from \S+ to |version )?)?\(?(?:(?<name>[\w@/]+)[- @])?v?\d+\.\d+(?:\.\d+)?[\w.+-]*\)?(?: release| \(#\d+\))?\.?$/i;

/** Returns whether the subject only states a new version. */
export function isRelease({ subject }: PastCommit): boolean {
  return RELEASE.test(subject) && !DEPENDENCIES.test(subject);
}

/** Returns which of several packages the version belongs to, by the subject; "" if it names none. */
export function packageOf({ subject }: PastCommit): string {
  const { name = "", scope = "" } = RELEASE.exec(subject)?.groups ?? {};
  return name === "" && !/^(?:release|main|master|version)$/i.test(scope) ? scope : name;
}

const OPENS_RELEASE =
  /[-+.]dev\d*\b|[-.]?SNAPSHOT\b|-pre\b|^(?:\w+(?:\([^)]*\))?: ?)?(?:start|begin|open|reopen|back to|post[- ]release|prepare (?:for )?(?:the )?next|set next)\b/i;
/** Matches a few words and a version. */
const VERSION_TITLE = /^(?:\S+ ){0,4}(?:\S+@)?v?\d+\.\d+(?:\.\d+)?[\w.-]*\)?(?: \(#\d+\))?$/;

/** Returns whether the commit releases a version and does not only begin the next one. */
export function isReleased(commit: PastCommit): boolean {
  return isRelease(commit) && !OPENS_RELEASE.test(commit.subject);
}

/** Returns whether the commit may be a release with a different title. */
export function isOfVersion({ subject }: PastCommit): boolean {
  return VERSION_TITLE.test(subject) && !OPENS_RELEASE.test(subject) && !DEPENDENCIES.test(subject);
}

const TEST =
  /(?:\.(?:test|spec|e2e)\.[mc]?[jt]sx?|(?:^|\/)test_[^/]+\.py|_(?:unit)?test\.(?:py|go|rb|cc|cpp|c|exs?)|_spec\.rb|(?:Test|Tests|TestCase|Spec|IT)\.(?:java|kt|cs|scala|php|swift))$|(?:^|\/)(?:tests?|t|__tests__|specs?|e2e|testing|testdata|Tests)\//;
const CODE =
  /\.(?:[mc]?[jt]sx?|pyx?|rs|go|java|kts?|scala|rb|php|cs|swift|cc|cpp|cxx|c|h|hpp|exs?|erl|hs|ml|dart|lua|zig|vue|svelte|nim|cr|gleam)$/i;

export function isTestFile(path: string): boolean {
  return TEST.test(path);
}

export function isCodeFile(path: string): boolean {
  return (
    CODE.test(path) &&
    !isTestFile(path) &&
    !/(?:^|\/)(?:docs?|examples?|website|scripts|benchmarks?|\.[\w-]+)\//.test(path)
  );
}

interface Learned {
  readonly subject: string;
  readonly score: number;
  readonly type: "convention" | "dead_end" | "workflow_recipe" | "causal_dependency" | "fact";
  readonly title: string;
  readonly content: string;
  readonly detail: string;
  readonly files?: readonly string[];
  readonly payload?: Payload;
  /** Commands before which the memory is shown in full. */
  readonly triggers?: readonly string[];
  readonly from: readonly PastCommit[];
}

const SHAS = 12;

/** Creates a signal from what the commits show together. It is counted again when further commits are ingested. */
export function learned(trace: Trace, item: Learned): Signal {
  const { from, files = [], triggers = [] } = item;
  return {
    type: "commit",
    session: trace.session,
    agentId: null,
    subject: `history:${item.subject}`,
    score: item.score,
    minSessions: 1,
    files,
    seqs: [],
    isTainted: false,
    survivesFailure: true,
    isRevision: true,
    evidence: [
      { kind: "commit", detail: item.detail, session: trace.session, atMs: from[0]?.atMs ?? 0 },
    ],
    draft: draft({
      type: item.type,
      title: clip(item.title, 80),
      content: item.content,
      payload: { ...item.payload, commits: from.slice(0, SHAS).map(({ sha }) => sha) },
      files,
      triggers,
      tags: [HISTORY_TAG],
    }),
  };
}

/** Returns items with their counts, most frequent first, then by name. */
export function mostFrequent<T extends string>(all: Iterable<T>): [T, number][] {
  const counts = new Map<T, number>();
  for (const item of all) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
}

/** "`a`, `b` and `c`". */
export function listed(names: readonly string[]): string {
  const marked = names.map((item) => `\`${item}\``);
  const last = marked.pop() ?? "";
  return marked.length === 0 ? last : `${marked.join(", ")} and ${last}`;
}
