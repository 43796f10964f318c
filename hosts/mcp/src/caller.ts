/**
 * Identifies the caller. Uses the host's own session id if the host sends it, so that the hooks of the same session know what
 * an agent saves here and do not show it again.
 */
import { clientInfoSchema, codexTurnSchema } from "./caller.schema.ts";

export interface Caller {
  readonly session: string;
  /** Name of the host program, such as `claude-code`; null if it sent none. */
  readonly agent: string | null;
}

export interface CallOrigin {
  /** `_meta` of the request. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** The client's name for itself, in the form of its protocol version. */
  readonly clientInfo: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Session id of this server process, for hosts that send none. */
  readonly fallbackSession: string;
}

/** Returns the caller. Codex sends its session with every call, Claude Code in the environment of the server. */
export function callerOf(origin: CallOrigin): Caller {
  const client = clientInfoSchema.safeParse(origin.clientInfo);
  return {
    session:
      codexSession(origin.meta) ?? (origin.env["CLAUDE_CODE_SESSION_ID"] || origin.fallbackSession),
    agent: client.success ? client.data.name : null,
  };
}

function codexSession(meta: Readonly<Record<string, unknown>>): string | null {
  const metadata = meta["x-codex-turn-metadata"];
  const turn = codexTurnSchema.safeParse(
    typeof metadata === "string" ? parsed(metadata) : metadata,
  );
  return turn.success ? turn.data.session_id : null;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
