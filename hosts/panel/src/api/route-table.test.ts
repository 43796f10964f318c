/** Tests that a path matches its own route and no other. */
import { expect, test } from "vitest";
import { matchRoute } from "./route-table.ts";

const ROUTES = ["GET /api/memories", "GET /api/memories/:id", "POST /api/memories/:id"] as const;

test.each([
  ["GET", "/api/memories", "GET /api/memories", {}],
  ["GET", "/api/memories/a%20b", "GET /api/memories/:id", { id: "a b" }],
  ["POST", "/api/memories/a", "POST /api/memories/:id", { id: "a" }],
  ["GET", "/api/memories/", null, {}],
  ["GET", "/api/memories/a/b", null, {}],
  ["GET", "/api/memories/%E0%A4%A", null, {}],
  ["DELETE", "/api/memories/a", null, {}],
  ["POST", "/api/memories", null, {}],
])("matches %s %s to the route %s", (method, path, route, params) => {
  expect(matchRoute(ROUTES, method, path)).toEqual(route === null ? null : { route, params });
});
