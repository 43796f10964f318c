/** Estimates what a task will take, for planning, from earlier sessions (synthesize/calibration.ts). */

import { moduleOf } from "../domain/session/session-digest.ts";
import { grouped } from "../domain/text/grouped.ts";
import { type Calibration, calibrate, stepLimitFactor } from "../learn/synthesize/calibration.ts";
import { type ModuleStatistics, moduleStatistics } from "../learn/synthesize/module-statistics.ts";
import { SYNTHESIZE } from "../learn/synthesize/tuning.ts";
import { pastDigests, pastVisits } from "../store/sessions/session-digests.ts";
import type { Workspace } from "../workspace.ts";

export interface Planning extends Omit<Calibration, "modules"> {
  readonly modules: readonly PlannedModule[];
  /** Factor by which a host may multiply its own step limit, in (0, 2]; 1 when too little is known. */
  readonly stepLimitFactor: number;
}

type PlannedModule = Calibration["modules"][number] & {
  readonly prefetch: ModuleStatistics["prefetch"];
};

export interface PlanningRequest {
  /** The task; "" for any. */
  readonly task: string;
  /** Files the task will need, best first; their modules are analysed. Default: none. */
  readonly files?: readonly string[] | undefined;
}

/** A number that no session row has. */
const NO_SESSION = -1;

export async function planningFor(
  workspace: Workspace,
  { task, files = [] }: PlanningRequest,
): Promise<Planning> {
  const { lookBackSessions, planModules } = SYNTHESIZE;
  const limit = lookBackSessions;
  const digests = await pastDigests(workspace.db, workspace.projectId, {
    exceptRid: NO_SESSION,
    limit,
  });
  const visits = await pastVisits(workspace.db, workspace.projectId, limit);
  const modules = [...new Set(files.map(moduleOf))].slice(0, planModules);
  const calibration = calibrate(task, modules, digests, visits);
  const patterns = new Map(
    moduleStatistics(digests, visits).map(({ module, prefetch }) => [module, prefetch]),
  );
  return {
    ...calibration,
    modules: calibration.modules.map((module) => ({
      ...module,
      prefetch: patterns.get(module.module) ?? { always: [], often: [] },
    })),
    stepLimitFactor: stepLimitFactor(calibration),
  };
}

/** Returns what the newest sessions did in each module, those that most of them changed first. */
export async function moduleStatisticsOf(workspace: Workspace): Promise<ModuleStatistics[]> {
  const limit = SYNTHESIZE.lookBackSessions;
  const digests = await pastDigests(workspace.db, workspace.projectId, {
    exceptRid: NO_SESSION,
    limit,
  });
  return moduleStatistics(digests, await pastVisits(workspace.db, workspace.projectId, limit));
}

/** Returns sentences; none when too little is known. */
export function planningLines({ usualSteps, sessions, kind, modules }: Planning): string[] {
  if (usualSteps === null) return [];
  const ofKind =
    kind.factor === null || kind.name === "other"
      ? []
      : [`- ${kind.name} tasks${times(kind.factor)} (${kind.sessions} sessions)`];
  return [
    `- a session takes ${usualSteps} steps (median of ${sessions} sessions)`,
    ...ofKind,
    ...modules.map(moduleLine),
  ];
}

function moduleLine({ module, sessions, factor, tokens, prefetch }: PlannedModule): string {
  const where = module === "." ? "the root folder" : `\`${module}\``;
  const cost = `sessions read about ${grouped(tokens)} tokens of it`;
  return [
    `- changes in ${where}${times(factor)} (${sessions} ${sessions === 1 ? "session" : "sessions"}); ${cost}`,
    ...opened("nearly always", prefetch.always),
    ...opened("often", prefetch.often),
  ].join("; ");
}

function opened(how: string, files: ModuleStatistics["files"]): string[] {
  return files.length === 0
    ? []
    : [`${how} opened files: ${files.map(({ name }) => `\`${name}\``).join(", ")}`];
}

function times(factor: number | null): string {
  return factor === null ? "" : ` take ${factor} times the usual number of steps`;
}
