/** Checks the address of a model server: may text be sent to it, and is it this machine? */
import type { ModelRequest } from "@tacit-memory/protocol";
import { MemoryError } from "../../domain/errors.ts";
import type { Env } from "../../domain/options.ts";
import { sentenceOf } from "../../domain/sentences/sentences.ts";

/**
 * The address without a trailing slash. Throws "usage" if it is not an http address, has a query or credentials, which
 * would appear in logs, or uses http to another machine without permission, because the texts are private.
 */
export function endpointOf(address: string, allowHttp: boolean): string {
  let url: URL;
  try {
    url = new URL(address);
  } catch (cause) {
    throw new MemoryError("usage", { url: address, reason: sentenceOf("no_address", {}), cause });
  }
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new MemoryError("usage", { url: address, reason: sentenceOf("no_http", {}) });
  }
  if (url.username !== "" || url.password !== "") {
    throw new MemoryError("usage", {
      url: url.host,
      reason: sentenceOf("password_in_address", {}),
    });
  }
  if (url.search !== "") {
    // The query can contain a key, and requests do not send it.
    throw new MemoryError("usage", {
      url: `${url.origin}${url.pathname}`,
      reason: sentenceOf("query_in_address", {}),
    });
  }
  if (url.protocol === "http:" && !allowHttp && !isLoopback(url.href)) {
    throw new MemoryError("usage", {
      url: address,
      reason: sentenceOf("clear_http", {}),
    });
  }
  return `${url.origin}${url.pathname}`.replace(/\/+$/, "");
}

/** Usual key variable of each host. A key is sent only to the host it belongs to. */
const USUAL_KEYS: ReadonlyMap<string, string> = new Map([
  ["api.openai.com", "OPENAI_API_KEY"],
  ["api.cohere.com", "COHERE_API_KEY"],
  ["api.anthropic.com", "ANTHROPIC_API_KEY"],
]);

/**
 * Returns where a chosen model is called. `usualUrl`: address of a request without one. Throws "usage" if the address or the
 * model is missing, or if text may not be sent to the address.
 */
export function chosenEndpoint(request: ModelRequest, usualUrl?: string) {
  const { name, model, keyName, allowHttp = false } = request;
  const address = request.url ?? usualUrl;
  if (address === undefined || model === undefined) {
    const options = usualUrl === undefined ? "--url and --model" : "--model";
    throw new MemoryError("usage", { model: name, reason: sentenceOf("model_needs", { options }) });
  }
  const url = endpointOf(address, allowHttp);
  const usualKey = USUAL_KEYS.get(new URL(url).hostname) ?? null;
  return { url, model, keyName: keyName ?? usualKey, allowHttp };
}

/** Whether requests to this address stay on this machine. */
export function isLoopback(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/g, "");
  return host === "localhost" || host === "::1" || /^127(?:\.\d{1,3}){3}$/.test(host);
}

export const DEFAULT_OLLAMA = "http://127.0.0.1:11434";

/** The address of Ollama from its variable OLLAMA_HOST: a host with or without scheme and port. */
export function ollamaAddress(env: Env): string {
  const setting = env["OLLAMA_HOST"]?.trim();
  if (setting === undefined || setting === "") return DEFAULT_OLLAMA;
  // 0.0.0.0 listens on every interface, and a port alone belongs to this machine: both are called at 127.0.0.1.
  const host = setting
    .replace(/^(https?:\/\/)?0\.0\.0\.0(?![\w.-])/i, "$1127.0.0.1")
    .replace(/^:/, "127.0.0.1:");
  if (/^https?:\/\//i.test(host)) return host;
  return /:\d+$/.test(host) ? `http://${host}` : `http://${host}:11434`;
}
