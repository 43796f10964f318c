/**
 * Serves the built page from memory. Paths are looked up by exact name, so no path leads out of the folder. Assets are stored
 * compressed (`NAME.br`); `index.html` is not, because each response inserts a nonce.
 */
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliDecompress } from "node:zlib";
import { MemoryError } from "@tacit-memory/memory";

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
const PRIVATE = {
  "x-content-type-options": "nosniff",
  "referrer-policy": "no-referrer",
  "cross-origin-opener-policy": "same-origin",
  "cross-origin-resource-policy": "same-origin",
};
/** Placeholder in index.html that is replaced by the nonce. Libraries that create style elements use this nonce. */
const NONCE = "__NONCE__";

/** Reads the page's files. Throws "input_missing" if the page was not built. */
export function readPages(folder: string): (request: Request) => Promise<Response> {
  const path = join(folder, "index.html");
  if (!existsSync(path)) throw new MemoryError("input_missing", { path, reason: "no panel" });
  const index = readFileSync(path, "utf8");
  const assets = new Map(
    readdirSync(join(folder, "assets")).map((name) => [
      `/assets/${name.replace(/\.br$/, "")}`,
      readFileSync(join(folder, "assets", name)),
    ]),
  );
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (request.method !== "GET" && request.method !== "HEAD")
      return plain(405, "only GET is allowed");
    const asset = assets.get(pathname);
    if (asset !== undefined) return assetResponse(request, pathname, asset);
    if (pathname.startsWith("/assets/")) return plain(404, "no such page");
    // Every other path is a view of the panel, which the page resolves itself. A session's id may contain a dot.
    return indexResponse(index);
  };
}

async function assetResponse(request: Request, path: string, bytes: Buffer): Promise<Response> {
  const isTaken = (request.headers.get("accept-encoding") ?? "").includes("br");
  const body = isTaken ? bytes : await promisify(brotliDecompress)(bytes);
  return new Response(new Uint8Array(body), {
    headers: {
      ...PRIVATE,
      "content-type": TYPES[extname(path)] ?? "application/octet-stream",
      "cache-control": "no-store",
      vary: "accept-encoding",
      ...(isTaken ? { "content-encoding": "br" } : {}),
    },
  });
}

function indexResponse(index: string): Response {
  const nonce = randomBytes(16).toString("base64");
  return new Response(index.replaceAll(NONCE, nonce), {
    headers: {
      ...PRIVATE,
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "content-security-policy": policy(nonce),
    },
  });
}

function policy(nonce: string): string {
  return [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; ");
}

function plain(status: number, text: string): Response {
  const headers = { ...PRIVATE, "content-type": "text/plain; charset=utf-8" };
  return new Response(`${text}\n`, { status, headers });
}
