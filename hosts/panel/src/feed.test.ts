/** Tests that a page that leaves early leaves nothing behind. */
import type { Tacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { createFeed } from "./feed.ts";
import type { PanelStore } from "./panel-store.ts";

test("does not follow the store for a page that left while the store was opened", async () => {
  const leaving = new AbortController();
  let calls = 0;
  const look: PanelStore["read"] = async (work) => {
    calls += 1;
    leaving.abort();
    const mark = async () => ({ dataVersion: 1, opSeq: 0 });
    return work({ admin: { mark } } as unknown as Tacit);
  };
  const feed = createFeed({ use: look, read: look, close: async () => undefined }, 0);
  const response = await feed.fetch(new Request("http://127.0.0.1/api/feed"), leaving.signal);
  expect(response.status).toBe(503);
  expect(calls).toBe(1);
  feed.close();
});
