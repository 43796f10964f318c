/**
 * Tests files from the web and from a folder: complete, correct, resumed, or rejected with the file's name and without a
 * partial result.
 */
import { createHash } from "node:crypto";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import type { ServerResponse } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { MemoryError } from "../../domain/errors.ts";
import { TINY_DIMS, writeTinyModel } from "../models/testing-onnx.ts";
import { type ReceivedRequest, testServer } from "../models/testing-server.ts";
import { type FileRequest, fetchFile } from "./fetch-file.ts";
import { CATALOGUE, catalogueModel } from "./model-catalogue.ts";
import { modelFolder, readModelLock, verifyModel } from "./model-folder.ts";
import { type PullProgress, pullModel } from "./pull-model.ts";

const BYTES = Buffer.from(Array.from({ length: 50_000 }, (_, i) => (i * 7 + (i >> 8)) % 256));
const SHA256 = createHash("sha256").update(BYTES).digest("hex");
const NAME = "all-MiniLM-L6-v2";

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "tacit-models-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }));
  return folder;
}

interface Serving {
  /** Number of bytes after which the connection ends, for the first calls. */
  readonly breaksAfter?: readonly number[];
  readonly etag?: string | null;
  readonly ignoresRange?: boolean;
  readonly bytes?: Buffer;
}

/** Starts a web server with one file, which can break the connection. */
async function serving(how: Serving = {}) {
  const { breaksAfter = [], etag = '"v1"', ignoresRange = false, bytes = BYTES } = how;
  let calls = 0;
  return testServer((request, response) => {
    const from = ignoresRange ? 0 : rangeOf(request, etag);
    const rest = bytes.subarray(from);
    const headers: Record<string, string> = { "content-length": String(rest.length) };
    if (etag !== null) headers["etag"] = etag;
    if (from > 0) headers["content-range"] = `bytes ${from}-${bytes.length - 1}/${bytes.length}`;
    if (from >= bytes.length) {
      response.writeHead(416, { "content-range": `bytes */${bytes.length}` });
      response.end();
      return;
    }
    response.writeHead(from > 0 ? 206 : 200, headers);
    send(response, rest, breaksAfter[calls++], from);
  });
}

function rangeOf({ headers }: ReceivedRequest, etag: string | null): number {
  const ifRange = headers["if-range"];
  if (ifRange !== undefined && ifRange !== etag) return 0;
  return Number(/^bytes=(\d+)-$/.exec(headers.range ?? "")?.[1] ?? 0);
}

/** Path of the growing part of the file. */
let partPath = "";

function send(
  response: ServerResponse,
  bytes: Buffer,
  breaksAfter: number | undefined,
  from: number,
): void {
  if (breaksAfter === undefined) {
    response.end(bytes);
    return;
  }
  // A broken stream drops unread data, so the connection is broken only when everything sent is in the file.
  const breakOnceThere = (): void => {
    const size = statSync(partPath, { throwIfNoEntry: false })?.size ?? 0;
    if (size >= from + breaksAfter || response.destroyed) response.destroy();
    else setImmediate(breakOnceThere);
  };
  response.write(bytes.subarray(0, breaksAfter), breakOnceThere);
}

function requestFor(url: string, more: Partial<FileRequest> = {}): FileRequest {
  const path = join(makeFolder(), "file.bin");
  partPath = `${path}.part`;
  return {
    url: `${url}/file.bin`,
    path,
    sha256: SHA256,
    bytes: BYTES.length,
    allowHttp: false,
    pause: () => Promise.resolve(),
    ...more,
  };
}

async function refusal(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "nothing",
    (error: unknown) => (MemoryError.is(error) ? error.code : String(error)),
  );
}

describe("downloading a file", () => {
  test("stores the complete file and no other", async () => {
    const { url } = await serving();
    const reported: number[] = [];
    const request = requestFor(url, { onBytes: (bytes) => reported.push(bytes) });
    expect(await fetchFile(request)).toEqual({ sha256: SHA256, bytes: BYTES.length });
    expect(readFileSync(request.path).equals(BYTES)).toBe(true);
    expect(readdirSync(join(request.path, ".."))).toEqual(["file.bin"]);
    expect(reported.at(-1)).toBe(BYTES.length);
    expect(statSync(request.path).mode & 0o077).toBe(0);
  });

  test("resumes after each broken connection", async () => {
    const server = await serving({ breaksAfter: [20_000, 10_000, 5000] });
    const request = requestFor(server.url);
    await fetchFile(request);
    expect(readFileSync(request.path).equals(BYTES)).toBe(true);
    const ranges = server.requests.map(({ headers }) => headers.range);
    expect(ranges[0]).toBeUndefined();
    expect(ranges).toHaveLength(4);
    expect(ranges.slice(1)).toEqual(["bytes=20000-", "bytes=30000-", "bytes=35000-"]);
  });

  test("leaves the part of a failed call, and the next call resumes it", async () => {
    const broken = await serving({ breaksAfter: Array(20).fill(3000) });
    const request = requestFor(broken.url);
    expect(await refusal(fetchFile(request))).toBe("download_failed");
    expect(existsSync(request.path)).toBe(false);
    const have = statSync(`${request.path}.part`).size;
    expect(have).toBeGreaterThan(0);
    const repaired = await serving();
    await fetchFile({ ...request, url: `${repaired.url}/file.bin` });
    expect(repaired.requests[0]?.headers.range).toBe(`bytes=${have}-`);
    expect(readFileSync(request.path).equals(BYTES)).toBe(true);
  });

  test.each<[string, Serving, Partial<FileRequest>]>([
    ["a server that knows no ranges", { ignoresRange: true, breaksAfter: [20_000] }, {}],
    [
      "no checksum and no mark of the file: from the start",
      { etag: null, breaksAfter: [20_000] },
      { sha256: null },
    ],
    [
      "no checksum, but the server's mark",
      { breaksAfter: [20_000] },
      { sha256: null, bytes: null },
    ],
  ])("%s", async (_name, how, more) => {
    const { url } = await serving(how);
    const request = requestFor(url, more);
    expect(await fetchFile(request)).toMatchObject({ sha256: SHA256 });
    expect(readFileSync(request.path).equals(BYTES)).toBe(true);
  });

  test("does not append to the part when the file has changed meanwhile", async () => {
    const old = await serving({ breaksAfter: Array(20).fill(3000) });
    const request = requestFor(old.url, { sha256: null, bytes: null });
    await refusal(fetchFile(request));
    const changed = Buffer.alloc(40_000, 7);
    const { url } = await serving({ etag: '"v2"', bytes: changed });
    await fetchFile({ ...request, url: `${url}/file.bin` });
    expect(readFileSync(request.path).equals(changed)).toBe(true);
  });

  test("renames a part that is already complete", async () => {
    const { url, requests } = await serving();
    const request = requestFor(url);
    writeFileSync(`${request.path}.part`, BYTES);
    expect(await fetchFile(request)).toEqual({ sha256: SHA256, bytes: BYTES.length });
    expect(requests).toHaveLength(1);
  });

  test("removes a part with wrong content", async () => {
    const { url } = await serving();
    const request = requestFor(url);
    writeFileSync(`${request.path}.part`, "rubbish");
    expect(await refusal(fetchFile(request))).toBe("model_mismatch");
    expect(readdirSync(join(request.path, ".."))).toEqual([]);
    expect(await refusal(fetchFile(request))).toBe("nothing");
  });

  test.each<[string, Serving, string]>([
    ["other bytes", { bytes: Buffer.alloc(BYTES.length, 1) }, "model_mismatch"],
    ["more than it should have", { bytes: Buffer.concat([BYTES, BYTES]) }, "model_mismatch"],
    ["fewer", { bytes: BYTES.subarray(0, 100) }, "model_mismatch"],
  ])("%s: rejects the file and leaves nothing", async (_name, how, code) => {
    const { url } = await serving(how);
    const request = requestFor(url);
    expect(await refusal(fetchFile(request))).toBe(code);
    expect(existsSync(request.path)).toBe(false);
    expect(existsSync(`${request.path}.part`)).toBe(false);
  });

  test("gives up on an endless file at its expected size", async () => {
    const chunk = Buffer.alloc(60_000, 1);
    const pour = (response: ServerResponse): void => {
      if (!response.destroyed) response.write(chunk, () => pour(response));
    };
    const server = await testServer((_asked, response) => pour(response.writeHead(200)));
    const reported: number[] = [];
    const request = requestFor(server.url, { onBytes: (bytes) => reported.push(bytes) });
    expect(await refusal(fetchFile(request))).toBe("model_mismatch");
    expect(Math.max(0, ...reported)).toBeLessThanOrEqual(BYTES.length);
    expect(readdirSync(join(request.path, ".."))).toEqual([]);
  });

  test.each([
    [404, 1],
    [403, 1],
    [503, 6],
  ])("handles a server that answers %d with this many requests: %d", async (status, times) => {
    const server = await testServer((_asked, response) => response.writeHead(status).end("no"));
    expect(await refusal(fetchFile(requestFor(server.url)))).toBe("download_failed");
    expect(server.requests).toHaveLength(times);
  });

  test("follows a redirect to another server, but not to another machine over http", async () => {
    const { url } = await serving();
    const request = requestFor(url);
    const there = await testServer((_asked, response) =>
      response.writeHead(302, { location: `${url}/elsewhere.bin` }).end(),
    );
    await fetchFile({ ...request, url: `${there.url}/file.bin` });
    expect(readFileSync(request.path).equals(BYTES)).toBe(true);
    const away = await testServer((_asked, response) =>
      response.writeHead(302, { location: "http://mirror.example/file.bin" }).end(),
    );
    const error = await fetchFile(requestFor(away.url)).catch((caught: unknown) => caught);
    expect((error as Error).message).toContain("--allow-http");
  });

  test.each([
    ["to nowhere", {}],
    ["to no address", { location: "http://[" }],
  ])("does not repeat a request that is redirected %s", async (_name, headers) => {
    const server = await testServer((_asked, response) => response.writeHead(302, headers).end());
    const error = await fetchFile(requestFor(server.url)).catch((caught: unknown) => caught);
    expect((error as Error).message).toContain("sent on with 302, to nowhere");
    expect(server.requests).toHaveLength(1);
  });

  test("stops waiting for a retry when cancelled", async () => {
    const controller = new AbortController();
    const server = await testServer((_asked, response) => response.writeHead(503).end());
    const pause = (_ms: number, signal?: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal?.addEventListener("abort", () => resolve());
        controller.abort();
        if (signal === undefined) throw new Error("nobody can call it off");
      });
    const request = requestFor(server.url, { signal: controller.signal, pause });
    expect(await refusal(fetchFile(request))).toBe("download_failed");
    expect(server.requests).toHaveLength(1);
  });

  test("keeps the downloaded part when cancelled", async () => {
    const controller = new AbortController();
    const server = await testServer((_asked, response) => {
      response.writeHead(200, { "content-length": String(BYTES.length), etag: '"v1"' });
      response.write(BYTES.subarray(0, 1000));
    });
    const request = requestFor(server.url, {
      signal: controller.signal,
      onBytes: () => controller.abort(),
    });
    expect(await refusal(fetchFile(request))).toBe("download_failed");
    expect(statSync(`${request.path}.part`).size).toBe(1000);
    expect(server.requests).toHaveLength(1);
  });
});

describe("pulling a model", () => {
  test.each(["../../evil", "..", "", "all-MiniLM-L6-v2/..", "/etc", "toString"])(
    "rejects the name %j, which becomes no path",
    async (name) => {
      const home = makeFolder();
      expect(await refusal(pullModel({ home, name, from: home, isUnpinned: true }))).toBe(
        "model_not_found",
      );
      expect(readdirSync(home)).toEqual([]);
    },
  );

  test("has valid pins in the catalogue: hash, path inside the folder, revision in the address", () => {
    for (const { url, files, weights } of CATALOGUE) {
      expect(url).toMatch(/^https:\/\/[^/]+\/.+\/resolve\/[0-9a-f]{40}$/);
      expect(files.map(({ path }) => path)).toContain(weights);
      for (const { path, sha256 } of files) {
        expect(sha256).toMatch(/^[0-9a-f]{64}$/);
        expect(path).toMatch(/^[a-z_]+(?:\/[a-z_]+)?\.(?:json|onnx)$/);
      }
    }
  });

  test("rejects files that differ from the catalogue by name, and does not count the model as pulled", async () => {
    const [home, from] = [makeFolder(), makeFolder()];
    writeTinyModel(from);
    expect(await refusal(pullModel({ home, name: NAME, from }))).toBe("model_mismatch");
    expect(readModelLock(home, NAME)).toBeNull();
  });

  test("accepts unpinned files from a folder and stores their hashes", async () => {
    const [home, from] = [makeFolder(), makeFolder()];
    writeTinyModel(from);
    const lock = await pullModel({ home, name: NAME, from, isUnpinned: true });
    expect(lock).toMatchObject({ name: NAME, source: from, isPinned: false, dims: TINY_DIMS });
    expect(readModelLock(home, NAME)).toEqual(lock);
    await verifyModel(home, lock);
    writeFileSync(join(modelFolder(home, NAME), "config.json"), "{}");
    expect(await refusal(verifyModel(home, lock))).toBe("model_mismatch");
    rmSync(join(modelFolder(home, NAME), "config.json"));
    expect(await refusal(verifyModel(home, lock))).toBe("model_mismatch");
    mkdirSync(join(modelFolder(home, NAME), "config.json"));
    expect(await refusal(verifyModel(home, lock))).toBe("model_mismatch");
  });

  test("accepts files from a mirror and reports progress per file", async () => {
    const [home, from] = [makeFolder(), makeFolder()];
    writeTinyModel(from);
    const { url, requests } = await testServer(({ path }, response) =>
      response.end(readFileSync(join(from, path.replace("/mirror", "")))),
    );
    const reported: PullProgress[] = [];
    const request = { home, name: NAME, from: `${url}/mirror/`, isUnpinned: true };
    await pullModel({ ...request, onProgress: (progress) => reported.push(progress) });
    const paths = catalogueModel(NAME).files.map((file) => file.path);
    expect(requests.map(({ path }) => path)).toEqual(paths.map((path) => `/mirror/${path}`));
    expect([...new Set(reported.map(({ file }) => file))]).toEqual(paths);
  });

  test.each([
    [
      "a folder without the files",
      (from: string) => rmSync(join(from, "tokenizer.json")),
      "input_missing",
    ],
    [
      "a configuration that is none",
      (from: string) => writeFileSync(join(from, "config.json"), "<html>"),
      "model_mismatch",
    ],
    [
      "a configuration without dimensions",
      (from: string) => writeFileSync(join(from, "config.json"), "{}"),
      "model_mismatch",
    ],
  ])("%s", async (_name, spoil, code) => {
    const [home, from] = [makeFolder(), makeFolder()];
    writeTinyModel(from);
    spoil(from);
    expect(await refusal(pullModel({ home, name: NAME, from, isUnpinned: true }))).toBe(code);
    expect(readModelLock(home, NAME)).toBeNull();
  });

  test.each<[string, (from: string) => void]>([
    ["lacks its weights", (from) => rmSync(join(from, "onnx", "model_quantized.onnx"))],
    ["has another's configuration", (from) => writeFileSync(join(from, "config.json"), "<html>")],
  ])("leaves the model in use unchanged for a folder that %s", async (_name, spoil) => {
    const [home, good, bad] = [makeFolder(), makeFolder(), makeFolder()];
    writeTinyModel(good);
    const lock = await pullModel({ home, name: NAME, from: good, isUnpinned: true });
    writeTinyModel(bad);
    writeFileSync(join(bad, "tokenizer_config.json"), "{}");
    spoil(bad);
    await expect(pullModel({ home, name: NAME, from: bad, isUnpinned: true })).rejects.toThrow();
    await verifyModel(home, lock);
    const left = readdirSync(modelFolder(home, NAME), { recursive: true });
    expect(left.filter((path) => String(path).endsWith(".new"))).toEqual([]);
  });

  test("reports a broken lock instead of treating it as missing", () => {
    const home = makeFolder();
    mkdirSync(modelFolder(home, NAME), { recursive: true });
    writeFileSync(join(modelFolder(home, NAME), "lock.json"), '{"name": 1}');
    expect(() => readModelLock(home, NAME)).toThrow(
      expect.objectContaining({ code: "config_malformed" }),
    );
  });
});
