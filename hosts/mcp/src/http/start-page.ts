/**
 * Page that a browser is shown at the server's address: what this server offers and what it does not offer yet. Contains no
 * user's data.
 */

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Tacit</title>
<style>
  body { font: 16px/1.5 system-ui, sans-serif; max-width: 40rem; margin: 3rem auto; padding: 0 1rem; color-scheme: light dark; }
  code { font-family: ui-monospace, monospace; }
</style>
<h1>Tacit is serving</h1>
<p>At <code>/mcp</code> on this address, agents ask for memories over MCP (Streamable HTTP). They send the token that
<code>tacit serve</code> printed when it started, as <code>Authorization: Bearer TOKEN</code>.</p>
<p>To look at memories, run <code>tacit panel</code>: it opens a page of its own.</p>
</html>
`;

/** Answers with the page; for HEAD the server leaves out the body. */
export async function startPage(request: Request): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response("only GET is allowed\n", { status: 405, headers: { allow: "GET, HEAD" } });
  }
  return new Response(PAGE, {
    headers: {
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy":
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
      "referrer-policy": "no-referrer",
    },
  });
}
