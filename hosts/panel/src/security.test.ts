/** Tests that requests from another page, another program or another host name are refused. */
import { request } from "node:http";
import type { MemoryPage } from "@tacit-memory/protocol";
import { expect, test } from "vitest";
import { post, SCRIPT, startPanel, type TestingPanel } from "./testing-panel.ts";

const SCRIPTS = '<script>document.title = "mine"</script><img src=x onerror=alert(1)> is the text.';

/** Sends any headers and an unnormalised path: fetch sets Host itself and resolves `..`. */
function raw(at: TestingPanel, path: string, headers: Record<string, string> = {}) {
  const { port } = new URL(at.origin);
  return new Promise<{ status: number; text: string }>((resolve, reject) => {
    const asking = request({ host: "127.0.0.1", port, path, headers }, (answer) => {
      let text = "";
      answer.setEncoding("utf8");
      answer.on("data", (chunk: string) => {
        text += chunk;
      });
      answer.on("end", () => resolve({ status: answer.statusCode ?? 0, text }));
    });
    asking.once("error", reject);
    asking.end();
  });
}

test.each(["/api/project", "/api/today", "/api/memories", "/api/review", "/api/feed"])(
  "refuses %s without the cookie",
  async (path) => {
    const at = await startPanel();
    expect((await fetch(`${at.origin}${path}`)).status).toBe(401);
    const [name] = at.cookie.split("=");
    for (const cookie of [`${name}=x`, `${name}=`, "tacit-panel=x"])
      expect((await fetch(`${at.origin}${path}`, { headers: { cookie } })).status).toBe(401);
  },
);

test("exchanges the token for a cookie that scripts cannot read and other sites cannot send", async () => {
  const at = await startPanel();
  const { origin, token } = at;
  const cookie = (await post(`${origin}/api/session`, { token }, { origin })).headers.get(
    "set-cookie",
  );
  expect(cookie).toMatch(/; HttpOnly; SameSite=Strict$/);
  expect(cookie).not.toContain(token);
  expect((await at.call("GET /api/settings", {})).version).toBe("9.9.9");
});

test("a program uses the API with the token, without a cookie and without an Origin", async () => {
  const { origin, token, other } = await startPanel();
  const call = (path: string, sent: string, init: RequestInit = {}) =>
    fetch(`${origin}${path}`, {
      ...init,
      headers: { "content-type": "application/json", authorization: sent, ...init.headers },
    });
  const body = JSON.stringify({ content: "The ledger listens on port 7781.", isPreview: false });
  const init = { method: "POST", body };
  expect((await call("/api/teach", `Bearer ${token}`, init)).status).toBe(200);
  expect(await other.memories.list({})).toHaveLength(1);
  expect((await call("/api/memories", `Bearer ${token}`)).status).toBe(200);
  for (const sent of ["Bearer x", "Bearer ", token, `Basic ${token}`])
    expect((await call("/api/teach", sent, init)).status).toBe(401);
  const foreign = { ...init, headers: { "sec-fetch-site": "cross-site" } };
  expect((await call("/api/teach", "Bearer x", foreign)).status).toBe(401);
});

test.each([
  ["a wrong token", { token: "x" }, {}, 401],
  ["no token", {}, {}, 401],
  ["no Origin", null, { origin: "" }, 403],
  ["a foreign Origin", null, { origin: "http://evil.example.com" }, 403],
  ["what a form sends", null, { "content-type": "text/plain" }, 415],
])("does not exchange the token for a cookie: %s", async (_name, body, headers, status) => {
  const { origin, token } = await startPanel();
  const sent = Object.entries({ origin, ...headers }).filter(([, value]) => value !== "");
  const answer = await post(`${origin}/api/session`, body ?? { token }, Object.fromEntries(sent));
  expect(answer.status).toBe(status);
  expect(answer.headers.has("set-cookie")).toBe(false);
});

test.each(["evil.example.com", "127.0.0.1.evil.example.com", "localhost.evil.example.com:80"])(
  "refuses a foreign host name that resolves to this server: %s",
  async (host) => {
    const at = await startPanel();
    for (const path of ["/", "/api/memories", "/assets/main-1.js"])
      expect((await raw(at, path, { host })).status).toBe(403);
  },
);

test.each([
  ["another site", { "sec-fetch-site": "cross-site" }, 403],
  ["another local server", { "sec-fetch-site": "same-site" }, 403],
  ["a foreign Origin", { origin: "http://127.0.0.1:1" }, 403],
  ["a page in a sandbox", { origin: "null" }, 403],
  ["what a form sends", { "content-type": "application/x-www-form-urlencoded" }, 415],
])("refuses a change although the cookie is valid: %s", async (_name, headers, status) => {
  const at = await startPanel();
  const { id } = await at.other.memories.remember({
    content: "The port is 7781 here.",
    source: "user_taught",
  });
  const answer = await at.fetch("/api/changes", {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ action: "forget", ids: [id] }),
  });
  expect(answer.status).toBe(status);
  expect(await at.other.memories.list()).toHaveLength(1);
});

test("an agent is connected only by a request of the panel's own page, and never by a GET", async () => {
  const connected: string[] = [];
  const change = async (name: string) => {
    connected.push(name);
    return { changed: [], stillToDo: null, undo: null };
  };
  const at = await startPanel({}, { change, plan: () => ({ files: [], digest: "0".repeat(64) }) });
  const body = JSON.stringify({ action: "connect", digest: "0".repeat(64) });
  const json = { "content-type": "application/json" };
  const send = async (init: RequestInit) => (await at.fetch("/api/agents/codex", init)).status;
  expect(await send({ method: "GET" })).toBe(404);
  for (const [headers, status] of [
    [{ ...json, origin: "http://127.0.0.1:1" }, 403],
    [{ ...json, "sec-fetch-site": "cross-site" }, 403],
    [{ ...json, cookie: "" }, 401],
    [{ "content-type": "text/plain" }, 415],
  ] as const)
    expect(await send({ method: "POST", body, headers })).toBe(status);
  expect(await send({ method: "POST", body: "{}", headers: json })).toBe(400);
  await at.call("GET /api/agents/:name/plan", { action: "connect" }, { name: "codex" });
  expect(connected).toEqual([]);
  expect(await send({ method: "POST", body, headers: json })).toBe(200);
  expect(connected).toEqual(["codex"]);
});

test("no other page starts to read the transcripts in the user's home", async () => {
  const read: string[] = [];
  const transcripts = async function* (root: string) {
    read.push(root);
    yield* [];
  };
  const at = await startPanel({}, { transcripts });
  const body = JSON.stringify({ action: "begin" });
  const begin = (headers: Record<string, string>) =>
    at.fetch("/api/learning", { method: "POST", body, headers });
  const json = { "content-type": "application/json" };
  expect((await begin({ ...json, origin: "http://127.0.0.1:1" })).status).toBe(403);
  expect((await begin({ ...json, "sec-fetch-site": "same-site" })).status).toBe(403);
  expect((await begin({ ...json, cookie: "" })).status).toBe(401);
  expect((await begin({ "content-type": "text/plain" })).status).toBe(415);
  expect(await at.call("GET /api/learning", {})).toEqual({ step: "idle" });
  expect(read).toEqual([]);
});

test.each([
  "/../secret.txt",
  "/assets/../../secret.txt",
  "/assets/%2e%2e/%2e%2e/secret.txt",
  "/assets/..%2f..%2fsecret.txt",
  "/assets/main-1.js.br",
  "/api/memories/..%2f..%2fsecret.txt",
])("serves nothing outside the page's folder: %s", async (path) => {
  const at = await startPanel();
  const { status, text } = await raw(at, path);
  expect(text).not.toContain("not for the panel");
  expect(status === 200 ? text : "").not.toContain(SCRIPT);
});

test("the page's policy forbids inline scripts, foreign content and framing", async () => {
  const at = await startPanel();
  const pages = [await fetch(at.origin), await fetch(`${at.origin}/memories`)];
  const policies = pages.map((page) => page.headers.get("content-security-policy") ?? "");
  for (const policy of policies) {
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
  }
  expect(policies[0]).not.toBe(policies[1]);
  const text = await pages[0]?.text();
  const nonce = /nonce-([^']+)/.exec(policies[0] ?? "")?.[1];
  expect(text).toContain(`nonce="${nonce}"`);
  expect(text).not.toContain(at.token);
});

test("opens the page at the address of a session whose id contains a dot", async () => {
  const { origin } = await startPanel();
  expect((await fetch(`${origin}/sessions/2026-11-28.a`)).status).toBe(200);
  expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404);
});

test("sends a script as built, compressed or not", async () => {
  const { origin } = await startPanel();
  for (const encoding of ["br", "identity"]) {
    const answer = await fetch(`${origin}/assets/main-1.js`, {
      headers: { "accept-encoding": encoding },
    });
    expect(answer.headers.get("content-encoding")).toBe(encoding === "br" ? "br" : null);
    expect(await answer.text()).toBe(SCRIPT);
  }
});

test("sends a memory that contains HTML as JSON that browsers do not read as a page", async () => {
  const at = await startPanel();
  await at.other.memories.remember({ content: SCRIPTS, source: "user_taught" });
  const answer = await at.fetch("/api/memories");
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
  const { rows } = (await answer.json()) as MemoryPage;
  expect(rows[0]?.content).toBe(SCRIPTS);
});

test.each([
  ["an id that is none", "/api/memories/%00", 400],
  ["an unknown id", "/api/memories/01890000-0000-7000-8000-000000000000", 404],
  ["an unknown route", "/api/nothing", 404],
  ["a state that is none", "/api/memories?state=all'--", 400],
  ["a percent sign alone", "/api/memories/%", 404],
])("answers %s with an error code", async (_name, path, status) => {
  const at = await startPanel();
  const answer = await at.fetch(path);
  expect(answer.status).toBe(status);
  expect(await answer.json()).toMatchObject({ error: { code: expect.any(String) } });
});
