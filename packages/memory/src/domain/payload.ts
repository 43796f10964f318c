/**
 * The details of a memory that code reads again; people read its text. All members are optional: which ones a memory has depends
 * on what made it. A stored payload may come from an import or from another version, so every reader goes through `readPayload`.
 */
import type { Handoff } from "./session/handoff.ts";
import type { Companion } from "./text/new-file-text.ts";

/** What made a failing command pass, or, as a text, how to avoid the failure. */
export type Fix =
  | string
  | { readonly kind: "command"; readonly command: string }
  | { readonly kind: "options"; readonly options: string }
  | {
      readonly kind: "setting";
      readonly setting: string;
      readonly folder: string | null;
      readonly run: string;
    }
  | {
      readonly kind: "edit";
      readonly files: readonly string[];
      readonly before: string;
      readonly after: string;
    };

/** The session from which a memory was learned. */
export interface LearnedFrom {
  readonly session: string;
  /** Number of the event in the log of the session; absent if no single event showed it, or none is known. */
  readonly seq?: number;
}

/** A relation between two places, registered by a person or an agent. */
interface RegisteredRelation {
  readonly from: string;
  readonly to: string;
  readonly kind: string;
  readonly fromSymbol?: string;
  readonly toSymbol?: string;
}

/** A handoff has its own members: the state in which a session ended. */
export interface Payload extends Partial<Handoff> {
  // Marks that a memory of any type may have.
  /** The model that wrote the memory, and when. */
  readonly lesson?: {
    readonly by: string;
    readonly atMs: number;
    readonly kind?: string;
    readonly saidBy?: string;
  };
  readonly learnedFrom?: LearnedFrom;
  /** What an agent requested and only a person may grant. */
  readonly askedFor?: readonly string[];
  /** An agent asks to pin a memory that agents are already shown. */
  readonly pinRequested?: boolean;
  /** The host's id of the running session whose note this is. */
  readonly noteOf?: string;
  readonly relation?: RegisteredRelation;
  /** File of the repository that states the same. */
  readonly saidIn?: string;

  // Commands and errors (error_pattern, workflow_recipe).
  /** The command that failed; of a recipe, the command to run. */
  readonly command?: string;
  readonly error?: string;
  readonly fix?: Fix;
  /** What worked after the failure: a call, a command or a file. */
  readonly worked?: string;
  readonly rule?: string;
  /** A path that does not exist. */
  readonly absent?: string;
  /** Number of memories about one error from which this one was made. */
  readonly recurring?: number;
  readonly purpose?: string;
  readonly refused?: readonly string[];
  readonly steps?: readonly string[];
  /** Sessions counted: those that changed the module, or took all steps; of `tried` that began them. */
  readonly sessions?: number;
  readonly tried?: number;

  // Digests and procedures (digest, workflow_recipe).
  /** Number of notes of one session from which a digest was made. */
  readonly notes?: number;
  /** The occasion on which to follow a procedure, and how often that worked. */
  readonly trigger?: string;
  readonly prerequisites?: readonly string[];
  readonly warnings?: readonly string[];
  readonly successes?: number;
  readonly failures?: number;

  // Places in the code (module_insight, causal_dependency, convention, fact).
  readonly module?: string;
  /** A searched text, and where it is. */
  readonly pattern?: string;
  readonly paths?: readonly string[];
  /** "When `when` changes, check `then`": in `together` of `of` sessions and commits. */
  readonly when?: string;
  readonly then?: string;
  readonly together?: number;
  readonly of?: number;
  readonly folder?: string;
  readonly companions?: readonly Companion[];
  readonly place?: string;
  /** The old path of a file or folder that was moved. */
  readonly gone?: string;

  // History of the repository.
  readonly form?: string;
  readonly releases?: number;
  /** Paths that a release changes. */
  readonly whole?: readonly string[];
  readonly commits?: readonly string[];

  // Dead ends, causes and corrections.
  readonly approachTried?: string;
  readonly whyItFailed?: string;
  readonly alternativeUsed?: string | null;
  readonly cause?: string;
  readonly confirmedBy?: string;
  /** Id of the memory that a correction marks as wrong. */
  readonly refutes?: string;
}

type Name = keyof Payload;

/** Members by shape. A member is in exactly one list. */
const TEXTS = [
  "noteOf",
  "saidIn",
  "command",
  "error",
  "worked",
  "rule",
  "absent",
  "purpose",
  "trigger",
  "module",
  "pattern",
  "when",
  "then",
  "folder",
  "place",
  "gone",
  "form",
  "approachTried",
  "whyItFailed",
  "cause",
  "confirmedBy",
  "refutes",
  "session",
  "goal",
  "ownGoal",
] as const satisfies readonly Name[];
const TEXTS_OR_NULL = ["alternativeUsed", "agent", "branch"] as const satisfies readonly Name[];
const NUMBERS = [
  "recurring",
  "sessions",
  "tried",
  "notes",
  "successes",
  "failures",
  "together",
  "of",
  "releases",
  "atMs",
] as const satisfies readonly Name[];
const LISTS = [
  "askedFor",
  "refused",
  "steps",
  "prerequisites",
  "warnings",
  "paths",
  "whole",
  "commits",
  "done",
  "next",
  "openQuestions",
  "files",
] as const satisfies readonly Name[];
type Special = Exclude<
  Name,
  | (typeof TEXTS)[number]
  | (typeof TEXTS_OR_NULL)[number]
  | (typeof NUMBERS)[number]
  | (typeof LISTS)[number]
>;

const isText = (value: unknown): value is string => typeof value === "string";
const isTextIfPresent = (value: unknown) => value === undefined || isText(value);
const isFlag = (value: unknown) => typeof value === "boolean";
const isTexts = (value: unknown) => Array.isArray(value) && value.every(isText);
const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const SPECIAL: { readonly [Member in Special]: (value: unknown) => boolean } = {
  lesson: (value) => isObject(value) && isText(value["by"]) && typeof value["atMs"] === "number",
  learnedFrom: (value) =>
    isObject(value) &&
    isText(value["session"]) &&
    (value["seq"] === undefined || Number.isSafeInteger(value["seq"])),
  relation: (value) =>
    isObject(value) &&
    [value["from"], value["to"], value["kind"]].every(isText) &&
    [value["fromSymbol"], value["toSymbol"]].every(isTextIfPresent),
  fix: isFix,
  companions: (value) =>
    Array.isArray(value) &&
    value.every((item) => isObject(item) && isText(item["path"]) && Number.isFinite(item["count"])),
  isOpen: isFlag,
  pinRequested: isFlag,
};

const SHAPES = new Map<string, (value: unknown) => boolean>([
  ...TEXTS.map((name) => [name, isText] as const),
  ...TEXTS_OR_NULL.map(
    (name) => [name, (value: unknown) => value === null || isText(value)] as const,
  ),
  ...NUMBERS.map((name) => [name, Number.isFinite] as const),
  ...LISTS.map((name) => [name, isTexts] as const),
  ...Object.entries(SPECIAL),
]);

function isFix(value: unknown): boolean {
  if (!isObject(value)) return isText(value);
  switch (value["kind"]) {
    case "command":
      return isText(value["command"]);
    case "options":
      return isText(value["options"]);
    case "setting":
      return isText(value["run"]);
    case "edit":
      return isTexts(value["files"]);
    default:
      return false;
  }
}

/**
 * Returns a stored payload as it can be relied on: without the members above whose value has another shape. Members of other
 * names stay, because another version or program may read them.
 */
export function readPayload(stored: unknown): Payload {
  if (!isObject(stored)) return {};
  const isRight = ([name, value]: readonly [string, unknown]) => SHAPES.get(name)?.(value) ?? true;
  const members = Object.entries(stored);
  return members.every(isRight) ? stored : Object.fromEntries(members.filter(isRight));
}

/** Returns the handoff in a payload; null if a required member is missing. */
export function handoffIn(payload: Payload): Handoff | null {
  const { session, agent = null, branch = null, goal, atMs } = payload;
  const { done = [], next = [], openQuestions = [], files = [] } = payload;
  if (session === undefined || goal === undefined || atMs === undefined) return null;
  return { ...payload, session, agent, branch, goal, atMs, done, next, openQuestions, files };
}

/** Whether the same fix was seen for another form of the command that failed, as after a change from pnpm to npm. */
export function isRenamedFix(
  { payload: before }: { readonly payload: Payload },
  { payload: now }: { readonly payload?: Payload | undefined },
): boolean {
  const isOther = now?.command !== undefined && now.command !== before.command;
  const isSameFix = JSON.stringify(now?.fix) === JSON.stringify(before.fix);
  return before.fix !== undefined && isOther && isSameFix;
}
