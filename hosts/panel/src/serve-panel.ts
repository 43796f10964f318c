/** The panel on this machine: one project and one token, until it is closed. */
import { randomBytes } from "node:crypto";
import { PortUnavailable, startLocalServer, untilEnd } from "@tacit-memory/loopback";
import { MemoryError } from "@tacit-memory/memory";
import { plainFailure } from "./api/library-text.ts";
import { createPanelSite, type PanelSiteOptions } from "./panel-site.ts";

export interface PanelOptions extends PanelSiteOptions {
  /** Port to listen on; 0 chooses a free port. */
  readonly port: number;
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
export async function servePanel({ port, ...options }: PanelOptions): Promise<ServedPanel> {
  const token = randomBytes(32).toString("base64url");
  const site = createPanelSite(options, token);
  const server = await startLocalServer({
    port,
    routeOf: site.routeOf,
    refusalBody: (message) => ({ error: plainFailure("request_refused", message) }),
  }).catch((error: unknown) => {
    if (!(error instanceof PortUnavailable)) throw error;
    throw new MemoryError("port_unavailable", { port, reason: error.reason, cause: error });
  });
  site.open();
  return {
    url: panelAddress(`http://127.0.0.1:${server.port}/`, token),
    close: async () => {
      server.stopTaking();
      await site.stop();
      await server.close();
      await site.close();
    },
  };
}

/** Returns the address that gives a person access to the panel of a server. */
export function panelAddress(url: string, token: string): string {
  return `${url}#token=${token}`;
}

/** Resolves when the process was asked to end and the panel is closed. */
export function untilEnded(served: ServedPanel): Promise<void> {
  return untilEnd(served.close);
}
