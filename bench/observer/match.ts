/**
 * Matches signals with labels. A label names steps of one session, or a subject of a whole project (a habit, a pair of
 * files). A signal belongs to the label of its kind with which it shares steps; of several, to the one whose key word is in
 * its text, then to the one it overlaps most.
 */
import type { Signal } from "../../packages/memory/src/domain/signal.ts";

export interface Label {
  readonly id: string;
  readonly half: "dev" | "test";
  readonly set: string;
  readonly signal: string;
  readonly verdict: boolean;
  /** Raw file name without its extensions; absent when a subject is judged for the whole set. */
  readonly session?: string;
  readonly steps?: readonly [number, number];
  readonly subject?: string;
  /** Key word that the text of a matching signal contains. */
  readonly about?: string;
}

export interface Fired {
  readonly set: string;
  readonly session: string;
  readonly signal: Signal;
  readonly from: number;
  readonly to: number;
}

/** Kinds with many labels in the same steps, for which shared steps alone are no match. */
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

/** Returns the label of a signal; undefined when the signal has no verdict. */
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

/** Returns the command without its folder, because labels name the command only. */
function subjectOf({ signal: { subject } }: Fired): string {
  return subject.startsWith("command:") ? subject.replace(/@.*$/, "") : subject;
}

function closeness(fired: Fired, label: Label): number {
  const isNamed = label.about !== undefined && isMeant(fired, label);
  return overlap(fired, label) + (isNamed ? 1 : 0);
}

/** Reports a match by key word; without a key word, all steps must be the same. */
function isMeant(fired: Fired, label: Label): boolean {
  if (label.about === undefined) return overlap(fired, label) === 1;
  const { signal } = fired;
  const text = `${signal.subject} ${signal.draft?.content ?? ""} ${signal.files.join(" ")}`;
  return text.toLowerCase().includes(label.about.toLowerCase());
}

/**
 * Reports whether a signal is judged as a subject over several sessions; one session alone makes it neither right nor wrong.
 */
export function isCounted(signal: Signal): boolean {
  return (
    signal.type === "co_access" || (signal.subject.startsWith("command:") && signal.minSessions > 1)
  );
}

/** Returns the shared steps over all steps of both, in [0, 1]. */
function overlap(fired: Fired, label: Label): number {
  if (label.steps === undefined) return 0;
  const [from, to] = label.steps;
  const shared = Math.min(to, fired.to) - Math.max(from, fired.from) + 1;
  return shared <= 0 ? 0 : shared / (Math.max(to, fired.to) - Math.min(from, fired.from) + 1);
}
