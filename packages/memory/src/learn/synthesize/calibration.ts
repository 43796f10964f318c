/**
 * Compares the effort of tasks of a kind, or in a module, with that of sessions in general, and estimates the cost of reading
 * a module. Uses medians of earlier sessions, so that a single very long session does not distort them.
 */
import { type TaskKind, taskKindOf } from "../../domain/session/session-digest.ts";
import type { PastDigest, PastVisit } from "../../store/sessions/session-digests.ts";
import { SYNTHESIZE } from "./tuning.ts";

export interface Calibration {
  /** Number of sessions that were counted. */
  readonly sessions: number;
  /** Median steps of a session; null when too few sessions are known. */
  readonly usualSteps: number | null;
  /** Comparison for the kind of the task. */
  readonly kind: Compared & { readonly name: TaskKind };
  /** Costs of the requested modules, in that order; modules that no session changed are left out. */
  readonly modules: readonly ModuleCost[];
}

interface Compared {
  readonly sessions: number;
  /** Median steps of these sessions divided by the usual steps; null when too few sessions are known. */
  readonly factor: number | null;
}

interface ModuleCost extends Compared {
  readonly module: string;
  /** Approximate median of the tokens that a session reads of the module. */
  readonly tokens: number;
}

/** Returns the usual steps of a session, from earlier ones; null when too few are known. */
export function usualOf(steps: readonly number[]): { readonly steps: number } | null {
  const worked = steps.filter((count) => count > 0);
  return worked.length < SYNTHESIZE.usualMinSessions ? null : { steps: median(worked) };
}

/** Calibrates a task that is about to begin, in these modules. */
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
 * Returns the factor by which a host may multiply its own step limit: steps of such tasks divided by the usual steps, at most
 * twice. 1 when too little is known.
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

/** Returns the median, the lower of the two middle values; `values` must not be empty. */
function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0;
}
