/** `tacit.brief`: what an agent is shown at each point, and what a task will need. */

import { MAY_LOOK } from "../anchors/branches/branches-here.ts";
import type { Env } from "../domain/options.ts";
import type { CodeNames } from "../domain/ports/code-names.ts";
import type { NextRequest, PrefetchRequest } from "../recall/prefetch-files.ts";
import { type Asking, agentReader } from "../recall/reader.ts";
import { lastStartBlockMs } from "../store/sessions/injections.ts";
import type { Workspace } from "../workspace.ts";
import { type ContextBlock, EMPTY_BLOCK } from "./block.ts";
import { type LateMoment, lateMarkOf } from "./late-mark.ts";
import { requestBlock } from "./request-note.ts";
import * as session from "./session-blocks.ts";
import type { Teller } from "./teller.ts";
import * as tool from "./tool-blocks.ts";

const turns = () => import("./end-turn.ts");
const files = () => import("../recall/prefetch-files.ts");

export function briefSurface(workspace: Workspace, env: Env, code: CodeNames) {
  const { db, projectId, trust } = workspace;
  const duringSession = async (make: () => Promise<ContextBlock>) =>
    trust.showsDuringSession ? make() : EMPTY_BLOCK;
  return {
    /** Identifies who asks, to decide which memories it may read. */
    agentReader: (asking: Asking) => agentReader(workspace, asking),
    startBlock: (teller: Teller, about: Parameters<typeof session.startBlock>[2] = {}) =>
      session.startBlock(workspace, teller, about),
    /** Counts the pinned memories that a session that starts now is shown by title only. */
    countPinnedByTitle: async () =>
      (await import("./pinned-by-title.ts")).countPinnedByTitle(workspace),
    promptBlock: (teller: Teller, prompt: string) =>
      duringSession(() => session.promptBlock(workspace, teller, prompt)),
    subagentBlock: (teller: Teller, about: Parameters<typeof session.subagentBlock>[2] = {}) =>
      session.subagentBlock(workspace, teller, about),
    toolBlock: (teller: Teller, use: tool.ToolUse) =>
      duringSession(() => tool.toolBlock(workspace, teller, use)),
    commandBlock: (teller: Teller, command: string) =>
      duringSession(() => tool.commandBlock(workspace, teller, command)),
    searchBlock: (teller: Teller, patterns: readonly string[]) =>
      duringSession(() => tool.searchBlock(workspace, teller, patterns)),
    hasStartBlock: async (teller: string) =>
      (await lastStartBlockMs(db, projectId, teller)) !== null,
    lateMark: (moment: LateMoment, teller: string) => lateMarkOf(workspace, moment, teller),

    /** Asks the agent to record what its last turn resolved, if `endTurn` found something. */
    requestBlock: (id: string) => requestBlock(workspace, env, id),
    endTurn: async (id: string) => (await turns()).endTurn(workspace, env, id),
    inTurnBlock: async (id: string) => (await turns()).askInTurn(workspace, env, id),
    /** Asks git what was merged and what was renamed; does nothing if nothing has moved. */
    lookAtGit: async (lookMs: number = MAY_LOOK) =>
      (await import("../anchors/renames.ts")).lookAtGit(workspace, lookMs),

    /** Returns the files a task will need, best first. */
    prefetch: async (request: PrefetchRequest) =>
      (await files()).prefetchFor(workspace, code, request),
    /** Returns the files a session will open next, best first; null for a session without an event. */
    nextFiles: async (request: NextRequest) => (await files()).nextFor(workspace, request),
  };
}
