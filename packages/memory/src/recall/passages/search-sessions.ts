/**
 * Searches what was said in past sessions. Separate from the indexing code, because a hook that answers a prompt waits for
 * this file to load.
 */

import type { Database } from "@tacit-memory/sqlite";
import type { ProjectId } from "../../domain/ids.ts";
import type { LearnedPeriod } from "../../domain/selection.ts";
import { encoderIfThere } from "../../search/encoders/built-in-encoder.ts";
import type { PassageHit } from "./passage-hit.ts";
import { findPassages } from "./search-passages.ts";

/** The parts of the engine that the search needs. */
export interface PassageStore {
  readonly db: Database;
  readonly projectId: ProjectId;
  readonly meaning: { readonly isOff: boolean };
}

export interface PassageRequest {
  readonly query: string;
  readonly limit: number;
  readonly anyProject?: boolean | undefined;
  readonly learned?: LearnedPeriod | undefined;
  /** As in `PassageFilter`. */
  readonly unaskedIn?: string | undefined;
}

/** Returns passages, best first. Without the encoder only words decide. */
export async function searchSessions(
  { db, projectId, meaning }: PassageStore,
  request: PassageRequest,
): Promise<PassageHit[]> {
  const encoder = meaning.isOff ? null : encoderIfThere();
  try {
    return await findPassages(db, { ...request, projectId, encoder });
  } finally {
    await encoder?.close();
  }
}
