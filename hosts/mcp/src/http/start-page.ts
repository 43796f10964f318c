/**
 * The pages that need no token: the start page at the server's address, which states what the server is and how an agent uses
 * it, and `/health` for scripts. Neither contains data of a user.
 */
import { createHash } from "node:crypto";

const STYLE = `
:root { color-scheme: light dark; --ground: light-dark(#faf9f7, #161513); --surface: light-dark(#fff, #1e1d1a);
  --line: light-dark(#e5e1da, #312f2a); --text: light-dark(#211e1a, #ebe7e0); --muted: light-dark(#69635a, #a39c91);
  --accent: light-dark(#1c6b58, #74c7ae); }
body { max-width: 42rem; margin: 0 auto; padding: 3rem 1.25rem; background: var(--ground); color: var(--text);
  font: 15px/1.55 ui-sans-serif, system-ui, sans-serif; }
header { display: flex; align-items: center; gap: 0.6rem; }
header svg { flex: none; color: var(--accent); }
h1 { margin: 0; font-size: 1.6rem; letter-spacing: -0.015em; }
h2 { margin: 2rem 0 0.5rem; font-size: 1rem; }
p { margin: 0.5rem 0; }
dl { margin: 1.5rem 0 0; border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
dl div { display: flex; flex-wrap: wrap; gap: 0 1rem; padding: 0.65rem 1rem; }
dl div + div { border-top: 1px solid var(--line); }
dt { min-width: 6rem; color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
pre { margin: 0.5rem 0; padding: 0.8rem 1rem; overflow-wrap: anywhere; white-space: pre-wrap;
  border: 1px solid var(--line); border-radius: 12px; background: var(--surface); }
code { font: 0.9em/1.5 ui-monospace, Menlo, Consolas, monospace; }
.muted { color: var(--muted); }
.running::before { content: ""; display: inline-block; width: 8px; height: 8px; margin-right: 6px; border-radius: 50%;
  background: var(--accent); }
`;
/** Allows this style and nothing else: no script, no image, no frame, no form. */
const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": POLICY,
  "referrer-policy": "no-referrer",
};

type Page = (request: Request) => Promise<Response>;

/** Answers with the start page. For HEAD, the server leaves out the body. */
export function startPage(version: string): Page {
  return readOnly((request) => {
    const html = pageOf(version, new URL(request.url).origin);
    const headers = { ...HEADERS, "content-type": "text/html; charset=utf-8" };
    return new Response(html, { headers });
  });
}

/** Answers that the server runs. It does not open the store, because asking for the state must create nothing. */
export function healthPage(version: string): Page {
  return readOnly(() => Response.json({ ok: true, version }, { headers: HEADERS }));
}

function readOnly(answer: (request: Request) => Response): Page {
  return async (request) => {
    if (request.method === "GET" || request.method === "HEAD") return answer(request);
    return new Response("only GET is allowed\n", { status: 405, headers: { allow: "GET, HEAD" } });
  };
}

/** `origin` has a loopback host, or the request would have been refused. */
function pageOf(version: string, origin: string): string {
  const [shownVersion, mcpUrl] = [escaped(version), escaped(`${origin}/mcp`)];
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tacit server</title>
<style>${STYLE}</style>
<main>
<header>
<svg viewBox="0 0 20 20" width="28" height="28" aria-hidden="true"><circle cx="10" cy="10" r="8" fill="none"
stroke="currentColor" stroke-width="1.8" stroke-dasharray="38 13" stroke-linecap="round" transform="rotate(-50 10 10)"/>
<circle cx="10" cy="10" r="3.2" fill="currentColor"/></svg>
<h1>Tacit server</h1>
</header>
<p class="muted">The memory of one project on this machine, for agents that ask over HTTP.</p>
<dl>
<div><dt>Status</dt><dd class="running">Running</dd></div>
<div><dt>Version</dt><dd>${shownVersion}</dd></div>
<div><dt>Agents</dt><dd><code>${mcpUrl}</code> (MCP over Streamable HTTP)</dd></div>
<div><dt>Scripts</dt><dd><code>/health</code> answers while the server runs</dd></div>
</dl>
<h2>Let an agent use it</h2>
<p>Agents on this machine can use it with the token that <code>tacit serve</code> printed when it started. Claude Code, for
example:</p>
<pre><code>claude mcp add --transport http tacit ${mcpUrl} --header "Authorization: Bearer TOKEN"</code></pre>
<p>Any other MCP client needs the same address and header. An agent that starts its own server needs neither: run
<code>tacit connect</code>.</p>
<h2>See what is remembered</h2>
<p>This page shows no memories. Run <code>tacit panel</code> in the project; it opens a page of its own.</p>
</main>
</html>
`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
