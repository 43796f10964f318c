/** Promotes what is proposed from a session to memories linked to the code, inside the caller's transaction. */

import { SESSION_KINDS, type SessionKind } from "@tacit-memory/protocol";
import type { Database } from "@tacit-memory/sqlite";
import { stagingAt } from "../anchors/branches/staging.ts";
import { headOf } from "../anchors/freshness/check-memories.ts";
import { link } from "../anchors/link/link.ts";
import { type OrderedEvent, storedSeqsOf } from "../capture/event-order.ts";
import { learningMode } from "../config/trust.ts";
import type { MemoryId } from "../domain/ids.ts";
import { HISTORY_AGENT, type Memory } from "../domain/memory.ts";
import { getMemories } from "../store/memories/memories.ts";
import type { ProjectRow } from "../store/projects.ts";
import type { SessionRow } from "../store/sessions/sessions.ts";
import type { Workspace } from "../workspace.ts";
import type { Repositories } from "./checks/repositories.ts";
import {
  type Promotion,
  type ProposalFacts,
  promote,
  type SessionBranch,
} from "./promote/promote.ts";

export interface PromotionInput {
  readonly session: SessionRow;
  /** Undefined until the project has been recorded. */
  readonly project: ProjectRow | undefined;
  /** Whether the session can see a memory, given the branches of both. */
  readonly isVisible: (memory: Memory) => boolean;
  readonly repositories: Repositories;
  /** Memories of earlier sessions that notes of this one replace or remove. */
  readonly outdated?: ReadonlySet<MemoryId>;
  /** Returns the branch at an event; null if the session stayed on one. */
  readonly branchAt?: (seq: number) => string | null;
  /** Events as they were read, if their numbers differ from those of the log. */
  readonly events?: readonly OrderedEvent[];
}

export interface Promoted {
  readonly promotions: readonly Promotion[];
  /** New memories. */
  readonly promoted: readonly Memory[];
}

export async function promoteFrom(
  db: Database,
  workspace: Workspace,
  input: PromotionInput,
  proposals: readonly ProposalFacts[],
): Promise<Promoted> {
  const { session, project, isVisible, repositories, branchAt = () => null, events = [] } = input;
  const { outdated = new Set() } = input;
  const root = project?.root ?? null;
  const promotions = await promote(
    db,
    proposals,
    {
      session: {
        ...session,
        kind: sessionKind(session.kind),
        endedAtMs: session.lastEventMs,
        isStaged: isStagedSession(session, root),
      },
      placeAt: (seq) => {
        const branch = branchAt(seq);
        return branch === null ? null : placeOn(session, branch, root);
      },
      storedSeqOf: storedSeqsOf(events),
      mode: learningMode(project?.mode, workspace.trust),
      admission: {
        redaction: workspace.redaction,
        isStrict: workspace.isStrict,
        isVisible,
        outdated,
        isFromSession: true,
      },
      promotesStatistics: workspace.promotesStatistics,
      statingFile: (candidate) => repositories.fileStating(root, candidate),
    },
    workspace.moment(),
  );
  const promoted = await memoriesOf(db, promotions, ({ isMerge }) => !isMerge);
  const revised = await memoriesOf(db, promotions, ({ isRevised }) => isRevised === true);
  const commit = (root === null ? null : headOf(root)) ?? session.commit;
  for (const memory of [...promoted, ...revised]) await link(db, memory, root, commit);
  return { promotions, promoted };
}

function isStagedSession(
  { branch, commit, origin, agent }: SessionRow,
  root: string | null,
): boolean {
  // A repository's history is not a session: whatever is checked out while it is read, most of it is on every branch.
  if (agent === HISTORY_AGENT) return false;
  return stagingAt(root).isStaged({ branch, commit, isLive: origin === "live" });
}

function placeOn(session: SessionRow, branch: string, root: string | null): SessionBranch {
  const commit =
    branch === session.branch ? session.commit : (stagingAt(root).tipOf(branch) ?? session.commit);
  return { branch, commit, isStaged: isStagedSession({ ...session, branch, commit }, root) };
}

async function memoriesOf(
  db: Database,
  promotions: readonly Promotion[],
  isWanted: (item: Promotion) => boolean,
): Promise<Memory[]> {
  const ids = promotions.flatMap((promotion): MemoryId[] =>
    promotion.memoryId !== null && isWanted(promotion) ? [promotion.memoryId] : [],
  );
  const memories = await getMemories(db, ids);
  const order = new Map(ids.map((id, i) => [id, i]));
  return memories.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

function sessionKind(kind: string | null): SessionKind | null {
  return SESSION_KINDS.find((item) => item === kind) ?? null;
}
