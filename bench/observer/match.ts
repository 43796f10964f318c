/**
 * What was fired against what was labelled. A label names steps of one session, or a subject of a whole
 * project (a habit, a pair of files). A fired signal belongs to the label of its kind whose steps it shares;
 * of several, to the one whose key word its text has, then to the one it covers best.
 */
import type { Signal } from "../../packages/memory/src/domain/signal.ts";

export interface Label {
  readonly id: string;
  readonly half: "dev" | "test";
  readonly set: string;
  readonly signal: string;
  readonly verdict: boolean;
  /** The raw file without its endings; absent where a subject is judged for the whole set. */
  readonly session?: string;
  readonly steps?: readonly [number, number];
  readonly subject?: string;
  /** A word the text of the signal has if this label is meant. */
  readonly about?: string;
}

export interface Fired {
  readonly set: string;
  readonly session: string;
  readonly signal: Signal;
  readonly from: number;
  readonly to: number;
}

/** Many of these lie in the same steps: sharing some is not enough to be meant. */
const NARROW = new Set([
  "import_chase",
  "repeated_grep",
  "test_order",
  "file_access",
  "read_abandon",
  "tool_sequence",
  "time_anomaly",
  "glob_ignore",
  "context_token_spike",
]);

/** The label a signal belongs to; undefined when nobody judged it. */
export function labelOf(fired: Fired, labels: readonly Label[]): Label | undefined {
  const own = labels.filter(
    (label) => label.set === fired.set && label.signal === fired.signal.type,
  );
  if (isCounted(fired.signal)) return own.find((label) => label.subject === subjectOf(fired));
  return own
    .filter((label) => label.session === fired.session && overlap(fired, label) > 0)
    .filter((label) => !NARROW.has(label.signal) || isMeant(fired, label))
    .sort((a, b) => closeness(fired, b) - closeness(fired, a))[0];
}

/** Labels are of the command, wherever it was run. */
function subjectOf({ signal: { subject } }: Fired): string {
  return subject.startsWith("command:") ? subject.replace(/@.*$/, "") : subject;
}

function closeness(fired: Fired, label: Label): number {
  const isNamed = label.about !== undefined && isMeant(fired, label);
  return overlap(fired, label) + (isNamed ? 1 : 0);
}

/** By its key word; without one, by having exactly its steps. */
function isMeant(fired: Fired, label: Label): boolean {
  if (label.about === undefined) return overlap(fired, label) === 1;
  const { signal } = fired;
  const text = `${signal.subject} ${signal.draft?.content ?? ""} ${signal.files.join(" ")}`;
  return text.toLowerCase().includes(label.about.toLowerCase());
}

/** Judged as a subject, over sessions: what one session shows of it is neither right nor wrong. */
export function isCounted(signal: Signal): boolean {
  return (
    signal.type === "co_access" || (signal.subject.startsWith("command:") && signal.minSessions > 1)
  );
}

/** Shared steps over all steps of both, in [0, 1]. */
function overlap(fired: Fired, label: Label): number {
  if (label.steps === undefined) return 0;
  const [from, to] = label.steps;
  const shared = Math.min(to, fired.to) - Math.max(from, fired.from) + 1;
  return shared <= 0 ? 0 : shared / (Math.max(to, fired.to) - Math.min(from, fired.from) + 1);
}
