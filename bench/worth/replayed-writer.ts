/**
 * Simulates a model that answers from files, and finds each reply by the hash of the request's user message. Writes down requests without a reply, so that a person can add the reply.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type ChatServer, startChatServer } from "../chat-server.ts";

export interface ReplayedWriter extends ChatServer {
  /** Returns the number of requests without a reply so far. */
  readonly missing: () => number;
  readonly answered: () => number;
}

/** Starts the server. Both folders are optional: without them no request has a reply, or none is written down. */
export async function startReplayedWriter(
  replies: string | undefined,
  requests: string | undefined,
): Promise<ReplayedWriter> {
  let [missing, answered] = [0, 0];
  if (requests !== undefined) mkdirSync(requests, { recursive: true });
  const server = await startChatServer((system, user) => {
    const name = `${createHash("sha256").update(user).digest("hex").slice(0, 24)}.txt`;
    const path = replies === undefined ? undefined : join(replies, name);
    if (path !== undefined && existsSync(path)) {
      answered++;
      return readFileSync(path, "utf8").trim() || "NONE";
    }
    missing++;
    if (requests !== undefined) writeFileSync(join(requests, name), `${system}\n\n${user}\n`);
    return "NONE";
  });
  return { ...server, missing: () => missing, answered: () => answered };
}
