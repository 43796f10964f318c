/** When typed words are written to the address, and when the address replaces them. */
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { typedFilters } from "./typed-filters.ts";

interface Filters {
  readonly query?: string;
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function typing(start: Filters) {
  let shown = start;
  const written: Filters[] = [];
  const filters = typedFilters<Filters>(start, (next) => {
    shown = next;
  });
  const to = (next: Filters) => void written.push(next);
  return {
    filters,
    shown: () => shown,
    written,
    type: (query: string) => filters.type({ query }, to),
  };
}

test("words are written once, after a pause", () => {
  const { shown, written, type } = typing({});
  type("a");
  type("ab");
  expect(shown()).toEqual({ query: "ab" });
  expect(written).toEqual([]);
  vi.runAllTimers();
  expect(written).toEqual([{ query: "ab" }]);
});

test("the address that was written is not shown in place of newer words", () => {
  const { filters, shown, written, type } = typing({});
  type("a");
  vi.runAllTimers();
  type("ab");
  filters.follow({ query: "a" });
  expect(shown()).toEqual({ query: "ab" });
  vi.runAllTimers();
  expect(written).toEqual([{ query: "a" }, { query: "ab" }]);
});

test("words that were not written are dropped when the person goes to another address", () => {
  const { filters, shown, written, type } = typing({ query: "first" });
  filters.follow({ query: "second" });
  type("second word");
  filters.follow({ query: "first" });
  expect(shown()).toEqual({ query: "first" });
  vi.runAllTimers();
  expect(written).toEqual([]);
});
