/** The panel as a site of a local server: the files of the page, and the API of `packages/protocol/src/panel.ts`. */
import { randomBytes } from "node:crypto";
import type { Route, Site } from "@tacit-memory/loopback";
import { openTacit } from "@tacit-memory/memory";
import { createApi } from "./api/api.ts";
import { plainFailure } from "./api/library-text.ts";
import { createFeed } from "./feed.ts";
import { callerGate, exchangeToken } from "./gate.ts";
import { createLearning } from "./learning.ts";
import { readPages } from "./pages.ts";
import type { PanelMachine } from "./panel-machine.ts";
import { openPanelStore } from "./panel-store.ts";

export interface PanelSiteOptions {
  /** Folder of the store. */
  readonly home: string;
  /** Folder of the project. */
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Version of the product. */
  readonly version: string;
  /** Folder of the built page. */
  readonly pages: string;
  readonly machine: PanelMachine;
  /** Milliseconds between checks of the store for writes of other processes. Default: one second. */
  readonly lookMs?: number | undefined;
}

export interface PanelSite extends Site {
  /** Opens the store, which otherwise the first request to the API does. */
  readonly open: () => void;
}

/** `token` gives access to the API. Throws "input_missing" if the page was not built. */
export function createPanelSite(options: PanelSiteOptions, token: string): PanelSite {
  const session = randomBytes(32).toString("base64url");
  const cookie = `tacit-panel-${randomBytes(6).toString("base64url")}`;
  const pages = readPages(options.pages);
  let parts: Parts | undefined;
  const opened = (): Parts => {
    parts ??= openParts(options);
    return parts;
  };
  const ofApi = (fetch: Route["fetch"]): Route => ({
    gate: callerGate({ token, session, cookie }),
    refusalBody: (message) => ({ error: plainFailure("request_refused", message) }),
    fetch,
  });
  return {
    open: () => void opened(),
    routeOf: (path) => {
      if (path === "/api/session")
        return { ...ofApi(exchangeToken({ token, session, cookie })), gate: null };
      if (path === "/api/feed")
        return ofApi((request, signal) => opened().feed.fetch(request, signal));
      if (path.startsWith("/api/")) return ofApi((request) => opened().api(request));
      return { ...ofApi(pages), gate: null };
    },
    stop: async () => {
      parts?.feed.close();
      await parts?.learning.close();
    },
    close: async () => parts?.store.close(),
  };
}

type Parts = ReturnType<typeof openParts>;

function openParts({ home, cwd, env, version, machine, lookMs }: PanelSiteOptions) {
  const learning = createLearning({
    open: () => openTacit({ home, cwd, env }),
    machine,
    untilAlone: () => store.caughtUp(),
  });
  const store = openPanelStore({ home, cwd, env, mayLearn: learning.mayOthersLearn });
  const feed = createFeed(store, lookMs);
  const api = createApi({ store, version, env, machine, learning });
  return { learning, store, feed, api };
}
