/**
 * Who may use the panel's API? A page that knows the token of this start exchanges it for a cookie that no script can
 * read. Host and Origin are checked before (packages/loopback). Cookies do not keep ports apart, so a page of another
 * local server is refused by what the browser says of its origin, and a change must come with an Origin.
 */
import type { IncomingHttpHeaders } from "node:http";
import { isSameSecret, type Refusal } from "@tacit-memory/loopback";
import { failed, json } from "./api/answer.ts";

export interface Secrets {
  /** In the address that a person opens. */
  readonly token: string;
  /** In the cookie. */
  readonly session: string;
  /** The cookie's name: two panels on one machine have two. */
  readonly cookie: string;
}

const OWN_SITES: readonly unknown[] = [undefined, "same-origin", "none"];

export function cookieGate({
  session,
  cookie,
}: Pick<Secrets, "session" | "cookie">): (headers: IncomingHttpHeaders) => Refusal | null {
  return (headers) => {
    if (!OWN_SITES.includes(headers["sec-fetch-site"]))
      return { status: 403, message: "the request comes from another site" };
    const sent = cookieOf(headers.cookie ?? "", cookie);
    if (sent !== null && isSameSecret(sent, session)) return null;
    return { status: 401, message: "open the address that `tacit panel` printed" };
  };
}

function cookieOf(header: string, name: string): string | null {
  for (const part of header.split(";")) {
    const at = part.indexOf("=");
    if (at > 0 && part.slice(0, at).trim() === name) return part.slice(at + 1).trim();
  }
  return null;
}

/** `POST /api/session`: the token for the cookie. */
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

/** What a form of another page could send is no JSON, and what a script of one sends has its Origin. Null: neither. */
export function changeProblem(request: Request): Response | null {
  if (request.method !== "POST") return failed(405, "request_refused", "only POST is allowed");
  const [type = ""] = (request.headers.get("content-type") ?? "").split(";");
  if (type.trim().toLowerCase() !== "application/json")
    return failed(415, "request_refused", "Content-Type must be application/json");
  if (!request.headers.has("origin"))
    return failed(403, "request_refused", "a change needs an Origin header");
  return null;
}
