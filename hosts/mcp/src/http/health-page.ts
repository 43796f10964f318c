/** `/health`, for scripts. It needs no token and contains no data of a user. */
const HEADERS = {
  "cache-control": "no-store",
  "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
  "referrer-policy": "no-referrer",
};

/** Answers that the server runs. It does not open the store, because asking for the state must create nothing. */
export function healthPage(version: string): (request: Request) => Promise<Response> {
  return readOnly(() => Response.json({ ok: true, version }, { headers: HEADERS }));
}

function readOnly(answer: (request: Request) => Response) {
  return async (request: Request): Promise<Response> => {
    if (request.method === "GET" || request.method === "HEAD") return answer(request);
    return new Response("only GET is allowed\n", { status: 405, headers: { allow: "GET, HEAD" } });
  };
}
