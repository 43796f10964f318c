/**
 * Who is calling? The host's own session id where the host tells it, so that what an agent saves here is
 * known to the hooks of the same session and not shown to it again.
 */
import { clientInfoSchema, codexTurnSchema } from "./caller.schema.ts";

export interface Caller {
  readonly session: string;
  /** The host program, such as `claude-code`; null when it did not say. */
  readonly agent: string | null;
}

export interface CallOrigin {
  /** `_meta` of the request. */
  readonly meta: Readonly<Record<string, unknown>>;
  /** What the client called itself, in whichever way its protocol version has for it. */
  readonly clientInfo: unknown;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** One per server process, for hosts that tell nothing. */
  readonly fallbackSession: string;
}

/** Codex tells its session with every call, Claude Code in the environment of the server. */
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
