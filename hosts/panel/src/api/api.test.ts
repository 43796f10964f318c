/** Tests which requests are followed by the work that waits. */
import type { Tacit } from "@tacit-memory/memory";
import { expect, test } from "vitest";
import { createLearning } from "../learning.ts";
import { BARE_MACHINE } from "../testing-panel.ts";
import { createApi } from "./api.ts";

const TACIT = {
  identity: { name: "shop", root: "/shop", branch: null },
  memories: { confirm: async () => ({ id: "m" }), list: async () => [] },
} as unknown as Tacit;

test.each([
  ["GET", "/api/project", "read"],
  ["POST", "/api/changes", "use"],
] as const)("%s %s calls `%s` of the store", async (method, path, called) => {
  const calls: string[] = [];
  const counted =
    (name: string) =>
    async <T>(work: (tacit: Tacit) => Promise<T>) => {
      calls.push(name);
      return work(TACIT);
    };
  const store = { use: counted("use"), read: counted("read"), close: async () => undefined };
  const machine = BARE_MACHINE;
  const learning = createLearning({
    machine,
    open: async () => TACIT,
    untilAlone: async () => undefined,
  });
  const api = createApi({ store, version: "0", env: {}, machine, learning });
  const origin = "http://127.0.0.1:1";
  const headers = { origin, "sec-fetch-site": "same-origin", "content-type": "application/json" };
  const body = method === "GET" ? {} : { body: "{}" };
  await api(new Request(`${origin}${path}`, { method, headers, ...body }));
  expect(calls).toEqual([called]);
});
