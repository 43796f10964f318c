/** Wraps the open code graph for the library: its failures become a `MemoryError` with the same code and facts. */
import {
  CodegraphError,
  type CodeSessionOptions,
  CodeSession as Session,
} from "@tacit-memory/codegraph";
import { memoryErrorOf } from "../domain/errors.ts";
import { asMemoryError } from "../store/open-database.ts";

export type CodeSession = Pick<
  Session,
  | "ask"
  | "close"
  | "factsOf"
  | "fresh"
  | "freshIfIndexed"
  | "index"
  | "manifests"
  | "takeRemade"
  | "unread"
>;

/** Throws "store_unwritable" and "store_full". */
export async function openCodeSession(options: CodeSessionOptions): Promise<CodeSession> {
  const session = await Session.open(options).catch(rethrow);
  return {
    ask: (question, pathsOf, onProgress) =>
      session.ask(question, pathsOf, onProgress).catch(rethrow),
    close: () => session.close().catch(rethrow),
    factsOf: (path) => session.factsOf(path).catch(rethrow),
    fresh: () => session.fresh().catch(rethrow),
    freshIfIndexed: () => session.freshIfIndexed().catch(rethrow),
    index: (isFull, onProgress, wishes) => session.index(isFull, onProgress, wishes).catch(rethrow),
    manifests: () => session.manifests(),
    takeRemade: () => session.takeRemade(),
    unread: () => session.unread(),
  };
}

/**
 * Returns a session that never indexes a whole tree; null if the tree is not indexed. If the index is lost later, the session
 * answers from the graph that it read last.
 */
export async function withoutIndexing(session: CodeSession): Promise<CodeSession | null> {
  const found = await session.freshIfIndexed();
  if (found === null) return null;
  let last = found;
  const fresh = async () => {
    last = (await session.freshIfIndexed()) ?? last;
    return last;
  };
  const ask: CodeSession["ask"] = async (question) => {
    const { graph, stale } = await fresh();
    return { answer: question(graph), stale };
  };
  return { ...session, ask, fresh };
}

function rethrow(error: unknown): never {
  throw CodegraphError.is(error) ? memoryErrorOf(error) : asMemoryError(error);
}
