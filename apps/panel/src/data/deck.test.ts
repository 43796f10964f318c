/** Tests which card is on the screen while the queue changes, and which of how many it is. */
import { expect, test } from "vitest";
import { dealt, NEW_DECK, placeOf, postpone, takeUp } from "./deck.ts";

test("a card stays on the screen when a better one is added, and the next one follows when it is judged", () => {
  const deck = dealt(NEW_DECK, ["a", "b"]);
  expect(deck.current).toBe("a");
  expect(dealt(deck, ["new", "a", "b"])).toBe(deck);
  const next = dealt(deck, ["new", "b"]);
  expect(next.current).toBe("new");
  expect(dealt(next, []).current).toBeNull();
});

test("a postponed card comes back only when a person asks for it", () => {
  const deck = dealt(postpone(dealt(NEW_DECK, ["a", "b"])), ["a", "b"]);
  expect(deck.current).toBe("b");
  const none = dealt(postpone(deck), ["a", "b"]);
  expect(none.current).toBeNull();
  expect(dealt(takeUp(none), ["a", "b"]).current).toBe("a");
});

test("a card about the same question is postponed along", () => {
  const deck = postpone(dealt(NEW_DECK, ["a", "b", "other side of a"]), ["other side of a"]);
  expect(dealt(deck, ["a", "b", "other side of a"]).current).toBe("b");
  expect(dealt(postpone(dealt(deck, ["b"])), ["a", "b", "other side of a"]).current).toBeNull();
});

test("the place counts judged and postponed cards, and never falls back when the queue grows", () => {
  const first = dealt(NEW_DECK, ["a", "b", "c"]);
  expect(placeOf(first, ["a", "b", "c"], 3)).toEqual({ at: 1, of: 3 });
  // "a" was judged.
  const second = dealt(first, ["b", "c"]);
  expect(placeOf(second, ["b", "c"], 2)).toEqual({ at: 2, of: 3 });
  expect(placeOf(second, ["b", "c", "new"], 3)).toEqual({ at: 2, of: 4 });
  const third = dealt(postpone(second), ["b", "c", "new"]);
  expect(placeOf(third, ["b", "c", "new"], 3)).toEqual({ at: 3, of: 4 });
  // "b" was judged on another page.
  expect(placeOf(third, ["c", "new"], 2)).toEqual({ at: 3, of: 4 });
  // An undo brings "a" back.
  expect(placeOf(third, ["a", "b", "c", "new"], 4)).toEqual({ at: 2, of: 4 });
});

test("a card whose decision was undone comes back at once, and the card on the screen after it", () => {
  const second = dealt(dealt(NEW_DECK, ["a", "b"]), ["b"]);
  expect(second.current).toBe("b");
  const undone = dealt(second, ["b", "a"]);
  expect(undone.current).toBe("a");
  expect(dealt(undone, ["b", "a"])).toBe(undone);
  expect(dealt(undone, ["b"]).current).toBe("b");
});
