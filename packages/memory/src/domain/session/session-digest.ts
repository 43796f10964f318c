/** What is kept of a session for counting: how much it took, what was done in which order, what it used of each module. */

export type TaskKind = "fix" | "feature" | "refactor" | "test" | "docs" | "review" | "other";

export interface SessionDigest {
  readonly kind: TaskKind;
  /** Tool calls. */
  readonly steps: number;
  /** Of all outputs, about. */
  readonly tokens: number;
  readonly fromMs: number;
  readonly toMs: number;
  /** By agent, in order. */
  readonly actions: readonly (readonly DoneAction[])[];
  readonly modules: readonly ModuleVisit[];
}

export interface DoneAction {
  readonly name: string;
  readonly isOk: boolean;
  /** Outside text had come into the session by then. */
  readonly isTainted?: true;
}

export interface ModuleVisit {
  readonly module: string;
  readonly reads: number;
  readonly edits: number;
  /** Of what was read of it, about. */
  readonly tokens: number;
  readonly files: readonly FileUse[];
  /** What went wrong and named a file of it. */
  readonly errors: readonly SeenError[];
  /** Some of it was done or met after outside text had come into the session. */
  readonly isTainted?: true;
}

export interface FileUse {
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
  /** When it was first used. */
  readonly fromMs: number;
  /** When it was last changed; `fromMs` where it was not. */
  readonly toMs: number;
}

export interface SeenError {
  readonly fingerprint: string;
  readonly line: string;
}

const DEEPEST = 4;
const TEST_FOLDER = /^(?:__tests__|tests?|spec|__snapshots__)$/;

/**
 * The folder a file belongs to, four levels deep at most; tests belong to what they test. Not the code graph's module:
 * sessions are counted by processes that must not parse code.
 */
export function moduleOf(path: string): string {
  const folders = path.split("/").slice(0, -1);
  const own =
    folders.length > 1 && TEST_FOLDER.test(folders.at(-1) ?? "") ? folders.slice(0, -1) : folders;
  return own.length === 0 ? "." : own.slice(0, DEEPEST).join("/");
}

const KINDS: readonly (readonly [TaskKind, RegExp])[] = [
  ["review", /\b(?:review|audit|analy[sz]e|investigate|explore|explain|understand)\b/i],
  ["docs", /\b(?:docs?|documentation|readme|changelog)\b/i],
  ["test", /\b(?:(?:add|write|improve|missing) (?:\w+ ){0,3}tests?|coverage)\b/i],
  ["refactor", /\b(?:refactor\w*|clean ?up|rename|restructure|simplify|extract|move)\b/i],
  [
    "fix",
    /\b(?:fix(?:es|ed)?|bugs?|errors?|crash\w*|fails?|failing|broken|wrong|issue|regression|exception|doesn'?t|not work\w*)\b/i,
  ],
  ["feature", /\b(?:add|implement|create|support|new|feature|enable|allow|introduce|build)\b/i],
];
const TELLING_CHARS = 300;

/** By the words a task begins with, in the order of what is said last: "fix the docs" is about documents. */
export function taskKindOf(task: string): TaskKind {
  const excerpt = task.slice(0, TELLING_CHARS);
  return KINDS.find(([, words]) => words.test(excerpt))?.[0] ?? "other";
}

/** By what its host told of a session's end. What such a session did is no example of how it is done. */
export function isFailed(outcome: string | null): boolean {
  return outcome === "failure" || outcome === "cancelled";
}
