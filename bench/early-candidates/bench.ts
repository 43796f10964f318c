/**
 * Measures what Tacit reports of a session while it is still running (`detect/early.ts`): how much earlier than at the end,
 * and how much of it is no longer reported when the session is over. Each session is inspected repeatedly like in the engine,
 * after a fixed number of events. Two more triggers, which the product does not use, are counted in the same way. `--data DIR` or
 * ../shared/data.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { OBSERVE } from "../../packages/memory/src/capture/limits.ts";
import type { Signal } from "../../packages/memory/src/domain/signal.ts";
import { detect } from "../../packages/memory/src/learn/detect/detect.ts";
import { earlySignals } from "../../packages/memory/src/learn/detect/early.ts";
import { buildTrace } from "../../packages/memory/src/learn/detect/trace.ts";
import { option } from "../arguments.ts";
import { readRepositories, SETS } from "../learning/sets.ts";
import type { Session } from "../observer/session.ts";
import { percentile, round } from "../statistics.ts";
import { countSubtasks } from "./subtasks.ts";

/** Signals of two more triggers, which the product does not report. */
const COUNTED: ReadonlySet<string> = new Set(["config_touch", "self_correction"]);

const QUESTION = "what is told of sessions before they end";

interface Setup {
  readonly root: string;
  readonly args: readonly string[];
  readonly say: (line: string) => void;
}

interface Staged {
  readonly set: string;
  readonly session: string;
  readonly type: string;
  readonly isShownAtEnd: boolean;
  readonly isSaidSo: boolean;
  /** Share of the session that was still to come. */
  readonly left: number;
}

interface EarlyRow {
  readonly trigger: string;
  readonly staged: number;
  readonly sessions: number;
  /** Count of the set with the most of them. */
  readonly mostOfOneSet: number;
  readonly shownAtEnd: number;
  readonly sameWords: number;
  /** Median share of the session that was still to come. */
  readonly leftMedian: number;
}

export async function run({ root, args, say }: Setup) {
  const sessions = join(option(args, "--data") ?? join(root, "..", "shared", "data"), "sessions");
  if (!existsSync(sessions)) {
    say(`SKIPPED: no ${sessions}; give --data DIR`);
    return { question: QUESTION, skipped: "no data", rows: [] };
  }
  const all: Session[] = [];
  for (const set of SETS) all.push(...(await readRepositories(sessions, set)).flat());
  const { looks, cpuMsP99, staged } = lookThrough(all);
  const rows = [...new Set(staged.map(({ type }) => type))]
    .sort()
    .map((type) => rowOf(type, staged));
  for (const row of rows) say(JSON.stringify(row));
  const short = all.filter(({ events }) => events.length <= OBSERVE.earlyEveryEvents).length;
  say(
    `${all.length} sessions, ${short} too short, ${looks} looks, p99 ${cpuMsP99} ms of processor time`,
  );
  const subtasks = countSubtasks(all);
  say(JSON.stringify({ subtasks }));
  return {
    question: QUESTION,
    subtasks,
    sessions: all.length,
    tooShort: short,
    looks,
    cpuMsP99,
    rows,
  };
}

/** Processor time of one inspection is `cpuMsP99`; events are read from memory. */
function lookThrough(sessions: readonly Session[]) {
  const staged: Staged[] = [];
  const cpuMs: number[] = [];
  for (const session of sessions) {
    const final = signalsOf(session, session.events.length);
    const seen = new Set<string>();
    for (
      let end = OBSERVE.earlyEveryEvents;
      end < session.events.length;
      end += OBSERVE.earlyEveryEvents
    ) {
      const began = process.cpuUsage();
      const { told: early } = signalsOf(session, end);
      const { user, system } = process.cpuUsage(began);
      cpuMs.push((user + system) / 1000);
      for (const signal of early.filter(({ subject }) => !seen.has(subject))) {
        seen.add(signal.subject);
        const later = final.all.find(({ subject }) => subject === signal.subject);
        staged.push({
          set: session.set,
          session: `${session.set} ${session.id}`,
          type: signal.type,
          isShownAtEnd: later !== undefined,
          isSaidSo: later?.draft?.content === signal.draft?.content,
          left: 1 - end / session.events.length,
        });
      }
    }
  }
  return { looks: cpuMs.length, cpuMsP99: round(percentile(cpuMs, 0.99)), staged };
}

function rowOf(trigger: string, staged: readonly Staged[]): EarlyRow {
  const own = staged.filter(({ type }) => type === trigger);
  const left = own.map((item) => item.left).sort((a, b) => a - b);
  return {
    trigger,
    staged: own.length,
    sessions: new Set(own.map(({ session }) => session)).size,
    mostOfOneSet: Math.max(
      ...[...Map.groupBy(own, ({ set }) => set).values()].map((some) => some.length),
    ),
    shownAtEnd: own.filter((item) => item.isShownAtEnd).length,
    sameWords: own.filter((item) => item.isSaidSo).length,
    leftMedian: round(left[left.length >> 1] ?? 0),
  };
}

function signalsOf({ id, events }: Session, end: number): { all: Signal[]; told: Signal[] } {
  const trace = buildTrace(id, events.slice(0, end));
  const all = detect(trace);
  return {
    all,
    told: [...earlySignals(trace, all), ...all.filter(({ type }) => COUNTED.has(type))],
  };
}
