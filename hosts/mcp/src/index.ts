/** MCP over stdio and over HTTP: the tools an agent asks Tacit with. */
export { type Served, serveMcpHttp, untilEnded } from "./http/serve-http.ts";
export { createServer, type McpOptions } from "./server.ts";
export { serveMcpStdio } from "./stdio.ts";
