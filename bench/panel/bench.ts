/**
 * Measures the panel at 100,000 memories in a real browser on loopback: first contentful paint, the time until the first view
 * shows its data, the time from a keystroke in the search to the second frame after the response began, the time of each API
 * route, and the bytes of the page.
 */
/// <reference lib="dom" />
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { brotliDecompressSync, gzipSync } from "node:zlib";
import { openTacit } from "@tacit-memory/memory";
import type { Browser, Page } from "playwright-core";
import { CHROMIUM, launchBrowser } from "../../e2e/panel/browser.ts";
import type { Setup } from "../arguments.ts";
import { makeMemories } from "../corpus.ts";
import { timeProcess } from "../process-time.ts";
import { percentile, round } from "../statistics.ts";

const MEMORIES = 100_000;
const LOADS = 10;
const QUERY = "which port does the staging server use";

export async function run({ root, args, say }: Setup) {
  if (CHROMIUM === null) throw new Error("there is no Chromium on this machine");
  const count = args.includes("--quick") ? 10_000 : MEMORIES;
  const folder = mkdtempSync(join(tmpdir(), "tacit-bench-"));
  const home = join(folder, "home");
  const dist = join(root, "apps/cli/dist");
  const env = { ...process.env, TACIT_HOME: home, HOME: folder };
  try {
    await fill(home, folder, count);
    say(`${count} memories in place`);
    const words = [join(dist, "tacit.mjs"), "panel", "--json"];
    const start = async () => {
      const panel = spawn(process.execPath, words, { cwd: folder, env });
      const [line] = await once(createInterface({ input: panel.stdout }), "line");
      return { panel, ...(JSON.parse(String(line)) as { readonly url: string }) };
    };
    const browser = await launchBrowser(CHROMIUM);
    const firstStart = await searchOnce(browser, home, await start());
    say("indexes are written");
    const { panel, url } = await start();
    const page = await browser.newPage();
    const { paints, views } = await loadTimes(page, url);
    say(`first paint: ${paints.map(round).join(", ")} ms`);
    say(`data of the first view: ${views.map(round).join(", ")} ms`);
    const routes = await routeTimes(page);
    const keys = await keystrokeTimes(page);
    const map = await mapTimes(page);
    const browserVersion = browser.version();
    await browser.close();
    panel.kill();
    // Otherwise it may write into the folder while the folder is deleted.
    await once(panel, "exit");
    return {
      memories: count,
      emptyProcessMs: emptyProcessMs(folder),
      browser: `Chromium ${browserVersion}`,
      firstPaint: { p50Ms: round(percentile(paints, 0.5)), maxMs: round(Math.max(...paints)) },
      firstView: { p50Ms: round(percentile(views, 0.5)), maxMs: round(Math.max(...views)) },
      keystroke: summaryOf(keys),
      keystrokeWithoutIndexes: summaryOf(firstStart),
      routes,
      map,
      gzippedBytes: gzippedBytes(join(dist, "panel", "assets")),
    };
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function summaryOf(keys: readonly number[]) {
  return {
    keys: keys.length,
    withoutRequest: QUERY.length - keys.length,
    p50Ms: round(percentile(keys, 0.5)),
    p95Ms: round(percentile(keys, 0.95)),
  };
}

/** Milliseconds within which the first panel must write the index of words; it takes a few seconds. */
const INDEX_LIMIT_MS = 60_000;

/**
 * Types a question into the first panel of a new store and ends the panel when it has written the index of words, which later
 * ones read. Returns the times of the keys.
 */
async function searchOnce(
  browser: Browser,
  home: string,
  { panel, url }: { readonly panel: ChildProcess; readonly url: string },
): Promise<number[]> {
  const page = await browser.newPage();
  await page.goto(url);
  const keys = await keystrokeTimes(page);
  const untilMs = performance.now() + INDEX_LIMIT_MS;
  while (!existsSync(join(home, "words.idx"))) {
    if (performance.now() > untilMs) throw new Error("the panel did not write the index of words");
    await pause(100);
  }
  await page.close();
  panel.kill();
  await once(panel, "exit");
  return keys;
}

/** Returns the median time of a Node process that does nothing: how fast the machine was during the run. */
function emptyProcessMs(cwd: string): number {
  const run = () => timeProcess(["-e", "0"], { cwd, env: process.env }).wallMs;
  return round(percentile(Array.from({ length: 9 }, run), 0.5));
}

async function fill(home: string, cwd: string, count: number): Promise<void> {
  const tacit = await openTacit({ home, cwd });
  async function* lines() {
    for (const [i, { content, file }] of makeMemories(count, 1).entries())
      yield JSON.stringify({ externalId: `m${i}`, content, files: [file] });
  }
  await tacit.exchange.importLines(lines(), { isVerbatim: true });
  await tacit.close();
}

/** Returns the milliseconds from each navigation to the first contentful paint, and to the first frame with data of the store. */
async function loadTimes(page: Page, url: string) {
  const paints: number[] = [];
  const views: number[] = [];
  for (let i = 0; i < LOADS; i++) {
    await page.goto(i === 0 ? url : new URL("/", url).href);
    const [paintMs, viewMs] = await page.evaluate(() =>
      Promise.all([
        new Promise<number>((resolve) => {
          new PerformanceObserver((list) => {
            const [entry] = list.getEntriesByName("first-contentful-paint");
            if (entry !== undefined) resolve(entry.startTime);
          }).observe({ type: "paint", buffered: true });
        }),
        new Promise<number>((resolve) => {
          const look = () => {
            // The counts are at the end of Today, and nothing else has this class.
            if (document.querySelector(".numbers") === null) requestAnimationFrame(look);
            else resolve(performance.now());
          };
          look();
        }),
      ]),
    );
    paints.push(paintMs);
    views.push(viewMs);
  }
  return { paints, views };
}

/** Returns the milliseconds of the second call of each route; the first call opens the store. */
async function routeTimes(page: Page): Promise<Record<string, number>> {
  const times: Record<string, number> = {};
  for (const path of [
    "/api/today",
    "/api/memories",
    `/api/memories?query=${encodeURIComponent(QUERY)}`,
  ]) {
    const ms = await page.evaluate(async (address) => {
      await (await fetch(address)).text();
      const startedMs = performance.now();
      await (await fetch(address)).text();
      return performance.now() - startedMs;
    }, path);
    times[path.replace(/=.*/, "")] = round(ms);
  }
  return times;
}

/** Returns how long the map of the graph takes until it is drawn, and the longest time in which the page answers nothing. */
async function mapTimes(page: Page) {
  const { apiMs, nodes } = await page.evaluate(async () => {
    const startedMs = performance.now();
    const map: { readonly nodes: readonly unknown[] } = await (
      await fetch("/api/graph/map")
    ).json();
    return { apiMs: performance.now() - startedMs, nodes: map.nodes.length };
  });
  const link = page.getByRole("link", { name: "Graph", exact: true });
  const times = await link.evaluate(async (element) => {
    const tasks: number[] = [];
    new PerformanceObserver((list) => {
      tasks.push(...list.getEntries().map(({ duration }) => duration));
    }).observe({ type: "longtask" });
    const startedMs = performance.now();
    (element as HTMLElement).click();
    while (document.querySelector(".graph-canvas:not([aria-busy]) canvas") === null)
      await new Promise((resolve) => requestAnimationFrame(resolve));
    const drawnMs = performance.now() - startedMs;
    // A task is reported after it has ended.
    await new Promise((resolve) => setTimeout(resolve, 500));
    return { drawnMs, longestTaskMs: Math.max(0, ...tasks) };
  });
  const frames = await panTimes(page);
  return {
    nodes,
    apiMs: round(apiMs),
    drawnMs: round(times.drawnMs),
    longestTaskMs: round(times.longestTaskMs),
    frame: { p50Ms: round(percentile(frames, 0.5)), p95Ms: round(percentile(frames, 0.95)) },
  };
}

/** Drags the map. Returns the milliseconds between its frames. */
async function panTimes(page: Page): Promise<number[]> {
  const box = await page.locator(".graph-canvas").boundingBox();
  if (box === null) throw new Error("the map is not on the page");
  const frames = await page.evaluateHandle(() => {
    const times: number[] = [];
    let lastMs = performance.now();
    const frame = () => {
      times.push(performance.now() - lastMs);
      lastMs = performance.now();
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
    return times;
  });
  await page.mouse.move(box.x + 20, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + 300, box.y + 250, { steps: 120 });
  await page.mouse.up();
  return frames.jsonValue();
}

/** Milliseconds. A key without a request in this time is not counted; one without a response counts as this long. */
const KEY_LIMIT_MS = 3000;

/** Returns the milliseconds from each key press to the second frame after the response began. */
async function keystrokeTimes(page: Page): Promise<number[]> {
  await page.getByRole("link", { name: "Memories", exact: true }).click();
  await page.locator("[data-row]").first().waitFor();
  await page.getByRole("searchbox").focus();
  const times: number[] = [];
  for (const key of QUERY) {
    // The watch is in place before the key is sent: commands and keys reach the page by different ways.
    const watch = await page.evaluateHandle(watchKey, KEY_LIMIT_MS);
    await page.keyboard.type(key);
    const ms = await watch.evaluate(({ painted }) => painted);
    await watch.dispose();
    if (ms !== null) times.push(ms);
  }
  return times;
}

/** Runs in the page. `painted` resolves to the milliseconds from the next key; null if it causes no request. */
function watchKey(limitMs: number): { readonly painted: Promise<number | null> } {
  const { promise: painted, resolve } = Promise.withResolvers<number | null>();
  let startedMs = 0;
  let isSent = false;
  // A key may cause no request because its answer is cached.
  setTimeout(() => resolve(isSent ? limitMs : null), limitMs);
  const begin = () => {
    startedMs = performance.now();
  };
  window.addEventListener("keydown", begin, { once: true, capture: true });
  const { fetch: send } = window;
  window.fetch = async (...request) => {
    if (!String(request[0]).startsWith("/api/memories?")) return send(...request);
    window.fetch = send;
    isSent = true;
    const response = await send(...request);
    requestAnimationFrame(() =>
      requestAnimationFrame(() => resolve(performance.now() - startedMs)),
    );
    return response;
  };
  return { painted };
}

/** The view of the graph with its library is loaded only when a person opens it, and not counted. */
const GRAPH = /^graph-view\./;

/** Returns the size of the page as a server with gzip would send it, the usual measure of a page. */
function gzippedBytes(folder: string): number {
  const names = readdirSync(folder).filter((name) => !GRAPH.test(name));
  const sizes = names.map(
    (name) => gzipSync(brotliDecompressSync(readFileSync(join(folder, name)))).length,
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
