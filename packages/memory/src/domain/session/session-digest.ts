/** Statistics of a session: its effort, the order of its steps, and what it used of each module. */

export type TaskKind = "fix" | "feature" | "refactor" | "test" | "docs" | "review" | "other";

export interface SessionDigest {
  readonly kind: TaskKind;
  /** Number of tool calls. */
  readonly steps: number;
  /** Approximate tokens of all outputs. */
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
  /** True if the session had read outside text by then. */
  readonly isTainted?: true;
}

export interface ModuleVisit {
  readonly module: string;
  readonly reads: number;
  readonly edits: number;
  /** Approximate tokens read from the module. */
  readonly tokens: number;
  readonly files: readonly FileUse[];
  /** Errors that named a file of the module. */
  readonly errors: readonly SeenError[];
  /** True if some of it happened after the session had read outside text. */
  readonly isTainted?: true;
}

export interface FileUse {
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
  /** Time of the first use. */
  readonly fromMs: number;
  /** Time of the last change; equals `fromMs` if unchanged. */
  readonly toMs: number;
}

export interface SeenError {
  readonly fingerprint: string;
  readonly line: string;
}

const DEEPEST = 4;
const TEST_FOLDER = /^(?:__tests__|tests?|spec|__snapshots__)$/;

/**
 * Returns the folder a file belongs to, at most four levels deep; tests belong to what they test. This is not the code
 * graph's module, because sessions are counted by processes that must not parse code.
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

/** Returns the kind of a task from its first words. The last-mentioned subject decides: "fix the docs" is about documents. */
export function taskKindOf(task: string): TaskKind {
  const excerpt = task.slice(0, TELLING_CHARS);
  return KINDS.find(([, words]) => words.test(excerpt))?.[0] ?? "other";
}

/** Returns whether the host reported that the session failed or was cancelled; such a session is not an example to follow. */
export function isFailed(outcome: string | null): boolean {
  return outcome === "failure" || outcome === "cancelled";
}
