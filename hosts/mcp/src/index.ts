/** MCP over stdio: the tools an agent asks Tacit with. */
export { createServer, type McpOptions } from "./server.ts";
export { serveMcpStdio } from "./stdio.ts";
