/** What is read from addresses that a person wrote or kept. */
import { expect, test } from "vitest";
import { readFilters } from "../memories/filters.ts";
import { readCodeFilters } from "./addresses.ts";

test("a query that the server would refuse is cut", () => {
  expect(readCodeFilters({ query: "x".repeat(301) }).query).toHaveLength(300);
  expect(readFilters({ query: "x".repeat(4001) }).query).toHaveLength(4000);
});
