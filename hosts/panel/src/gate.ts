/**
 * Decides who may use the panel's API. A page that knows the token of this start exchanges it for a cookie that scripts
 * cannot read; a program sends the token itself. Host and Origin are checked before (packages/loopback). Cookies are shared
 * between ports, so a page of another local server is refused by its Sec-Fetch-Site header, and a change by a page must have
 * an Origin header.
 */
import { type Gate, isSameSecret, tokenRefusal } from "@tacit-memory/loopback";
import { failed, json } from "./api/answer.ts";

export interface Secrets {
  /** Token in the address that a person opens. */
  readonly token: string;
  /** Value of the cookie. */
  readonly session: string;
  /** Name of the cookie; it differs between two panels on one machine. */
  readonly cookie: string;
}

const OWN_SITES: readonly unknown[] = [undefined, "same-origin", "none"];

export function callerGate({ token, session, cookie }: Secrets): Gate {
  return (headers) => {
    if (headers.authorization !== undefined) return tokenRefusal(headers, token);
    if (!OWN_SITES.includes(headers["sec-fetch-site"]))
      return { status: 403, message: "the request comes from another site" };
    const sent = cookieOf(headers.cookie ?? "", cookie);
    if (sent !== null && isSameSecret(sent, session)) return null;
    return { status: 401, message: "open the address that `tacit panel` or `tacit serve` printed" };
  };
}

function cookieOf(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** `POST /api/session`: exchanges the token for the cookie. */
export function exchangeToken({ token, session, cookie }: Secrets) {
  return async (request: Request): Promise<Response> => {
    const problem = changeProblem(request);
    if (problem !== null) return problem;
    const sent = tokenIn(await request.text());
    if (sent === null || !isSameSecret(sent, token))
      return failed(401, "request_refused", "the token is not of this panel");
    return json({}, { "set-cookie": `${cookie}=${session}; Path=/api; HttpOnly; SameSite=Strict` });
  };
}

function tokenIn(body: string): string | null {
  try {
    const { token } = JSON.parse(body) as { readonly token?: unknown };
    return typeof token === "string" ? token : null;
  } catch {
    return null;
  }
}

/**
 * Returns the refusal of a request that may come from another page, otherwise null. A form of another page cannot send JSON,
 * and a script of another page sends that page's Origin.
 */
export function changeProblem(request: Request): Response | null {
  if (request.method !== "POST") return failed(405, "request_refused", "only POST is allowed");
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json")
    return failed(415, "request_refused", "Content-Type must be application/json");
  // No other page can send the token, so a program that sent it needs no Origin.
  if (!request.headers.has("origin") && !request.headers.has("authorization"))
    return failed(403, "request_refused", "a change needs an Origin header");
  return null;
}
