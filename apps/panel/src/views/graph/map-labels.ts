/** Chooses the labels of a map that fit on the screen: the most important first, none over another. */
import type { Point } from "./arrange.ts";

export interface Label extends Point {
  readonly id: string;
  readonly text: string;
}

/** In units of the page's text. The width of a letter is that of the usual fonts at the size of the labels, a little rounded up. */
export const LETTER_REM = 0.4375;
export const LABEL_REM = 1;
export const MAX_LETTERS = 26;
/** The names of modules are bold, and fewer letters take as much room. */
const MAX_BOLD = 21;

/** Shortens the name of a module from its beginning, because modules side by side begin alike. */
export function shortModule(name: string): string {
  return name.length <= MAX_BOLD ? name : `…${name.slice(1 - MAX_BOLD)}`;
}

const GAP = 4;
/** More labels than these are not read, and each costs time to draw. */
const MAX_LABELS = 60;

interface Frame {
  /** Pixels. */
  readonly width: number;
  /** Pixels of a unit of the page's text. */
  readonly rem: number;
}

/**
 * Returns the ids of the labels that fit between the edges of the map. `labels`: the most important first. The point of a label
 * is the middle of its upper edge, in pixels on the screen.
 */
export function fittingLabels(labels: readonly Label[], { width, rem }: Frame): readonly string[] {
  const height = LABEL_REM * rem + GAP;
  const taken: { readonly left: number; readonly right: number; readonly top: number }[] = [];
  const chosen: string[] = [];
  for (const { id, text, x, y } of labels) {
    if (chosen.length === MAX_LABELS) break;
    const half = (Math.min(text.length, MAX_LETTERS) * LETTER_REM * rem + GAP) / 2;
    const box = { left: x - half, right: x + half, top: y };
    if (box.left < 0 || box.right > width) continue;
    const isFree = taken.every(
      ({ left, right, top }) =>
        box.right < left || box.left > right || Math.abs(box.top - top) >= height,
    );
    if (!isFree) continue;
    taken.push(box);
    chosen.push(id);
  }
  return chosen;
}
