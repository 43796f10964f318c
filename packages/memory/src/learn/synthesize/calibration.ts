/**
 * How much work do tasks of a kind, or in a module, take here, against what sessions take in general? And what does a
 * module cost to read? Medians of earlier sessions, so that one that ran away does not move them.
 */
import { type TaskKind, taskKindOf } from "../../domain/session/session-digest.ts";
import type { PastDigest, PastVisit } from "../../store/sessions/session-digests.ts";
import { SYNTHESIZE } from "./tuning.ts";

export interface Calibration {
  /** Sessions that were counted. */
  readonly sessions: number;
  /** Steps of a session, the median; null while too few are known. */
  readonly usualSteps: number | null;
  /** Of the task's kind. */
  readonly kind: Compared & { readonly name: TaskKind };
  /** Of the modules asked for, in that order; those that no session changed are left out. */
  readonly modules: readonly ModuleCost[];
}

interface Compared {
  readonly sessions: number;
  /** Steps of these sessions over what is usual, medians both; null while too few are known. */
  readonly factor: number | null;
}

interface ModuleCost extends Compared {
  readonly module: string;
  /** Tokens that a session reads of it, about, the median. */
  readonly tokens: number;
}

/** What a session usually takes, from the steps of earlier ones; null while too few are known. */
export function usualOf(steps: readonly number[]): { readonly steps: number } | null {
  const worked = steps.filter((count) => count > 0);
  return worked.length < SYNTHESIZE.usualMinSessions ? null : { steps: median(worked) };
}

/** For a task that is about to begin, in these modules. */
export function calibrate(
  task: string,
  modules: readonly string[],
  digests: readonly PastDigest[],
  visits: readonly PastVisit[],
): Calibration {
  const usual = usualOf(digests.map(({ steps }) => steps))?.steps ?? null;
  const name = taskKindOf(task);
  const alike = digests.filter(({ kind }) => kind === name);
  return {
    sessions: digests.length,
    usualSteps: usual,
    kind: {
      name,
      ...compared(
        alike.map(({ steps }) => steps),
        usual,
      ),
    },
    modules: modules.flatMap((module) => {
      const own = visits.filter((visit) => visit.module === module && visit.edits > 0);
      if (own.length === 0) return [];
      const tokens = median(own.map((visit) => visit.tokens));
      return [
        {
          module,
          tokens,
          ...compared(
            own.map(({ steps }) => steps),
            usual,
          ),
        },
      ];
    }),
  };
}

/**
 * By what a host may multiply its own limit of steps: what such tasks take here over what is usual, at most twice. 1 where
 * too little is known.
 */
export function stepLimitFactor({ kind, modules }: Calibration): number {
  const factors = [kind, ...modules].flatMap(({ factor }) => (factor === null ? [] : [factor]));
  if (factors.length === 0) return 1;
  return Math.min(Math.max(...factors), SYNTHESIZE.stepLimitMost);
}

function compared(steps: readonly number[], usual: number | null): Compared {
  const own = usualOf(steps);
  const factor =
    own === null || usual === null ? null : Math.round((own.steps / usual) * 100) / 100;
  return { sessions: steps.length, factor };
}

/** The lower of the two in the middle; of at least one. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
