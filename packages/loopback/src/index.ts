/** HTTP for this machine only: one server that both the MCP host and the panel answer behind. */
export { LOOPBACK } from "./limits.ts";
export {
  type LocalServer,
  type LocalServerOptions,
  PortUnavailable,
  type Route,
  startLocalServer,
} from "./local-server.ts";
export { isSameSecret, originRefusal, type Refusal, tokenRefusal } from "./request-gate.ts";
export { untilEnd } from "./until-end.ts";
