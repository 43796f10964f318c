/**
 * Who may ask? A server on loopback can be reached by every page a browser on this machine has open, and by
 * every program that runs here. Pages are kept out by Host and Origin, programs by a token nobody else knows.
 */
import { createHash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

export interface Refusal {
  readonly status: 401 | 403;
  readonly message: string;
}

/** Any port: a tunnel to this machine keeps the name, not the number. */
const LOOPBACK_HOST = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d{1,5})?$/i;

/**
 * Null: it may. A page whose own name was made to point here still sends its name as Host; a page of another
 * local server sends that server as Origin.
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

/** Takes the same time whatever was sent: lengths differ only before both are hashed. */
export function isSameSecret(sent: string, secret: string): boolean {
  return timingSafeEqual(digest(sent), digest(secret));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
