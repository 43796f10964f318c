/**
 * Finds the transcripts that a repository contains: SpecStory writes a copy of each session to `.specstory/history`. Whoever
 * can commit can write them, so a link that leads out of the repository is not followed.
 */
import { realpath } from "node:fs/promises";
import { join } from "node:path";
import { isWithin } from "../events/session-paths.ts";
import { type FoundTranscript, findTranscripts } from "./find-transcripts.ts";

export async function* findRepositoryTranscripts(
  projectRoot: string,
): AsyncGenerator<FoundTranscript> {
  const root = await realpath(projectRoot).catch(() => undefined);
  const folder = await realpath(join(projectRoot, ".specstory", "history")).catch(() => undefined);
  if (root === undefined || folder === undefined || !isWithin(folder, [root])) return;
  for await (const found of findTranscripts(folder)) {
    const real = await realpath(found.path).catch(() => undefined);
    if (found.host === "specstory" && real !== undefined && isWithin(real, [root])) yield found;
  }
}
