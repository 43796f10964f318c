/** The panel on this machine: one project and one token, until it is closed. */
import { randomBytes } from "node:crypto";
import { PortUnavailable, startLocalServer, untilEnd } from "@tacit-memory/loopback";
import { MemoryError, openTacit } from "@tacit-memory/memory";
import { createApi } from "./api/api.ts";
import { createFeed } from "./feed.ts";
import { cookieGate, exchangeToken } from "./gate.ts";
import { createLearning } from "./learning.ts";
import { readPages } from "./pages.ts";
import type { PanelMachine } from "./panel-machine.ts";
import { openPanelStore } from "./panel-store.ts";

export interface PanelOptions {
  /** Folder of the store. */
  readonly home: string;
  /** Folder of the project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Version of the product. */
  readonly version: string;
  /** Port to listen on; 0 chooses a free port. */
  readonly port: number;
  /** Folder of the built page. */
  readonly pages: string;
  readonly machine: PanelMachine;
  /** Milliseconds between checks of the store for writes of other processes. Default: one second. */
  readonly lookMs?: number | undefined;
}

export interface ServedPanel {
  /** Address that gives access to the panel. The token is its fragment, which browsers do not send to a server. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/**
 * Starts the panel and resolves when it can be opened. Throws "port_unavailable", and "input_missing" if the page was not
 * built.
 */
export async function servePanel(options: PanelOptions): Promise<ServedPanel> {
  const [token, session] = [secret(), secret()];
  const pages = readPages(options.pages);
  const { home, cwd, env, version, machine } = options;
  const learning = createLearning({
    open: () => openTacit({ home, cwd, env }),
    transcripts: machine.transcripts,
    untilAlone: () => store.caughtUp(),
  });
  const store = openPanelStore({ home, cwd, env, mayLearn: learning.mayOthersLearn });
  const feed = createFeed(store, options.lookMs);
  const api = createApi({ store, version, env, machine, learning });
  const cookie = `tacit-panel-${secret().slice(0, 8)}`;
  const server = await startLocalServer({
    port: options.port,
    routeOf: (path) => {
      if (path === "/api/session")
        return { isOpen: true, fetch: exchangeToken({ token, session, cookie }) };
      if (path === "/api/feed") return { isOpen: false, fetch: feed.fetch };
      if (path.startsWith("/api/")) return { isOpen: false, fetch: api };
      return { isOpen: true, fetch: pages };
    },
    gate: cookieGate({ session, cookie }),
    refusalBody: (message) => ({ error: { code: "request_refused", message } }),
  }).catch(async (error: unknown) => {
    await store.close();
    if (!(error instanceof PortUnavailable)) throw error;
    const { port, reason } = error;
    throw new MemoryError("port_unavailable", { port, reason, cause: error });
  });
  return {
    url: `http://127.0.0.1:${server.port}/#token=${token}`,
    close: async () => {
      server.stopTaking();
      feed.close();
      await learning.close();
      await server.close();
      await store.close();
    },
  };
}

/** Resolves when the process was asked to end and the panel is closed. */
export function untilEnded(served: ServedPanel): Promise<void> {
  return untilEnd(served.close);
}

function secret(): string {
  return randomBytes(32).toString("base64url");
}
