/** HTTP server for this machine only, used by the MCP host and the panel. */
export { LOOPBACK } from "./limits.ts";
export {
  type Gate,
  type LocalServer,
  type LocalServerOptions,
  PortUnavailable,
  type Route,
  type Site,
  startLocalServer,
} from "./local-server.ts";
export { isSameSecret, originRefusal, type Refusal, tokenRefusal } from "./request-gate.ts";
export { untilEnd } from "./until-end.ts";
