/** Ids are UUIDv7 according to RFC 9562 and recognised by their ends. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { isIdLike, type MemoryId, mintedAtMs, shortId, uuidv7 } from "./ids.ts";

const FORM = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;
const random = fc.uint8Array({ minLength: 10, maxLength: 10 });
const times = fc.integer({ min: 0, max: 2 ** 48 - 1 });

test("matches the example of RFC 9562, appendix A.6", () => {
  const bytes = [0x0c, 0xc3, 0x18, 0xc4, 0xdc, 0x0c, 0x0c, 0x07, 0x39, 0x8f];
  expect(uuidv7(0x017f22e279b0, new Uint8Array(bytes))).toBe(
    "017f22e2-79b0-7cc3-98c4-dc0c0c07398f",
  );
});

test("property: version, variant and time are at their positions", () => {
  fc.assert(
    fc.property(times, random, (nowMs, bytes) => {
      const id = uuidv7(nowMs, bytes);
      expect(id).toMatch(FORM);
      expect(mintedAtMs(id as MemoryId)).toBe(nowMs);
      expect(isIdLike(id)).toBe(true);
      expect(isIdLike(shortId(id))).toBe(true);
    }),
  );
});

test("property: a later id sorts after an earlier one", () => {
  fc.assert(
    fc.property(times, times, random, random, (a, b, x, y) => {
      fc.pre(a !== b);
      expect(uuidv7(a, x) < uuidv7(b, y)).toBe(a < b);
    }),
  );
});

test.each([
  ["ab12", true],
  ["ab12cd34ef56", true],
  ["abc", false],
  ["ab12cd34ef567", false],
  ["AB12CD34", false],
  ["%", false],
  ["", false],
  ["017f22e2-79b0-4cc3-98c4-dc0c0c07398f", false],
])("%s could be an id: %s", (text, expected) => expect(isIdLike(text)).toBe(expected));
