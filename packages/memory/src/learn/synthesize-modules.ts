/** Proposes coupled files across modules that no session proposed, once a week (propose/coupling.ts). */

import { existsSync } from "node:fs";
import { join } from "node:path";
import { learningMode } from "../config/trust.ts";
import type { ProjectId } from "../domain/ids.ts";
import type { Moment } from "../domain/moment.ts";
import { lastJob, runJob } from "../store/jobs.ts";
import { findProject } from "../store/projects.ts";
import type { Workspace } from "../workspace.ts";
import { promote } from "./promote/promote.ts";
import { coupledAcross } from "./propose/coupling.ts";
import { propose } from "./propose/propose.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const LEASE_MS = 60_000;

/** Analyses each project in turn; skips one that is not due or that another process is analysing. */
export async function synthesizeModules(
  workspace: Workspace,
  projectIds: readonly ProjectId[],
  mayGoOn: () => boolean,
): Promise<void> {
  for (const projectId of new Set(projectIds)) {
    if (!mayGoOn()) break;
    await synthesizeProject(workspace, projectId);
  }
}

async function synthesizeProject(workspace: Workspace, projectId: ProjectId): Promise<void> {
  const moment = workspace.moment();
  const kind = `across ${projectId}`;
  const last = await lastJob(workspace.db, kind, moment.nowMs);
  // A failed analysis does not count as the week's, but it must not be retried with every session.
  const waitMs = last?.state === "failed" ? DAY_MS : WEEK_MS;
  if (last !== undefined && moment.nowMs - last.startedAtMs < waitMs) return;
  const lease = { kind, trigger: "opportunistic", leaseMs: LEASE_MS };
  await runJob(workspace.db, lease, moment, async () => ({
    candidates: await proposeAcross(workspace, projectId, kind, moment),
  }));
}

/** Proposes coupled files and returns how many candidates there were. */
async function proposeAcross(
  workspace: Workspace,
  projectId: ProjectId,
  kind: string,
  moment: Moment,
): Promise<number> {
  return workspace.db.transaction(async (tx) => {
    const project = await findProject(tx, projectId);
    if (project?.mode === "off" || project?.mode === "incognito") return 0;
    const root = project?.root ?? null;
    const isThere = (path: string) => root === null || existsSync(join(root, path));
    const signals = await coupledAcross(tx, projectId, isThere, moment.nowMs);
    const proposals = await propose(tx, projectId, signals, moment);
    const session = {
      id: kind,
      kind: null,
      outcome: null,
      agent: null,
      branch: null,
      commit: null,
      isStaged: false,
      endedAtMs: moment.nowMs,
    };
    const admission = { redaction: workspace.redaction, isStrict: workspace.isStrict };
    await promote(
      tx,
      proposals,
      {
        session,
        mode: learningMode(project?.mode, workspace.trust),
        admission,
        promotesStatistics: workspace.promotesStatistics,
      },
      moment,
    );
    return proposals.length;
  });
}
