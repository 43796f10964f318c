/**
 * Decides what an agent is shown at a tool call: about the current files, the failure, the command about to run, or the
 * search just made. recall → gate → ledger → block, as at every point; usually nothing is shown.
 */

import { hiddenHere } from "../anchors/branches/branches-here.ts";
import { formerPlacesNoted } from "../anchors/renames.ts";
import type { Hit } from "../domain/hit.ts";
import { gate, levelsOf, maySpeak, SPEAKABLE } from "../recall/gate.ts";
import { agentReader } from "../recall/reader.ts";
import { recall } from "../recall/recall.ts";
import type { Offer } from "../recall/shown/choose-levels.ts";
import { INJECT } from "../recall/shown/tuning.ts";
import type { Workspace } from "../workspace.ts";
import type { ContextBlock } from "./block.ts";
import type { Failure } from "./failure-query.ts";
import { tell } from "./ledger.ts";
import { runText } from "./run-text.ts";
import { searchUnasked } from "./search-unasked.ts";
import type { Teller } from "./teller.ts";
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
  teller: Teller,
  use: ToolUse,
): Promise<ContextBlock> {
  const { files, error, command } = use;
  const offer =
    error === null
      ? { full: await aboutFiles(workspace, teller, files) }
      : await aboutFailure(workspace, teller, { error, command });
  return tell(workspace, teller, offer, {
    tokens: 300,
    memories: INJECT.toolMemories,
    charsEach: INJECT.toolChars,
    isAtFiles: error === null,
  });
}

/** Returns memories whose trigger matches a command about to run. */
export async function commandBlock(
  workspace: Workspace,
  teller: Teller,
  command: string,
): Promise<ContextBlock> {
  const asked = { query: runText(command), isTriggered: true, limit: TRIGGERED_AT_MOST };
  const hits = await searchUnasked(workspace, teller, asked);
  const budget = {
    tokens: 300,
    memories: INJECT.toolMemories,
    charsEach: INJECT.toolChars,
  };
  return tell(workspace, teller, levelsOf(hits, "prompt", workspace.trust), budget);
}

const TRIGGERED_AT_MOST = 10;

async function aboutFiles(
  workspace: Workspace,
  teller: Teller,
  files: readonly string[],
): Promise<Hit[]> {
  if (files.length === 0) return [];
  const hits = await recall(
    workspace.db,
    {
      projectId: workspace.projectId,
      root: workspace.identity.root,
      freshness: workspace.freshness,
      audience: agentReader(workspace, teller),
      query: "",
      files,
      formerPlaces: await formerPlacesNoted(workspace, files),
      types: SPEAKABLE,
      hiddenStages: await hiddenHere(workspace),
      mayAnswer: (memory) =>
        !saysWhere(memory) && !memory.needsReview && memory.standing !== "hypothesis",
      limit: 12,
    },
    workspace.moment().nowMs,
  );
  return hits.filter((hit) => isAboutFile(hit) && maySpeak(hit, workspace.trust));
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
  teller: Teller,
  failure: Failure,
): Promise<Offer> {
  const { questionOf, saysItAgain } = await import("./failure-query.ts");
  const question = questionOf(failure, workspace.redaction);
  const { query, fingerprints } = question;
  if (query === "") return { full: [] };
  const { full, pointers } = levelsOf(
    await searchUnasked(workspace, teller, { query, fingerprints, limit: 5 }),
    "failure",
    workspace.trust,
  );
  // A match of the exact error ranks before a match of a single line.
  const rank = ({ explanation: { ranks } }: Hit) => ranks.fingerprint ?? Number.POSITIVE_INFINITY;
  const news = full.filter((hit) => !saysItAgain(hit, question));
  return { full: news.sort((a, b) => (rank(a) === rank(b) ? 0 : rank(a) - rank(b))), pointers };
}

/** Answers searches just made whose target is known. */
export async function searchBlock(
  workspace: Workspace,
  teller: Teller,
  patterns: readonly string[],
): Promise<ContextBlock> {
  const found: Hit[] = [];
  const hiddenStages = await hiddenHere(workspace);
  for (const pattern of patterns.slice(0, 3)) {
    const hits = await recall(
      workspace.db,
      {
        projectId: workspace.projectId,
        root: workspace.identity.root,
        freshness: workspace.freshness,
        audience: agentReader(workspace, teller),
        query: pattern,
        types: ["module_insight"],
        hiddenStages,
        limit: 3,
      },
      workspace.moment().nowMs,
    );
    found.push(
      ...gate(hits, workspace.trust).filter((hit) => hit.memory.payload.pattern === pattern),
    );
  }
  const budget = { tokens: 300, memories: 2, charsEach: INJECT.toolChars };
  return tell(workspace, teller, { full: found }, budget);
}
