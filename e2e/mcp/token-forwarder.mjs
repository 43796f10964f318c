/**
 * Proxy for programs that cannot send a token (the conformance suite): adds the token to each request and changes nothing
 * else, so that Host and Origin are judged as sent.
 */
import { createServer, request } from "node:http";

/** @param {{mcpUrl: string, token: string}} served */
export async function forwardWithToken({ mcpUrl, token }) {
  const target = new URL(mcpUrl);
  const server = createServer((incoming, outgoing) => {
    const onward = request(
      {
        host: target.hostname,
        port: target.port,
        path: incoming.url,
        method: incoming.method,
        headers: { ...incoming.headers, authorization: `Bearer ${token}` },
        setHost: false,
      },
      (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
        outgoing.flushHeaders();
        answer.pipe(outgoing);
      },
    );
    onward.on("error", () => outgoing.destroy());
    outgoing.on("close", () => onward.destroy());
    incoming.pipe(onward);
  });
  await new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(null)));
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${port}${target.pathname}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
