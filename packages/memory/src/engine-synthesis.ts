/** Once a week, across modules: files that change together and that no session came upon (propose/coupling.ts). */
import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ProjectId } from "./domain/ids.ts";
import type { Life } from "./life.ts";
import { promote } from "./promote/promote.ts";
import { coupledAcross } from "./propose/coupling.ts";
import { propose } from "./propose/propose.ts";
import { finishJob, lastJob, leaseJob } from "./store/jobs.ts";
import { findProject } from "./store/projects.ts";

const WEEK_MS = 7 * 86_400_000;
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
  const last = await lastJob(life.db, kind);
  if (last !== undefined && moment.nowMs - last.startedAtMs < WEEK_MS) return;
  const lease = { kind, trigger: "opportunistic", leaseMs: LEASE_MS };
  const id = await leaseJob(life.db, lease, moment);
  if (id === null) return;
  const made = await life.db.transaction(async (tx) => {
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
      { session, mode: project?.mode ?? "automatic", admission },
      moment,
    );
    return proposals.length;
  });
  const counters = { candidates: made };
  await finishJob(life.db, { id, kind }, { counters, error: null }, moment.nowMs);
}
