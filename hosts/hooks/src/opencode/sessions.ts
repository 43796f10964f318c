/** Finds whether an OpenCode session is the user's or a subagent's below a user's session. */
import { type Fields, fieldsOf, textOf } from "./plugin-shapes.ts";

/** The parts of OpenCode's plugin input that are used here. */
export interface PluginInput {
  readonly directory: string;
  readonly client: {
    readonly session: { get(request: { path: { id: string } }): Promise<unknown> };
  };
}

interface SessionContext {
  /** The user's session; for a subagent, the session above it. */
  readonly root: string;
  /** The subagent's own session; null in the user's session. */
  readonly agent: string | null;
  readonly directory: string;
}

export interface Sessions {
  /** Records a session that begins; returns false for a known session. */
  readonly began: (info: Fields) => boolean;
  readonly placeOf: (session: string) => Promise<SessionContext>;
  /** Returns the users' sessions without the subagents'. */
  readonly ofUser: () => readonly SessionContext[];
}

const ASK_LIMIT_MS = 1_000;

export function sessionsOf({ directory, client }: PluginInput): Sessions {
  const places = new Map<string, SessionContext>();
  const learned = (session: string, info: Fields): SessionContext => {
    const parent = textOf(info["parentID"]);
    const folder = textOf(info["directory"]) || directory;
    const place =
      parent === ""
        ? { root: session, agent: null, directory: folder }
        : { root: places.get(parent)?.root ?? parent, agent: session, directory: folder };
    places.set(session, place);
    return place;
  };
  return {
    began: (info) => {
      const session = textOf(info["id"]);
      if (places.has(session)) return false;
      learned(session, info);
      return true;
    },
    // Asks OpenCode once about a session that began in another process.
    placeOf: async (session) => {
      const place = places.get(session);
      if (place !== undefined) return place;
      const answer = await within(ASK_LIMIT_MS, client.session.get({ path: { id: session } }));
      return places.get(session) ?? learned(session, fieldsOf(fieldsOf(answer)["data"]));
    },
    ofUser: () => [...places.values()].filter(({ agent }) => agent === null),
  };
}

/** Returns undefined if the answer takes longer or fails. */
function within(limitMs: number, result: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    const limit = setTimeout(() => resolve(undefined), limitMs);
    const end = (value: unknown) => {
      clearTimeout(limit);
      resolve(value);
    };
    result.then(end, () => end(undefined));
  });
}
