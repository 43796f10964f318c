/** Chooses the labels of a map that fit on the screen: the most important first, none over another. */
import type { Point } from "./arrange.ts";

export interface Label extends Point {
  readonly id: string;
  readonly text: string;
}

/** Pixels. The width of a letter is that of the usual fonts at the size of the labels, a little rounded up. */
const LETTER = 7;
export const LABEL_HEIGHT = 16;
export const MAX_LETTERS = 26;
const GAP = 4;
/** More labels than these are not read, and each costs time to draw. */
const MAX_LABELS = 60;

/**
 * Returns the ids of the labels that fit. `labels`: the most important first. The point of a label is the middle of its upper
 * edge, in pixels on the screen.
 */
export function fittingLabels(labels: readonly Label[]): readonly string[] {
  const taken: { readonly left: number; readonly right: number; readonly top: number }[] = [];
  const chosen: string[] = [];
  for (const { id, text, x, y } of labels) {
    if (chosen.length === MAX_LABELS) break;
    const half = (Math.min(text.length, MAX_LETTERS) * LETTER + GAP) / 2;
    const box = { left: x - half, right: x + half, top: y };
    const isFree = taken.every(
      ({ left, right, top }) =>
        box.right < left || box.left > right || Math.abs(box.top - top) >= LABEL_HEIGHT + GAP,
    );
    if (!isFree) continue;
    taken.push(box);
    chosen.push(id);
  }
  return chosen;
}
