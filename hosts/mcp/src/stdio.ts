/**
 * MCP over stdin and stdout, both protocol generations. Ends when stdin closes, on SIGINT and on SIGTERM; calls in progress
 * are finished first, and the store is closed.
 */
import { ProtocolErrorCode } from "@modelcontextprotocol/server";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { BoundedLines, MAX_LINE_BYTES, type RequestId } from "./bounded-lines.ts";
import { createServer, type McpOptions, storeFor } from "./server.ts";

/** Longest wait for calls in progress at the end. */
const GRACE_MS = 2000;

/** Resolves when the connection has ended and the store is closed. */
export async function serveMcpStdio(options: McpOptions): Promise<void> {
  const store = storeFor(options);
  const lines = new BoundedLines(refuse);
  process.stdin.pipe(lines);
  process.stdin.once("close", () => lines.end());
  const ended = new Promise<void>((resolve) => {
    lines.once("end", resolve);
    lines.once("close", resolve);
    process.stdout.once("error", () => resolve());
    process.once("SIGINT", () => resolve());
    process.once("SIGTERM", () => resolve());
  });
  const connection = serveStdio(() => createServer(options, store), {
    transport: new StdioServerTransport(lines, process.stdout),
    onerror: (error) =>
      process.stderr.write(`tacit mcp: ${error.message.replace(/\s+/g, " ").slice(0, 200)}\n`),
  });
  await ended;
  const grace = setTimeout(() => process.exit(0), GRACE_MS);
  await connection.close();
  await store.close();
  clearTimeout(grace);
  // After a signal, stdin is still open and would keep the process alive.
  process.stdin.destroy();
}

function refuse(id: RequestId): void {
  const message = `the message is larger than ${MAX_LINE_BYTES} bytes and was not read`;
  process.stderr.write(`tacit mcp: ${message}\n`);
  const answer = { jsonrpc: "2.0", id, error: { code: ProtocolErrorCode.InvalidRequest, message } };
  process.stdout.write(`${JSON.stringify(answer)}\n`);
}
