/**
 * Measures the detectors on real sessions: how many of the signals are correct and how many are missed? Labels and their
 * rules: PROTOCOL.md. `--half dev|test` (default both), `--data DIR` or ../shared/data.
 *
 * Precision: share of judged signals that are correct. Believed: the same for signals that enough sessions have shown.
 * Recall: share of labelled instances that were detected, in sessions that were read whole.
 */
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { detect } from "../../packages/memory/src/learn/detect/detect.ts";
import { buildTrace } from "../../packages/memory/src/learn/detect/trace.ts";
import { usualOf } from "../../packages/memory/src/learn/synthesize/calibration.ts";
import { SYNTHESIZE } from "../../packages/memory/src/learn/synthesize/tuning.ts";
import { option, type Setup } from "../arguments.ts";
import { round } from "../statistics.ts";
import { agreementOf, type SecondVerdict } from "./agreement.ts";
import { type Fired, isCounted, type Label, labelOf } from "./match.ts";
import { readSession, type Session } from "./session.ts";

interface Listed {
  readonly set: string;
  readonly session: string;
  readonly file: string;
  readonly steps: number;
  readonly isReadWhole: boolean;
}

/** Signal kinds of which every instance is labelled in a session that was read whole: an unlabelled signal there is wrong. */
const MARKED_WHOLE = new Set([
  "error_retry",
  "user_correction",
  "dead_end",
  "command_success",
  "self_correction",
  "backtrack",
  "external_reference",
  "commit",
  "test_outcome",
]);

export async function run({ root, args, say }: Setup) {
  const data = option(args, "--data") ?? join(root, "..", "shared", "data");
  const sessions = join(data, "sessions");
  if (!existsSync(sessions)) {
    say(`SKIPPED: no sessions under ${data}; give --data DIR`);
    return { question: "precision and recall of signals", skipped: "no data", rows: [] };
  }
  const wanted = option(args, "--half");
  const labels = readLines<Label>("labels.jsonl");
  const listed = readLines<Listed>("sessions.jsonl");
  const rows: Row[] = [];
  for (const half of ["dev", "test"] as const) {
    if (wanted !== undefined && wanted !== half) continue;
    const own = labels.filter((label) => label.half === half);
    const fired: Fired[] = [];
    for (const set of new Set(own.map((label) => label.set))) {
      fired.push(...(await fireAll(sessions, set, listed, say)));
    }
    rows.push(...score(half, own, fired, listed));
  }
  for (const row of rows) say(lineOf(row));
  if (args.includes("--unjudged"))
    for (const row of rows) for (const item of row.unjudgedList) say(item);
  return {
    question: "precision and recall of signals",
    dataset: createHash("sha256")
      .update(text("labels.jsonl") + text("sessions.jsonl"))
      .digest("hex")
      .slice(0, 16),
    labels: labels.length,
    agreement: {
      sameAnnotator: agreementOf(labels, readLines<SecondVerdict>("relabel.jsonl")),
      independent: agreementOf(labels, readLines<SecondVerdict>("independent.jsonl")),
    },
    sessionsReadWhole: listed.filter((item) => item.isReadWhole).length,
    rows: rows.map(({ unjudgedList: _left, ...row }) => row),
  };
}

/** Returns the signals of every session of a set, because support depends on all of them. */
async function fireAll(
  sessions: string,
  set: string,
  listed: readonly Listed[],
  say: Setup["say"],
): Promise<Fired[]> {
  const files = readdirSync(join(sessions, set, "raw"), { recursive: true })
    .map(String)
    .filter((file) => file.endsWith(".gz"))
    .sort();
  const all = [];
  for (const file of files) {
    const session = file
      .replace(/(\.jsonl|\.json|\.md|\.traj|\.txt)\.gz$/, "")
      .replaceAll("\\", "/");
    all.push({ session, read: await readSession(sessions, set, file) });
  }
  // The usual duration comes from earlier sessions, so the order is by time and not by file name.
  all.sort((a, b) => (startOf(a.read) < startOf(b.read) ? -1 : 1));
  const fired: Fired[] = [];
  const stepsBefore: number[] = [];
  for (const { session, read } of all) {
    const entry = listed.find((item) => item.set === set && item.session === session);
    if (entry !== undefined && entry.steps !== read.stepCount)
      say(
        `CHANGED: ${set} ${session} was labelled with ${entry.steps} steps, now ${read.stepCount}`,
      );
    const usual = usualOf(stepsBefore.slice(-USUAL_OF));
    stepsBefore.push(read.stepCount);
    for (const signal of detect(buildTrace(read.id, read.events, usual))) {
      const steps = signal.seqs.map(read.stepOf);
      fired.push({ set, session, signal, from: Math.min(...steps), to: Math.max(...steps) });
    }
  }
  return fired;
}

/** Sessions to look back, as in the engine (synthesize/tuning.ts). */
const USUAL_OF = SYNTHESIZE.lookBackSessions;

function startOf({ events }: Session): string {
  return events[0]?.ts ?? "";
}

interface Row {
  readonly half: string;
  readonly signal: string;
  /** True when the signal produces a worded memory; false when it is only counted. */
  readonly isWorded: boolean;
  readonly fired: number;
  readonly right: number;
  readonly wrong: number;
  readonly unjudged: number;
  readonly precision: number | null;
  /** Subjects shown by enough sessions: correct, wrong, and the share that is correct. */
  readonly believed: {
    readonly right: number;
    readonly wrong: number;
    readonly precision: number | null;
  };
  readonly found: number;
  readonly instances: number;
  readonly recall: number | null;
  readonly unjudgedList: readonly string[];
}

function score(
  half: string,
  labels: readonly Label[],
  fired: readonly Fired[],
  listed: readonly Listed[],
): Row[] {
  const whole = new Set(
    listed.filter((item) => item.isReadWhole).map((item) => `${item.set} ${item.session}`),
  );
  const kinds = new Set([
    ...labels.map((label) => kindOfLabel(label)),
    ...fired.map((item) => kindOf(item)),
  ]);
  return [...kinds].sort().map((kind) => {
    const own = fired.filter((item) => kindOf(item) === kind);
    const judged = own.map((item) => {
      const label = labelOf(item, labels);
      const isMarked =
        whole.has(`${item.set} ${item.session}`) && MARKED_WHOLE.has(item.signal.type);
      const verdict = label?.verdict ?? (isMarked && !isCounted(item.signal) ? false : null);
      return { one: item, label, verdict };
    });
    const right = judged.filter(({ verdict }) => verdict === true);
    const wrong = judged.filter(({ verdict }) => verdict === false);
    const unjudged = judged.filter(({ verdict }) => verdict === null);
    const seen = new Set(right.map(({ label }) => label?.id));
    const instances = labels.filter(
      (label) =>
        label.verdict &&
        kindOfLabel(label) === kind &&
        MARKED_WHOLE.has(label.signal) &&
        whole.has(`${label.set} ${label.session}`),
    );
    const found = instances.filter((instance) => seen.has(instance.id)).length;
    return {
      half,
      signal: kind,
      isWorded: own.some((item) => item.signal.draft !== null),
      fired: own.length,
      right: right.length,
      wrong: wrong.length,
      unjudged: unjudged.length,
      precision: share(right.length, right.length + wrong.length),
      believed: believedOf(judged),
      found,
      instances: instances.length,
      recall: share(found, instances.length),
      unjudgedList: unjudged.map(
        ({ one: item }) =>
          `UNJUDGED ${item.set} ${item.session} ${item.signal.type} ${item.from}-${item.to} min ${item.signal.minSessions} | ${item.signal.draft?.content ?? item.signal.subject}`,
      ),
    };
  });
}

function believedOf(
  judged: readonly { readonly one: Fired; readonly verdict: boolean | null }[],
): Row["believed"] {
  const subjects = new Map<string, typeof judged>();
  for (const each of judged) {
    const key = `${each.one.set} ${each.one.signal.subject}`;
    subjects.set(key, [...(subjects.get(key) ?? []), each]);
  }
  let [right, wrong] = [0, 0];
  for (const group of subjects.values()) {
    const needed = Math.min(...group.map(({ one: fired }) => fired.signal.minSessions));
    if (new Set(group.map(({ one: fired }) => fired.signal.session)).size < needed) continue;
    const verdicts = group.map(({ verdict }) => verdict).filter((item) => item !== null);
    if (verdicts.length === 0) continue;
    if (verdicts.filter((verdict) => verdict).length * 2 >= verdicts.length) right++;
    else wrong++;
  }
  return { right, wrong, precision: share(right, right + wrong) };
}

function kindOf(fired: Fired): string {
  return fired.signal.type === "command_success" && isCounted(fired.signal)
    ? "command_success, habit"
    : fired.signal.type;
}

function kindOfLabel(label: Label): string {
  return label.signal === "command_success" && label.subject !== undefined
    ? "command_success, habit"
    : label.signal;
}

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : round(part / whole, 3);
}

function lineOf(row: Row): string {
  const { believed } = row;
  return [
    row.half.padEnd(5),
    row.signal.padEnd(23),
    `precision ${row.right}/${row.right + row.wrong} = ${row.precision ?? "-"}`.padEnd(28),
    `believed ${believed.right}/${believed.right + believed.wrong} = ${believed.precision ?? "-"}`.padEnd(
      26,
    ),
    `recall ${row.found}/${row.instances} = ${row.recall ?? "-"}`.padEnd(24),
    `unjudged ${row.unjudged}`,
  ].join(" ");
}

function text(name: string): string {
  return readFileSync(new URL(name, import.meta.url), "utf8");
}

function readLines<T>(name: string): T[] {
  return text(name)
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as T);
}
