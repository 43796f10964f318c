/** Tests which symbol of a file a link asks for. */
import { expect, test } from "vitest";
import { symbolName } from "./file-link.tsx";

test.each([
  ["Store.open", "Store.open"],
  ["open@function", "open"],
  ["Store.open#2", "Store.open"],
  ["open@method#3", "open"],
  ["Store.#keep", "Store.#keep"],
  ["Store.#keep#2", "Store.#keep"],
])("the symbol of the anchor %s is %s", (anchor, symbol) => {
  expect(symbolName(anchor)).toBe(symbol);
});
