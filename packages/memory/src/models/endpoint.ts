/** The address of an encoder's server: is it one we may send text to, and is it this machine? */
import { MemoryError } from "../domain/errors.ts";

/**
 * Without a trailing slash. Throws "usage" for what is no http address, for a query, for credentials inside it, which
 * would end in logs, and for http to another machine unless that was allowed: what is embedded is private.
 */
export function endpointOf(address: string, allowHttp: boolean): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch (cause) {
    throw new MemoryError("usage", { url: address, reason: "not an address", cause });
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new MemoryError("usage", { url: address, reason: "neither http nor https" });
  }
  if (url.username !== "" || url.password !== "") {
    throw new MemoryError("usage", {
      url: url.host,
      reason: "no name or password in the address: keys come from the environment",
    });
  }
  if (url.search !== "") {
    // It may hold a key, and is no part of what is asked for.
    throw new MemoryError("usage", {
      url: `${url.origin}${url.pathname}`,
      reason: "what follows a ? in the address would not be sent: leave it out",
    });
  }
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.href)) {
    throw new MemoryError("usage", {
      url: address,
      reason: "http to another machine sends text in the clear; use https, or say --allow-http",
    });
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** Whether nothing leaves this machine. */
export function isLoopback(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export const DEFAULT_OLLAMA = "http://127.0.0.1:11434";

/** Where Ollama listens, by its own variable: a host, with or without scheme and port. */
export function ollamaAddress(env: Readonly<Record<string, string | undefined>>): string {
  const told = env["OLLAMA_HOST"]?.trim();
  if (told === undefined || told === "") return DEFAULT_OLLAMA;
  // It listens everywhere; we ask it here. A bare port is one of this machine.
  const host = told
    .replace(/^(https?:\/\/)?0\.0\.0\.0(?![\w.-])/i, "$1127.0.0.1")
    .replace(/^:/, "127.0.0.1:");
  if (/^https?:\/\//i.test(host)) return host;
  return /:\d+$/.test(host) ? `http://${host}` : `http://${host}:11434`;
}
