/** `tacit.admin`: projects, the mode of this project, health, and the models in use. */
import type { Mode } from "@tacit-memory/project";
import type { ToForget } from "../curate/forget-selected.ts";
import type { ForgetFilter } from "../curate/select-to-forget.ts";
import { memoryStatistics } from "../store/memories/statistics.ts";
import { listProjects, modeOf, touchProject } from "../store/projects.ts";
import { repairSchema } from "../store/whole-schema.ts";
import type { Workspace, Writes } from "../workspace.ts";
import type { ActivityRequest, ShownFilter } from "./activity.ts";
import type { StoreMark } from "./changes-since.ts";
import { formerProjects } from "./former-projects.ts";
import { mergeProjects } from "./merge-projects.ts";
import type { Environments } from "./option-notes.ts";
import { changeMode } from "./project-mode.ts";
import { noteText } from "./status-notes.ts";

const backups = () => import("./backups.ts");
const forgetting = () => import("../curate/forget-selected.ts");
const selecting = () => import("../curate/select-to-forget.ts");
const checks = () => import("./examine.ts");
const state = () => import("./status.ts");
const activity = () => import("./activity.ts");
const changes = () => import("./changes-since.ts");

export function adminApi(workspace: Workspace, { removing }: Writes, envs: Environments) {
  const { env } = envs;
  const { db, projectId } = workspace;
  return {
    projects: () => listProjects(db),
    mergeProjects: async (from: string, to: string) => mergeProjects(workspace, from, to),
    /** Returns a line for each project that may be this folder's own under an earlier name; its memories are not shown. */
    formerProjects: async () => (await formerProjects(workspace)).map(noteText),
    mode: () => modeOf(workspace),
    setMode: async (mode: Mode) => {
      await touchProject(db, workspace.identity, workspace.moment().nowMs);
      await changeMode(workspace, mode);
    },
    status: async () => (await state()).statusOf(workspace, envs),
    examine: async () => (await checks()).examine(workspace, envs),
    /** What was shown to agents by memory and time, newest first. */
    shown: async (filter: ShownFilter) => (await activity()).shownOf(workspace, filter),
    /** Where the store stands now, and what changed since. */
    mark: async () => (await changes()).markOf(workspace),
    changesSince: async (mark: StoreMark) => (await changes()).changesSince(workspace, mark),
    /** Counts this project's memories and lists those that helped most. */
    statistics: async (mostHelpful = 5) => memoryStatistics(db, projectId, mostHelpful),
    /** Memories made and shown, by day. */
    activity: async (request: ActivityRequest) => (await activity()).activityOf(workspace, request),
    /** Rebuilds what can be derived: full-text indexes, triggers, caches. */
    repairIndex: () => repairSchema(db),
    /** Selects and forgets memories and sessions that match a filter, or everything of this project. */
    toForget: async (filter: ForgetFilter) => ({
      memories: await (await selecting()).memoriesToForget(workspace, filter),
      sessions: await (await selecting()).sessionsToForget(workspace, filter),
    }),
    forget: async (what: ToForget) =>
      removing(async () => (await forgetting()).forgetSelected(workspace, what)),
    forgetProject: async () => removing(async () => (await forgetting()).forgetProject(workspace)),
    /** Backups of the store: list, and make the daily one. */
    backups: async () => (await backups()).backupsOf(workspace),
    /** Encoders: list, download, choose, embed. */
    models: async () => (await import("./models.ts")).modelsOf(workspace, { env }),
    /** Rerankers and the model for HyDE: list, choose, check. */
    rerankers: async () => (await import("./rerankers.ts")).rerankersOf(workspace, { env }),
    /** Models that write lessons: list, choose, check. */
    writers: async () => (await import("./writers.ts")).writersOf(workspace, { env }),
    /** Which model each role uses, as the request that chooses it again. */
    chosenModels: async () => (await import("./chosen-models.ts")).chosenModels(workspace),
  };
}
