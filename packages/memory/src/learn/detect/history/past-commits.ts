/** A session that is nothing but commits, which is how a repository's history is taken in: its commits, the newest first. */
import { draft } from "../../../domain/draft.ts";
import type { Signal } from "../../../domain/signal.ts";
import { clip } from "../../../domain/text/text.ts";
import type { Trace } from "../trace.ts";
import { HARVEST } from "./limits.ts";

export interface PastCommit {
  readonly sha: string;
  readonly subject: string;
  readonly body: string;
  readonly files: readonly string[];
  /** Those of the files that were not there before. */
  readonly added: readonly string[];
  readonly moved: readonly { readonly from: string; readonly to: string }[];
  readonly atMs: number;
  readonly isByBot: boolean;
}

/** Empty where an agent or a person did anything besides, and where there is too little of it to go by. */
export function pastCommits(trace: Trace): PastCommit[] {
  const { steps, sayings, commits } = trace;
  if (steps.length > 0 || sayings.length > 0 || commits.length < HARVEST.minCommits) return [];
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

/** Made by a machine: it keeps to nobody's conventions. */
export function isByMachine({ subject, body }: PastCommit): boolean {
  return (
    DEPENDENCIES.test(subject) ||
    MACHINE.test(subject) ||
    /^(?:Signed-off-by|Co-authored-by): (?:dependabot|renovate|github-actions)/im.test(body)
  );
}

const RELEASE =
  /^(?:\w+(?:\((?<scope>[^)]*)\))?: ?)?(?:(?:release|prepare(?: for)?(?: the)?(?: next)?(?: release)?(?: of)?|publish|cut|tag|version(?: bump)?|bump(?:ed|ing)?(?: the)?(?: version| release)?(?: number)?|set version|update version|mark)\b:? ?(?:as |to |for |from \S+ to |version )?)?\(?(?:(?<name>[\w@/]+)[- @])?v?\d+\.\d+(?:\.\d+)?[\w.+-]*\)?(?: release| \(#\d+\))?\.?$/i;

/** Its subject says that the version is another now, and nothing else. */
export function isRelease({ subject }: PastCommit): boolean {
  return RELEASE.test(subject) && !DEPENDENCIES.test(subject);
}

/** Which of several packages it is the version of, by its subject; "" where it names none. */
export function packageOf({ subject }: PastCommit): string {
  const { name = "", scope = "" } = RELEASE.exec(subject)?.groups ?? {};
  return name === "" && !/^(?:release|main|master|version)$/i.test(scope) ? scope : name;
}

const OPENS =
  /[-+.]dev\d*\b|[-.]?SNAPSHOT\b|-pre\b|^(?:\w+(?:\([^)]*\))?: ?)?(?:start|begin|open|reopen|back to|post[- ]release|prepare (?:for )?(?:the )?next|set next)\b/i;
/** A few words and a version. */
const OF_A_VERSION = /^(?:\S+ ){0,4}(?:\S+@)?v?\d+\.\d+(?:\.\d+)?[\w.-]*\)?(?: \(#\d+\))?$/;

/** A version is given out, rather than that the next one is begun. */
export function isReleased(commit: PastCommit): boolean {
  return isRelease(commit) && !OPENS.test(commit.subject);
}

/** May give out a version too, in words of its own. */
export function isOfVersion({ subject }: PastCommit): boolean {
  return OF_A_VERSION.test(subject) && !OPENS.test(subject) && !DEPENDENCIES.test(subject);
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
  readonly payload?: Readonly<Record<string, unknown>>;
  readonly from: readonly PastCommit[];
}

const SHAS = 12;

/** What the commits say together, in words. Counted anew whenever further commits are taken in. */
export function learned(trace: Trace, item: Learned): Signal {
  const { from, files = [] } = item;
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
      tags: ["from-history"],
    }),
  };
}

/** Most frequent first, then by name. */
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
