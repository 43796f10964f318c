/** Tests which data is reloaded when the store changes. */
import {
  type DefaultError,
  QueryClient,
  QueryObserver,
  type QueryObserverOptions,
} from "@tanstack/react-query";
import { expect, onTestFinished, test, vi } from "vitest";
import { agentsQuery, planQuery } from "./agents.ts";
import { followFeed } from "./feed.ts";
import { reloadStored } from "./refresh.ts";

/** Shows the data of a query. Each response has the number of its request. */
async function shown<Data, Key extends readonly unknown[]>(
  options: QueryObserverOptions<Data, DefaultError, Data, Data, Key>,
) {
  let requests = 0;
  vi.stubGlobal("fetch", async () => {
    requests += 1;
    return Response.json({ digest: String(requests) });
  });
  const queries = new QueryClient();
  const observer = new QueryObserver(queries, options);
  const end = observer.subscribe(() => undefined);
  onTestFinished(() => {
    end();
    queries.clear();
    vi.unstubAllGlobals();
  });
  const data = () => observer.getCurrentResult().data;
  await vi.waitUntil(() => data() !== undefined);
  return { queries, data };
}

test("a change of the store reloads nothing that takes a search of the home folder", async () => {
  const { queries, data } = await shown(agentsQuery);
  await reloadStored(queries);
  expect(data()).toEqual({ digest: "1" });
  await queries.invalidateQueries({ queryKey: ["agents"] });
  expect(data()).toEqual({ digest: "2" });
});

/** Follows a feed whose server answers with this status. */
function following(queries: QueryClient, status: number | null) {
  const source: Parameters<typeof followFeed>[0] = {
    ...{ addEventListener: () => undefined, close: () => undefined },
    ...{ onopen: null, onerror: null },
  };
  const states: boolean[] = [];
  followFeed(
    source,
    queries,
    (isOnline) => states.push(isOnline),
    () => Promise.resolve(status),
  );
  const happen = (name: "onopen" | "onerror") =>
    source[name]?.call(source as EventSource, new Event(name));
  return { states, happen };
}

test("after the server could not be reached, everything is reloaded", async () => {
  const { queries, data } = await shown(agentsQuery);
  const { states, happen } = following(queries, null);
  happen("onopen");
  expect([queries.isFetching(), data()]).toEqual([0, { digest: "1" }]);
  happen("onerror");
  await vi.waitFor(() => expect(states).toEqual([true, false]));
  happen("onopen");
  await vi.waitFor(() => expect(data()).toEqual({ digest: "2" }));
  expect(states).toEqual([true, false, true]);
});

test.each([
  ["a server that ended the stream is still there", ["onopen", "onerror"], 200, [true, true]],
  ["a browser that never had access is not offline", ["onerror"], 401, [true]],
  [
    "a browser that lost its access needs the new address",
    ["onopen", "onerror"],
    401,
    [true, false],
  ],
] as const)("%s", async (_name, events, status, expected) => {
  const { states, happen } = following(new QueryClient(), status);
  for (const event of events) happen(event);
  await vi.waitFor(() => expect(states).toEqual(expected));
});

test("a dialog keeps the plan that it shows, and the next dialog loads it again", async () => {
  const { queries, data } = await shown(planQuery("codex", "connect"));
  await queries.invalidateQueries();
  expect(data()).toEqual({ digest: "1" });
});
