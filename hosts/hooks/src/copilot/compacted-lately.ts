/** Did Copilot make room in this session a moment ago? The end of the session's file tells; its tools' hooks do not. */
import { join } from "node:path";
import { copilotHome, placeOf } from "@tacit-memory/transcripts";
import type { Env } from "../host.ts";
import { tailLines } from "../tail-lines.ts";

/** A few tools after it. Where they printed more than that, the next prompt is told instead. */
const TAIL_BYTES = 128 * 1024;
const MADE_ROOM = /^\{"type":"(?:session\.compaction_|hook\.start".{1,200}"preCompact")/;

/** False where it cannot be told. */
export function wasCompactedLately(session: string, env: Env): boolean {
  // It names a folder: nothing that leads out of theirs.
  if (!/^[\w-]+$/.test(session)) return false;
  const path = join(copilotHome(placeOf(env)), "session-state", session, "events.jsonl");
  return tailLines(path, TAIL_BYTES).some((line) => MADE_ROOM.test(line.slice(0, 300)));
}
