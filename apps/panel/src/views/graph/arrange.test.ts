/** Tests that labels do not cover each other, and that parts fill the frame. */
import { expect, test } from "vitest";
import { type Box, freePlace, packed, spread } from "./arrange.ts";

/** A node with a label of this width below it. */
const box = (x: number, y: number, width: number): Box => ({
  x,
  y,
  left: width / 2,
  right: width / 2,
  up: 8,
  down: 24,
});

test("overlapping boxes are moved apart, others stay", () => {
  const boxes = [box(0, 0, 100), box(10, 5, 80), box(12, 30, 90), box(500, 500, 60)];
  const moved = spread(boxes).map((place, i) => ({ ...(boxes[i] ?? box(0, 0, 0)), ...place }));
  for (const [i, a] of moved.entries())
    for (const b of moved.slice(i + 1)) {
      const isBeside = a.x + a.right <= b.x - b.left || b.x + b.right <= a.x - a.left;
      const isBelow = a.y + a.down <= b.y - b.up || b.y + b.down <= a.y - a.up;
      expect(isBeside || isBelow).toBe(true);
    }
  expect(moved[3]).toMatchObject({ x: 500, y: 500 });
});

test("nodes at the same place are moved apart", () => {
  const [a, b] = spread([box(0, 0, 40), box(0, 0, 40)]);
  expect(a).not.toEqual(b);
});

test("a new box takes a free place near its own, and its own if that is free", () => {
  const others = [box(0, 0, 60), box(70, 0, 60), box(0, 40, 60)];
  const place = freePlace(box(0, 0, 60), others);
  const added = { ...box(0, 0, 60), ...place };
  for (const other of others) {
    const isBeside = Math.abs(added.x - other.x) >= 60;
    const isBelow = Math.abs(added.y - other.y) >= 32;
    expect(isBeside || isBelow).toBe(true);
  }
  expect(Math.hypot(place.x, place.y)).toBeLessThan(150);
  expect(freePlace(box(500, 500, 60), others)).toEqual({ x: 500, y: 500 });
});

test("parts are placed in rows of the frame's shape, and do not overlap", () => {
  const parts = Array.from({ length: 12 }, (_, i) => ({ width: 100, height: 40 + i }));
  const places = packed(parts, 2);
  const right = Math.max(...places.map(({ x }) => x + 100));
  const bottom = Math.max(...places.map(({ y }, i) => y + 40 + i));
  expect(right / bottom).toBeGreaterThan(1.2);
  expect(right / bottom).toBeLessThan(3);
  for (const [i, a] of places.entries())
    for (const [j, b] of places.entries())
      if (i < j) expect(Math.abs(a.x - b.x) >= 100 || Math.abs(a.y - b.y) >= 40).toBe(true);
});

test("a drawing without parts has no places", () => {
  expect(packed([], 1.3)).toEqual([]);
});
