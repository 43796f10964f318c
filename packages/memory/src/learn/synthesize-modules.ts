/** Once a week, across modules: files that change together and that no session came upon (propose/coupling.ts). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ProjectId } from "../domain/ids.ts";
import type { Moment } from "../domain/moment.ts";
import { lastJob, runJob } from "../store/jobs.ts";
import { findProject } from "../store/projects.ts";
import type { Life } from "../workspace.ts";
import { promote } from "./promote/promote.ts";
import { coupledAcross } from "./propose/coupling.ts";
import { propose } from "./propose/propose.ts";

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
const LEASE_MS = 60_000;

/** One project's turn at a time; none where it is not due, or another process is at it. */
export async function lookAcross(
  life: Life,
  projectIds: readonly ProjectId[],
  mayGoOn: () => boolean,
): Promise<void> {
  for (const projectId of new Set(projectIds)) {
    if (!mayGoOn()) break;
    await lookAt(life, projectId);
  }
}

async function lookAt(life: Life, projectId: ProjectId): Promise<void> {
  const moment = life.moment();
  const kind = `across ${projectId}`;
  const last = await lastJob(life.db, kind, moment.nowMs);
  // One that failed has looked at nothing: it is not a week's turn, but no reason either to fail with every session.
  const waitMs = last?.state === "failed" ? DAY_MS : WEEK_MS;
  if (last !== undefined && moment.nowMs - last.startedAtMs < waitMs) return;
  const lease = { kind, trigger: "opportunistic", leaseMs: LEASE_MS };
  await runJob(life.db, lease, moment, async () => ({
    candidates: await proposeAcross(life, projectId, kind, moment),
  }));
}

/** How many were proposed. */
async function proposeAcross(
  life: Life,
  projectId: ProjectId,
  kind: string,
  moment: Moment,
): Promise<number> {
  return life.db.transaction(async (tx) => {
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
    const admission = { redaction: life.redaction, isStrict: life.isStrict };
    await promote(
      tx,
      proposals,
      {
        session,
        mode: project?.mode ?? "automatic",
        admission,
        promotesStatistics: life.promotesStatistics,
      },
      moment,
    );
    return proposals.length;
  });
}
