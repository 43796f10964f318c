/** Wraps the open code graph for the library: its failures become a `MemoryError` with the same code and facts. */
import {
  type CodeGraph,
  CodegraphError,
  type CodeSessionOptions,
  factsOfText,
  CodeSession as Session,
} from "@tacit-memory/codegraph";
import { memoryErrorOf } from "../domain/errors.ts";
import { asMemoryError } from "../store/open-database.ts";

type CodeQueries = Pick<
  Session,
  "close" | "factsOf" | "freshIfIndexed" | "index" | "manifests" | "takeRemade" | "unread"
>;
type Fresh = Session["fresh"];

export interface CodeSession extends CodeQueries {
  readonly fresh: Fresh;
  /** See `CodeSession.ask` of the code graph. */
  readonly ask: <T>(
    question: (graph: CodeGraph) => T,
    speaksOf: (answer: T) => Iterable<string>,
    onProgress?: Parameters<Fresh>[0],
    first?: ReadonlySet<string>,
  ) => Promise<{ readonly answer: T; readonly stale: readonly string[] }>;
  /** Returns the facts of a text, such as a file of an earlier commit; here, because it needs the parser. */
  readonly factsOfText: typeof factsOfText;
  /**
   * Returns a session that never indexes a whole tree; null if the tree is not indexed. If the index is lost later, the session
   * answers from the graph that it read last.
   */
  readonly withoutIndexing: () => Promise<CodeSession | null>;
}

/** Throws "store_unwritable" and "store_full". */
export async function openCodeSession(options: CodeSessionOptions): Promise<CodeSession> {
  const session = await Session.open(options).catch(rethrow);
  const freshIfIndexed = () => session.freshIfIndexed().catch(rethrow);
  const sessionOver = (fresh: Fresh): CodeSession => ({
    ask: (question, pathsOf, onProgress, first) =>
      session.ask(question, pathsOf, () => fresh(onProgress, first)).catch(rethrow),
    close: () => session.close().catch(rethrow),
    factsOf: (path) => session.factsOf(path).catch(rethrow),
    factsOfText,
    fresh,
    freshIfIndexed,
    index: (isFull, onProgress, wishes) => session.index(isFull, onProgress, wishes).catch(rethrow),
    withoutIndexing: async () => {
      const found = await freshIfIndexed();
      if (found === null) return null;
      let last = found;
      return sessionOver(async () => {
        last = (await freshIfIndexed()) ?? last;
        return last;
      });
    },
    manifests: () => session.manifests(),
    takeRemade: () => session.takeRemade(),
    unread: () => session.unread(),
  });
  return sessionOver((onProgress, first) => session.fresh(onProgress, first).catch(rethrow));
}

function rethrow(error: unknown): never {
  throw CodegraphError.is(error) ? memoryErrorOf(error) : asMemoryError(error);
}
