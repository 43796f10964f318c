/** MCP over stdio and over HTTP: the tools with which an agent uses Tacit. */
export { type Served, serveMcpHttp, untilEnded } from "./http/serve-http.ts";
export { createServer, type McpOptions } from "./server.ts";
export { serveMcpStdio } from "./stdio.ts";
