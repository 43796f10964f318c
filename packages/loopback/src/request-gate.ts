/**
 * Decides which requests are allowed. Every page open in a browser on this machine, and every program on it, can reach a server on
 * loopback. Host and Origin exclude pages; a secret token excludes programs.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Any port: a tunnel to this machine has the same name and another port. */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Null allows the request. A page whose host name was made to resolve to this machine still sends that name as Host; a page of
 * another local server sends that server as Origin.
 */
export function originRefusal(headers: IncomingHttpHeaders): Refusal | null {
  const { host = "", origin } = headers;
  if (!LOOPBACK_HOST.test(host)) {
    return {
      status: 403,
      message: "the Host header is not this machine: use 127.0.0.1 or localhost",
    };
  }
  if (origin !== undefined && origin.toLowerCase() !== `http://${host.toLowerCase()}`) {
    return { status: 403, message: "the Origin header is not this server" };
  }
  return null;
}

export function tokenRefusal(headers: IncomingHttpHeaders, token: string): Refusal | null {
  const sent = /^Bearer +(\S+) *$/i.exec(headers.authorization ?? "")?.[1] ?? "";
  if (isSameSecret(sent, token)) return null;
  return {
    status: 401,
    message: "send `Authorization: Bearer TOKEN` with the token printed when the server started",
  };
}

/** Takes the same time for any input: both texts are hashed, so the compared lengths are equal. */
export function isSameSecret(sent: string, secret: string): boolean {
  return timingSafeEqual(digest(sent), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
