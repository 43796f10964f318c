/** Keys that move the focus in a list whose rows have `data-row`. */
import type { KeyboardEvent } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowDown: 1, j: 1, ArrowUp: -1, k: -1 };

/** Returns the row in which a key was pressed; null outside the rows. */
export function rowOf(event: KeyboardEvent): number | null {
  const row = (event.target as Element).closest("[data-row]")?.getAttribute("data-row");
  return row == null ? null : Number(row);
}

/** Returns the row to focus after a key was pressed in a row; null if the key does not move the focus. */
export function rowAfter(event: KeyboardEvent, count: number): number | null {
  const row = rowOf(event);
  const step = STEPS[event.key];
  if (row === null || step === undefined) return null;
  event.preventDefault();
  return Math.min(count - 1, Math.max(0, row + step));
}
