/** Probes `tacit serve` with raw requests: versions, sessions, attacks from a browser, bodies of any kind. */
import { readFileSync } from "node:fs";
import { ask } from "./http-client.mjs";
import { call, ENVELOPE, INITIALIZED, initialize, MODERN, VERSIONS } from "./wire.mjs";

const AREA = "raw probes, HTTP";
const EVIL = "evil.example.com";

/** @param {{served: {url: string, mcpUrl: string, token: string}, add: Function}} how */
export async function httpProbes({ served, add }) {
  const { mcpUrl, token } = served;
  const check = (name, ok, detail, level) => add(AREA, name, ok, detail, level);
  const bearer = { authorization: `Bearer ${token}` };
  const to = (what = {}) => ask(mcpUrl, { ...what, headers: { ...bearer, ...what.headers } });
  await pageAndToken(served, check);
  for (const version of VERSIONS) {
    const { status, message } = await to({ body: initialize(version) });
    check(
      `initialize with ${version} is answered with it`,
      message?.result?.protocolVersion === version,
      `status ${status}`,
    );
  }
  await session(to, check);
  await browserAttacks(to, new URL(mcpUrl).port, check);
  await modernEra(to, check);
  check("listens on loopback only", listensOnLoopbackOnly(new URL(mcpUrl).port));
}

async function pageAndToken({ url, mcpUrl, token }, check) {
  const page = await ask(url, { method: "GET" });
  check(
    "the page is answered without the token, and does not show it",
    page.status === 200 && !page.text.includes(token),
  );
  for (const [name, authorization] of [
    ["no token", undefined],
    ["a wrong token", "Bearer wrong"],
    ["a token cut short", `Bearer ${token.slice(0, -1)}`],
    ["the token under another scheme", `Basic ${token}`],
  ]) {
    const { status, headers } = await ask(mcpUrl, {
      body: initialize("2025-06-18"),
      headers: { authorization },
    });
    check(
      `${name}: 401 with a challenge`,
      status === 401 && /^Bearer/.test(headers["www-authenticate"] ?? ""),
      `status ${status}`,
    );
  }
}

async function session(to, check) {
  const begun = await to({ body: initialize("2025-06-18") });
  const id = begun.headers["mcp-session-id"];
  check("a session id is given", typeof id === "string");
  const headers = { "mcp-session-id": id, "mcp-protocol-version": "2025-06-18" };
  const inside = (body, more = {}) => to({ body, headers: { ...headers, ...more } });
  const notified = await inside(INITIALIZED);
  check("a notification gets 202", notified.status === 202, `status ${notified.status}`);
  const tools = await inside(call(1, "tools/list"));
  check("tools/list", tools.message?.result?.tools?.length > 0, `status ${tools.status}`);
  const unknown = await inside(call(2, "no/such/method"));
  check("an unknown method gives -32601", unknown.message?.error?.code === -32_601);
  for (const [name, body] of [
    ["malformed JSON", "{not json"],
    ["no body", ""],
    ["JSON that is no message", "[1]"],
    ["null", "null"],
  ]) {
    const { status, message } = await inside(body);
    check(
      `${name} gives 400 and a JSON-RPC error`,
      status === 400 && message?.error !== undefined,
      `status ${status}`,
    );
  }
  const version = await inside(call(3, "tools/list"), { "mcp-protocol-version": "1999-01-01" });
  check(
    "an unknown protocol version gives 400",
    version.status === 400,
    `status ${version.status}`,
  );
  const lost = await inside(call(3, "tools/list"), { "mcp-session-id": "no-such-session" });
  check("an unknown session gives 404", lost.status === 404, `status ${lost.status}`);
  const none = await inside(call(3, "tools/list"), { "mcp-session-id": undefined });
  check("no session gives 400", none.status === 400, `status ${none.status}`);
  const plain = await inside(JSON.stringify(call(3, "ping")), { "content-type": "text/plain" });
  check("text/plain gives 415", plain.status === 415, `status ${plain.status}`);
  const stream = await to({
    method: "GET",
    headers: { ...headers, accept: "text/event-stream" },
    limitMs: 300,
  });
  check(
    "GET opens a stream",
    stream.status === 0 || stream.status === 200,
    `status ${stream.status}`,
  );
  const huge = await inside(
    call(4, "tools/call", { name: "x", arguments: { x: "y".repeat(20_000_000) } }),
  );
  check("a body of 20 MB gives 413", huge.status === 413, `status ${huge.status}`);
  const put = await to({ method: "PUT", headers, body: "{}" });
  check("PUT gives 405", put.status === 405, `status ${put.status}`);
  const ended = await to({ method: "DELETE", headers });
  check("DELETE ends the session", ended.status === 200, `status ${ended.status}`);
  const after = await inside(call(5, "ping"));
  check("an ended session gives 404", after.status === 404, `status ${after.status}`);
}

async function browserAttacks(to, port, check) {
  const begin = (headers) => to({ body: initialize("2025-06-18"), headers });
  for (const [name, headers] of [
    ["a foreign Origin", { origin: `http://${EVIL}` }],
    ["a foreign Host", { host: EVIL }],
    ["both", { host: EVIL, origin: `http://${EVIL}` }],
    ["Origin null", { origin: "null" }],
    ["a Host that begins like ours", { host: `localhost.${EVIL}:${port}` }],
    ["a Host with a user part", { host: `127.0.0.1:${port}@${EVIL}` }],
    ["the Origin of another local server", { origin: "http://localhost:3000" }],
  ]) {
    const { status } = await begin(headers);
    check(`${name} gives 403`, status === 403, `status ${status}`);
  }
  for (const host of [`127.0.0.1:${port}`, `localhost:${port}`]) {
    const { status } = await begin({ host });
    check(`Host ${host.split(":")[0]} is accepted`, status === 200, `status ${status}`);
  }
  const own = await begin({ host: `localhost:${port}`, origin: `http://localhost:${port}` });
  check("our own Origin is accepted", own.status === 200, `status ${own.status}`);
  const preflight = await to({
    method: "OPTIONS",
    headers: { origin: `http://${EVIL}`, "access-control-request-method": "POST" },
  });
  const granted = preflight.headers["access-control-allow-origin"];
  check(
    "no CORS grant",
    granted === undefined && preflight.status >= 400,
    `${preflight.status} ${granted}`,
  );
}

async function modernEra(to, check) {
  const headers = (method, name) => ({
    "mcp-protocol-version": MODERN,
    "mcp-method": method,
    "mcp-name": name,
  });
  const found = await to({
    body: call(1, "server/discover", ENVELOPE),
    headers: headers("server/discover"),
  });
  check(
    `${MODERN}: server/discover`,
    found.message?.result?.supportedVersions?.includes(MODERN) === true,
    `status ${found.status}`,
  );
  const told = await to({
    body: call(2, "tools/call", { ...ENVELOPE, name: "status", arguments: {} }),
    headers: headers("tools/call", "status"),
  });
  check(
    `${MODERN}: a call without a session`,
    told.message?.result?.content?.length > 0,
    `status ${told.status}`,
  );
  const stream = await to({ method: "GET", headers: { "mcp-protocol-version": MODERN } });
  check(`${MODERN}: GET gives 405`, stream.status === 405, `status ${stream.status}`);
}

/** Checks the listening sockets that the kernel reports; returns true on a system that does not report them. */
function listensOnLoopbackOnly(port) {
  const hex = Number(port).toString(16).toUpperCase().padStart(4, "0");
  const listening = ["/proc/net/tcp", "/proc/net/tcp6"].flatMap((path) => {
    try {
      return readFileSync(path, "utf8").split("\n").slice(1);
    } catch {
      return [];
    }
  });
  const ours = listening
    .map((line) => line.trim().split(/\s+/))
    .filter((row) => row[3] === "0A" && row[1]?.endsWith(`:${hex}`));
  return ours.every((row) => row[1] === `0100007F:${hex}`);
}
