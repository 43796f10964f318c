/**
 * Learns from the project's rule files, its history and past sessions, as `tacit learn` does: in the background, one run at a
 * time, through its own connection to the store. A run that is stopped keeps what it learned, and the next run continues.
 * From its beginning until it is done, nothing else in the panel learns: not at the same time, and not what a stop left.
 */
import { MemoryError, type Tacit, type TranscriptToImport } from "@tacit-memory/memory";
import type { LearningResult, LearningState } from "@tacit-memory/protocol";
import { describeFailure } from "./api/library-text.ts";
import type { PanelMachine } from "./panel-machine.ts";

export interface Learning {
  readonly state: () => LearningState;
  readonly begin: (sources: LearningSources) => void;
  readonly stop: () => void;
  /** Whether the panel may learn besides: no run is in progress, and none was stopped. */
  readonly mayOthersLearn: () => boolean;
  /** Stops and waits for the end. */
  readonly close: () => Promise<void>;
}

interface LearningSources {
  /** Whether a person asked to read the transcripts that the repository contains, too. */
  readonly readsRepository: boolean;
}

export interface LearningOptions {
  /** Opens the store; it is closed after the run. */
  readonly open: () => Promise<Tacit>;
  readonly machine: Pick<PanelMachine, "transcripts">;
  /** Waits until no other part of the panel learns. */
  readonly untilAlone: () => Promise<void>;
}

/** Thrown through the import to end it; the import treats any other error as a problem of one file. */
const STOPPED = new MemoryError("interrupted", { reason: "learning was stopped in the panel" });

export function createLearning(options: LearningOptions): Learning {
  let state: LearningState = { step: "idle" };
  let running: Promise<void> | null = null;
  let isStopping = false;
  let isClosed = false;
  const mayGoOn = () => !isStopping;
  const requireGoingOn = () => {
    if (isStopping) throw STOPPED;
  };
  /** Reports progress. Throws if the run should stop. */
  const report = (next: LearningState) => {
    requireGoingOn();
    state = next;
  };
  const run = async (sources: LearningSources) => {
    try {
      const result = await learnAll(options, { ...sources, report, requireGoingOn, mayGoOn });
      state = { step: "done", ...result };
    } catch (error) {
      state =
        error === STOPPED ? { step: "stopped" } : { step: "failed", ...describeFailure(error) };
    }
    running = null;
  };
  return {
    state: () => (running !== null && isStopping ? { step: "stopping" } : state),
    mayOthersLearn: () => running === null && state.step !== "stopped",
    begin: (sources) => {
      if (running !== null || isClosed) return;
      isStopping = false;
      state = { step: "rules" };
      running = run(sources);
    },
    stop: () => {
      isStopping = true;
    },
    close: async () => {
      isClosed = true;
      isStopping = true;
      await running;
    },
  };
}

interface Run extends LearningSources {
  readonly report: (state: LearningState) => void;
  readonly requireGoingOn: () => void;
  readonly mayGoOn: () => boolean;
}

async function learnAll(
  { open, machine, untilAlone }: LearningOptions,
  { readsRepository, report, requireGoingOn, mayGoOn }: Run,
): Promise<LearningResult> {
  await untilAlone();
  requireGoingOn();
  const tacit = await open();
  try {
    // What hooks left is stored first: the import skips the sessions that hooks recorded.
    await tacit.sessions.drain(mayGoOn);
    requireGoingOn();
    const rules = await tacit.exchange.importRules();
    report({ step: "history" });
    const history = await tacit.exchange.importHistory({ onCommit: requireGoingOn });
    const own: TranscriptToImport[] = [];
    for await (const file of machine.transcripts(tacit.identity.root)) {
      requireGoingOn();
      own.push(file);
    }
    const read = (files: readonly TranscriptToImport[]) => {
      report({ step: "reading", files: 0, of: files.length, events: 0 });
      return tacit.exchange.importTranscripts({ files, isOwnIfGone: true }, (progress) =>
        report(progress.step === "reading" ? { ...progress, of: files.length } : progress),
      );
    };
    const past = readsRepository
      ? await tacit.exchange.withRepositoryTranscripts(
          await tacit.exchange.transcriptsInRepository(),
          (others) => read([...own, ...others]),
        )
      : await read(own);
    const promoted = [...history.learned.flatMap((learned) => learned.promoted), ...past.promoted];
    const lessons = promoted.filter(({ type }) => type !== "handoff");
    return {
      rules: rules.imported,
      commits: history.commits,
      sessions: past.sessions,
      memories: new Set(lessons.map(({ id }) => id)).size,
      problems: past.errors,
    };
  } finally {
    await tacit.close();
  }
}
