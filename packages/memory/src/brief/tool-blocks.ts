/**
 * Decides what an agent is shown at a tool call: about the current files, the failure, the command about to run, or the
 * search just made. recall → gate → ledger → block, as at every point; usually nothing is shown.
 */

import { hiddenHere } from "../anchors/branches/current-branches.ts";
import { formerPlacesNoted } from "../anchors/renames.ts";
import { USER_RULE_TAG } from "../domain/draft.ts";
import type { Hit } from "../domain/hit.ts";
import type { Memory } from "../domain/memory.ts";
import { gate, levelsOf, maySpeak, SPEAKABLE } from "../recall/gate.ts";
import { agentReader } from "../recall/reader.ts";
import { recall } from "../recall/recall.ts";
import type { Offer } from "../recall/shown/choose-levels.ts";
import { type Pointer, passagePointer } from "../recall/shown/pointer.ts";
import { INJECT } from "../recall/shown/tuning.ts";
import { passageOfFix } from "../store/sessions/passages.ts";
import type { Workspace } from "../workspace.ts";
import type { ContextBlock } from "./block.ts";
import type { Failure, FailureQuestion } from "./failure-query.ts";
import { showOnce } from "./ledger.ts";
import type { Recipient } from "./recipient.ts";
import { runText } from "./run-text.ts";
import { searchForBlock } from "./search-unasked.ts";
import { saysWhere, WORTH_AT_FILE } from "./worth-showing.ts";

export interface ToolUse {
  readonly files: readonly string[];
  /** Error output; null if the call succeeded. */
  readonly error: string | null;
  /** The failed command, if the tool was a shell. */
  readonly command?: string | null | undefined;
}

/** Returns memories about the current files, or the fix of the error. */
export async function toolBlock(
  workspace: Workspace,
  recipient: Recipient,
  use: ToolUse,
): Promise<ContextBlock> {
  const { files, error, command } = use;
  const offer =
    error === null
      ? await aboutFiles(workspace, recipient, files)
      : await aboutFailure(workspace, recipient, { error, command });
  return showOnce(workspace, recipient, offer, {
    tokens: 300,
    memories: INJECT.toolMemories,
    charsEach: INJECT.toolChars,
    isAtFiles: error === null,
  });
}

/** Returns memories whose trigger matches a command about to run. */
export async function commandBlock(
  workspace: Workspace,
  recipient: Recipient,
  command: string,
): Promise<ContextBlock> {
  const request = { query: runText(command), isTriggered: true, limit: TRIGGERED_AT_MOST };
  const hits = await searchForBlock(workspace, recipient, request);
  const budget = {
    tokens: 300,
    memories: INJECT.toolMemories,
    charsEach: INJECT.toolChars,
  };
  return showOnce(workspace, recipient, levelsOf(hits, "prompt", workspace.trust), budget);
}

const TRIGGERED_AT_MOST = 10;

async function aboutFiles(
  workspace: Workspace,
  recipient: Recipient,
  files: readonly string[],
): Promise<Offer> {
  if (files.length === 0) return { full: [] };
  const formerPlaces = await formerPlacesNoted(workspace, files);
  const isOfThese = (memory: Memory) =>
    memory.files.some((path) => files.includes(path) || formerPlaces.includes(path));
  const hits = await recall(
    workspace.db,
    {
      projectId: workspace.projectId,
      root: workspace.identity.root,
      freshness: workspace.freshness,
      audience: agentReader(workspace, recipient),
      query: "",
      files,
      formerPlaces,
      types: SPEAKABLE,
      ...(await hiddenHere(workspace)),
      mayAnswer: (memory) =>
        !saysWhere(memory) &&
        !memory.needsReview &&
        (memory.standing !== "hypothesis" || (isUsersRule(memory) && isOfThese(memory))),
      limit: 12,
    },
    workspace.moment().nowMs,
  );
  const shown = hits.filter((hit) => isAboutFile(hit) && maySpeak(hit, workspace.trust));
  const isUnconfirmed = ({ memory }: Hit) => memory.standing === "hypothesis";
  return {
    full: shown.filter((hit) => !isUnconfirmed(hit)),
    pointers: shown.filter(isUnconfirmed),
  };
}

/** A rule that the user stated about a file is pointed to at this file, even if it was said only once. */
function isUsersRule({ tags }: Memory): boolean {
  return tags.includes(USER_RULE_TAG);
}

/** Returns whether the memory is anchored to the file or triggered by its path. */
function isAboutFile({ memory, explanation: { ranks } }: Hit): boolean {
  return (
    ranks.trigger !== undefined ||
    (ranks.anchor !== undefined && WORTH_AT_FILE.includes(memory.type))
  );
}

async function aboutFailure(
  workspace: Workspace,
  recipient: Recipient,
  failure: Failure,
): Promise<Offer> {
  const { questionOf, saysItAgain } = await import("./failure-query.ts");
  const question = questionOf(failure, workspace.redaction);
  const { query, fingerprints } = question;
  if (query === "") return { full: [] };
  const { full, pointers } = levelsOf(
    await searchForBlock(workspace, recipient, { query, fingerprints, limit: 5 }),
    "failure",
    workspace.trust,
  );
  // A match of the exact error ranks before a match of a single line.
  const rank = ({ explanation: { ranks } }: Hit) => ranks.fingerprint ?? Number.POSITIVE_INFINITY;
  const news = full.filter((hit) => !saysItAgain(hit, question));
  return {
    full: news.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))),
    pointers,
    passages: news.length > 0 ? [] : await fixedBefore(workspace, recipient, question),
  };
}

/** Returns a pointer to what an agent said in the session that last fixed the same failure. */
async function fixedBefore(
  { db, projectId }: Workspace,
  { session }: Recipient,
  { keys }: FailureQuestion,
): Promise<Pointer[]> {
  // A subagent's session id begins with that of its session.
  const passage = await passageOfFix(db, projectId, session.split("/")[0] ?? session, keys);
  return passage === undefined ? [] : [passagePointer(passage)];
}

/** Answers searches just made whose target is known. */
export async function searchBlock(
  workspace: Workspace,
  recipient: Recipient,
  patterns: readonly string[],
): Promise<ContextBlock> {
  const found: Hit[] = [];
  const hidden = await hiddenHere(workspace);
  for (const pattern of patterns.slice(0, 3)) {
    const hits = await recall(
      workspace.db,
      {
        projectId: workspace.projectId,
        root: workspace.identity.root,
        freshness: workspace.freshness,
        audience: agentReader(workspace, recipient),
        query: pattern,
        types: ["module_insight"],
        ...hidden,
        limit: 3,
      },
      workspace.moment().nowMs,
    );
    found.push(
      ...gate(hits, workspace.trust).filter((hit) => hit.memory.payload.pattern === pattern),
    );
  }
  const budget = { tokens: 300, memories: 2, charsEach: INJECT.toolChars };
  return showOnce(workspace, recipient, { full: found }, budget);
}
