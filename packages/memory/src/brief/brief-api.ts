/** `tacit.brief`: what an agent is shown at each point, and what a task will need. */

import { GIT_LIMIT_MS } from "../anchors/branches/current-branches.ts";
import type { Env } from "../domain/options.ts";
import type { CodeNames } from "../domain/ports/code-names.ts";
import type { NextRequest, PrefetchRequest } from "../recall/prefetch-files.ts";
import { type AgentSession, agentReader } from "../recall/reader.ts";
import { lastStartBlockMs } from "../store/sessions/injections.ts";
import type { Workspace } from "../workspace.ts";
import { type ContextBlock, EMPTY_BLOCK } from "./block.ts";
import { type LateMoment, lateMarkOf } from "./late-mark.ts";
import type { Recipient } from "./recipient.ts";
import { requestBlock } from "./request-note.ts";
import * as session from "./session-blocks.ts";
import * as tool from "./tool-blocks.ts";

const turns = () => import("./end-turn.ts");
const files = () => import("../recall/prefetch-files.ts");

export function briefApi(workspace: Workspace, env: Env, code: CodeNames) {
  const { db, projectId, trust } = workspace;
  const duringSession = async (make: () => Promise<ContextBlock>) =>
    trust.showsDuringSession ? make() : EMPTY_BLOCK;
  return {
    /** Identifies who asks, to decide which memories it may read. */
    agentReader: (asking: AgentSession) => agentReader(workspace, asking),
    startBlock: (recipient: Recipient, about: Parameters<typeof session.startBlock>[2] = {}) =>
      session.startBlock(workspace, recipient, about),
    /** Counts the pinned memories that a session that starts now is shown by title only. */
    countPinnedByTitle: async () =>
      (await import("./pinned-by-title.ts")).countPinnedByTitle(workspace),
    promptBlock: (recipient: Recipient, prompt: string) =>
      duringSession(() => session.promptBlock(workspace, recipient, prompt)),
    subagentBlock: (
      recipient: Recipient,
      about: Parameters<typeof session.subagentBlock>[2] = {},
    ) => session.subagentBlock(workspace, recipient, about),
    toolBlock: (recipient: Recipient, use: tool.ToolUse) =>
      duringSession(() => tool.toolBlock(workspace, recipient, use)),
    commandBlock: (recipient: Recipient, command: string) =>
      duringSession(() => tool.commandBlock(workspace, recipient, command)),
    searchBlock: (recipient: Recipient, patterns: readonly string[]) =>
      duringSession(() => tool.searchBlock(workspace, recipient, patterns)),
    hasStartBlock: async (recipient: string) =>
      (await lastStartBlockMs(db, projectId, recipient)) !== null,
    lateMark: (moment: LateMoment, recipient: string) => lateMarkOf(workspace, moment, recipient),

    /** Asks the agent to record what its last turn resolved, if `endTurn` found something. */
    requestBlock: (id: string) => requestBlock(workspace, env, id),
    endTurn: async (id: string) => (await turns()).endTurn(workspace, env, id),
    inTurnBlock: async (id: string) => (await turns()).askInTurn(workspace, env, id),
    /** Asks git what was merged and what was renamed; does nothing if nothing has moved. */
    lookAtGit: async (gitLimitMs: number = GIT_LIMIT_MS) =>
      (await import("../anchors/renames.ts")).checkGit(workspace, gitLimitMs),

    /** Returns the files a task will need, best first. */
    prefetch: async (request: PrefetchRequest) =>
      (await files()).prefetchFor(workspace, code, request),
    /** Returns the files a session will open next, best first; null for a session without an event. */
    nextFiles: async (request: NextRequest) => (await files()).nextFor(workspace, request),
  };
}
