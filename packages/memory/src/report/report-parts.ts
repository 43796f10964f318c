/** Builds parts of a session's report: counts, files, commits, signals. */

import type { Event } from "@tacit-memory/protocol";
import type { Signal, SignalType } from "../domain/signal.ts";
import { clip } from "../domain/text/text.ts";
import { digestOf } from "../learn/detect/counts/session-digest.ts";
import { editedFiles, isEdit } from "../learn/detect/detector.ts";
import type { Trace } from "../learn/detect/trace.ts";
import type { KindCounts, Turn } from "./path.ts";
import { isFailure, kindsOf } from "./path.ts";

export interface ReportedFile {
  readonly path: string;
  readonly reads: number;
  readonly edits: number;
}

export interface ReportedCommit {
  /** Null when git was called quietly. */
  readonly sha: string | null;
  /** First line, clipped; "" when unknown. */
  readonly message: string;
  readonly files: number;
  readonly atMs: number;
}

export interface SeenSignal {
  readonly type: SignalType;
  readonly count: number;
  /** Descriptions of what was seen, at most 3. */
  readonly details: readonly string[];
}

export interface SessionCounts {
  readonly events: number;
  readonly prompts: number;
  /** Number of completed tool calls. */
  readonly steps: number;
  readonly kinds: KindCounts;
  /** Number of failed steps, without searches that found nothing. */
  readonly errors: number;
  readonly subagents: number;
  readonly compactions: number;
  /** Approximate tokens of all tool output. */
  readonly outputTokens: number;
}

export function countsOf(
  trace: Trace,
  events: readonly Event[],
  turns: readonly Turn[],
): SessionCounts {
  const own = events.filter(({ agentId }) => agentId === undefined);
  const subagents = new Set(events.flatMap(({ agentId }) => agentId ?? []));
  return {
    events: events.length,
    prompts: turns.reduce((sum, { prompts }) => sum + prompts, 0),
    steps: trace.steps.length,
    kinds: kindsOf(trace.steps),
    errors: trace.steps.filter(isFailure).length,
    subagents: subagents.size,
    compactions: own.filter(({ kind }) => kind === "compaction").length,
    outputTokens: digestOf(trace)?.tokens ?? 0,
  };
}

export function filesOf({ steps }: Trace): { edited: ReportedFile[]; read: ReportedFile[] } {
  const uses = new Map<string, { path: string; reads: number; edits: number }>();
  const editedPaths = new Set(editedFiles(steps));
  for (const step of steps) {
    const isRead = step.isOk && step.tool === "read";
    if (!isRead && !isEdit(step)) continue;
    for (const path of new Set(step.files)) {
      const use = uses.get(path) ?? { path, reads: 0, edits: 0 };
      uses.set(path, use);
      if (isRead) use.reads++;
      else use.edits++;
    }
  }
  const all = [...uses.values()];
  return {
    edited: all
      .filter(({ path, edits }) => edits > 0 && editedPaths.has(path))
      .sort((a, b) => b.edits - a.edits || b.reads - a.reads),
    read: all.filter(({ edits }) => edits === 0).sort((a, b) => b.reads - a.reads),
  };
}

/** Returns the commits that git reported, and those made by quiet calls. */
export function commitsOf(trace: Trace, signals: readonly Signal[]): ReportedCommit[] {
  const announced = trace.commits.map(({ sha, message, files, ts }) => ({
    sha,
    message: clip(message.split("\n")[0] ?? "", 160),
    files: files.length,
    atMs: Date.parse(ts),
  }));
  const quiet = signals
    .filter(
      ({ type, subject }) => type === "commit" && subject.startsWith(`commit:${trace.session}:`),
    )
    .map(({ files, evidence }) => ({
      sha: null,
      message: "",
      files: files.length,
      atMs: evidence[0]?.atMs ?? 0,
    }));
  return [...announced, ...quiet].sort((a, b) => a.atMs - b.atMs);
}

export function seenSignals(signals: readonly Signal[]): SeenSignal[] {
  return [...Map.groupBy(signals, ({ type }) => type)]
    .map(([type, own]) => ({
      type,
      count: own.length,
      details: own.slice(0, 3).map(({ draft, evidence, subject }) => {
        return clip(draft?.content ?? evidence[0]?.detail ?? subject, 200);
      }),
    }))
    .sort((a, b) => b.count - a.count || (a.type < b.type ? -1 : 1));
}
