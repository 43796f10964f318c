/** Detects a recent compaction by Copilot from the end of the session's file; the hooks of its tools do not report it. */
import { join } from "node:path";
import { copilotHome, placeOf } from "@tacit-memory/transcripts";
import type { Env } from "../host.ts";
import { tailLines } from "../tail-lines.ts";

/**
 * Bytes read from the end of the file: a few tools after the compaction. If they printed more, the next prompt gets the start
 * block instead.
 */
const TAIL_BYTES = 128 * 1024;
const MADE_ROOM = /^\{"type":"(?:session\.compaction_|hook\.start".{1,200}"preCompact")/;

/** Returns whether the session was compacted recently; false if that is unknown. */
export function wasCompactedLately(session: string, env: Env): boolean {
  // The id names a folder: reject ids that lead out of Copilot's folder.
  if (!/^[\w-]+$/.test(session)) return false;
  const path = join(copilotHome(placeOf(env)), "session-state", session, "events.jsonl");
  return tailLines(path, TAIL_BYTES).some((line) => MADE_ROOM.test(line.slice(0, 300)));
}
