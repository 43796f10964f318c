/**
 * `GET /api/feed`: tells open pages that the store changed, whichever process changed it. One check of the store serves all
 * pages; the store is not checked while no page is open.
 */
import type { StoreMark } from "@tacit-memory/memory";
import { failed } from "./api/answer.ts";
import type { PanelStore } from "./panel-store.ts";

export interface Feed {
  readonly fetch: (request: Request, signal: AbortSignal) => Promise<Response>;
  readonly close: () => void;
}

/** Milliseconds between checks of the store. A check runs two statements of microseconds each. */
const LOOK_MS = 1000;
/** Milliseconds between heartbeats, by which a page notices that the server is gone. */
const BEAT_MS = 20_000;
/** Maximum open pages. Opening another page ends the oldest stream. */
const MAX_STREAMS = 32;

type Stream = ReadableStreamDefaultController<Uint8Array>;
const ENCODER = new TextEncoder();

export function createFeed(store: PanelStore, lookMs: number = LOOK_MS): Feed {
  const streams = new Set<Stream>();
  let mark: StoreMark | null = null;
  let isLooking = false;
  let looking: NodeJS.Timeout | null = null;
  let beating: NodeJS.Timeout | null = null;

  const send = (text: string) => {
    for (const stream of streams) stream.enqueue(ENCODER.encode(text));
  };
  const look = async () => {
    const before = mark;
    if (before === null) return;
    const changes = await store.read(({ admin }) => admin.changesSince(before));
    mark = changes.mark;
    if (!changes.isChanged) return;
    send("event: change\ndata: {}\n\n");
  };
  const next = () => {
    looking = null;
    // If the store is busy, the next check tries again.
    const again = () => {
      isLooking = streams.size > 0;
      if (isLooking) looking = setTimeout(next, lookMs);
    };
    look().then(again, again);
  };
  const begin = () => {
    beating ??= setInterval(() => send(": still here\n\n"), BEAT_MS);
    if (isLooking) return;
    isLooking = true;
    next();
  };
  const end = (stream: Stream) => {
    if (!streams.delete(stream)) return;
    stream.close();
    if (streams.size > 0) return;
    mark = null;
    if (beating !== null) clearInterval(beating);
    beating = null;
    if (looking === null) return;
    clearTimeout(looking);
    isLooking = false;
  };

  return {
    fetch: async (request, signal) => {
      if (request.method !== "GET") return failed(405, "request_refused", "only GET is allowed");
      // Set before the response begins, so that every later write is reported.
      mark ??= await store.read(({ admin }) => admin.mark());
      // The client left while the store was opened. It reads no response, and its abort event has already passed.
      if (signal.aborted) return failed(503, "request_refused", "the client left");
      const [oldest] = streams;
      if (streams.size >= MAX_STREAMS && oldest !== undefined) end(oldest);
      const body = new ReadableStream<Uint8Array>({
        start: (stream) => {
          streams.add(stream);
          signal.addEventListener("abort", () => end(stream), { once: true });
          stream.enqueue(ENCODER.encode("retry: 2000\n\n"));
          begin();
        },
      });
      return new Response(body, {
        headers: { "content-type": "text/event-stream", "cache-control": "no-store" },
      });
    },
    close: () => {
      for (const stream of [...streams]) end(stream);
    },
  };
}
